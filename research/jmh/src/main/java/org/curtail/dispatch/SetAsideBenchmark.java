package org.curtail.dispatch;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Preemption;
import org.curtail.PriorityClass;
import org.curtail.Progress;
import org.curtail.Traits;
import org.curtail.policies.Policies;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Choice of the request to resume among many in the system, on eight threads, in nanoseconds.
 * Nearly all are preempted.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
@State(Scope.Benchmark)
public class SetAsideBenchmark {
  private static final int THREADS = 8;
  private static final int LEVELS = 64;
  private static final long QUANTUM_NANOS = 1_000_000;

  /** Order in which requests are resumed. */
  public enum Order {
    /** All take turns. */
    TURNS,
    /** As in {@code least-attained}: a level for each step of attained service. */
    LEAST_ATTAINED,
    /** An index by level, times a factor that grows with age. */
    AGE_WEIGHTED_INDEX
  }

  @Param({"16", "256", "4096", "16384"})
  int requests;

  @Param Order order;

  private Policy policy;
  private Allocator<SteppedRequest> allocator;
  private SplittableRandom random;
  private long nowNanos;
  private int turn;

  /** One thread each, by an index of 64 levels of attained service, weighted by age. */
  private record AgeWeightedIndex() implements Policy {
    @Override
    public Decision decide(Progress running, Load load) {
      return Decision.keep(1);
    }

    @Override
    public int level(Progress aside) {
      return (int) Math.min(aside.attainedNanos() / QUANTUM_NANOS, LEVELS - 1);
    }

    @Override
    public double priority(Progress request, Load load) {
      return (1 + request.ageNanos() / 1e9) / (1 + level(request));
    }

    @Override
    public Traits traits() {
      return Traits.RANKING.preempting(
          new Preemption(Preemption.Order.PRIORITY, QUANTUM_NANOS, Preemption.UNLIMITED_NANOS));
    }

    @Override
    public int maxDegree() {
      return 1;
    }

    @Override
    public int threads(int cores) {
      return cores;
    }
  }

  /** Threads that are available at once. */
  private record Threads() implements Allocator.Enforcer<SteppedRequest> {
    @Override
    public void start(SteppedRequest request, long nowNanos) {
      request.join(nowNanos);
      request.degree = 1;
    }

    @Override
    public void addThread(SteppedRequest request, long nowNanos) {
      request.join(nowNanos);
    }

    @Override
    public void resume(SteppedRequest request, long nowNanos) {
      request.join(nowNanos);
    }
  }

  /** All arrive; each has its turn and is preempted with its own attained demand. */
  @Setup
  public void prepare() {
    random = new SplittableRandom(1);
    policy =
        switch (order) {
          case TURNS -> Policies.named("processor-sharing", Policies.Ingredients.NONE);
          case LEAST_ATTAINED -> Policies.named("least-attained", Policies.Ingredients.NONE);
          case AGE_WEIGHTED_INDEX -> new AgeWeightedIndex();
        };
    var service = new Allocator.Service(THREADS, THREADS, 1, false, false);
    allocator = new Allocator<>(policy, policy.traits(), service, new Threads());
    for (int id = 0; id < requests; id++) {
      nowNanos++;
      allocator.queue().add(new SteppedRequest(id, PriorityClass.NORMAL, nowNanos));
    }
    allocator.dispatch(nowNanos);
    while (!allocator.queue().isEmpty()) {
      for (SteppedRequest request : List.copyOf(allocator.running())) {
        setAside(request);
      }
      allocator.dispatch(nowNanos);
    }
  }

  private void setAside(SteppedRequest request) {
    nowNanos += QUANTUM_NANOS / THREADS;
    allocator.threadIsBack(request);
    request.servedBy--;
    request.attain(random.nextLong(LEVELS * QUANTUM_NANOS));
    allocator.preempt(request, nowNanos);
  }

  /** Chooses the next request. */
  @Benchmark
  public @Nullable Object choose() {
    Load load = allocator.load();
    return allocator.preempted().next(progress -> policy.priority(progress, load), nowNanos);
  }

  /** Preempts one request and resumes another. */
  @Benchmark
  public Object switchOnce() {
    SteppedRequest request = allocator.running().iterator().next();
    boolean yields = allocator.sliceIsOver(request, nowNanos);
    setAside(request);
    allocator.dispatch(nowNanos);
    return yields;
  }

  /** One request arrives while all threads are busy; another leaves the queue. */
  @Benchmark
  public int arriveAndLeave() {
    nowNanos++;
    var request = new SteppedRequest(requests + ++turn, PriorityClass.NORMAL, nowNanos);
    allocator.queue().add(request);
    allocator.dispatch(nowNanos);
    allocator.queue().remove(request);
    allocator.dispatch(nowNanos);
    return allocator.busy();
  }
}
