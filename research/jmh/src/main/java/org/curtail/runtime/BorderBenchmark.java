package org.curtail.runtime;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.policy.TailIndex;
import org.curtail.signals.Signals;
import org.curtail.sim.SyntheticProfiles;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Time between two chunks, in nanoseconds: claim, clock, check for due decisions and for a request
 * to leave. Chunks are empty; subtract {@link #emptyLoop}. {@link #clock} is the machine's cost of
 * a clock reading. With {@code -prof gc}, {@code gc.alloc.rate.norm} must be 0.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
@State(Scope.Thread)
public class BorderBenchmark {
  static final int CHUNKS = 100_000;

  /** Two objects, since a replacement by the same object is no change. */
  private static final List<Policy> SWAPPED = List.of(new Sequential(), new Sequential());

  private static final FixedCpuWork WORK = new FixedCpuWork(Integer.MAX_VALUE / 4, 0);

  /** Due decisions; one per JVM, as a service has one policy. */
  public enum Due {
    /** It may get more threads, but nothing is due. */
    NOTHING,
    /** It has all the threads that it can get. */
    SETTLED,
    /** It ranks requests and may give more threads, but nothing is due. */
    TAIL_INDEX,
    /** The policy decides at every border. */
    DECISION,

    /** As {@link #SETTLED}, with an autopilot that listens, as in an automatic engine. */
    AUTOMATIC;

    /** Creates an engine of one thread that is not started. */
    Curtail engine(boolean signals) {
      org.curtail.runtime.Setup setup =
          this == AUTOMATIC ? Curtail.automatic().cores(1).withAutopilot() : Curtail.with(policy());
      setup.cores(1).threads(1);
      if (signals) {
        setup.signals(Signals.probe());
      }
      return setup.startWithoutThreads();
    }

    Policy policy() {
      return switch (this) {
        case NOTHING -> new FixedDegree(4);
        case SETTLED, AUTOMATIC -> new Sequential();
        case TAIL_INDEX -> TailIndex.queueing(SyntheticProfiles.luceneLike(1_000, 4));
        case DECISION -> new DecideAtEveryBorder();
      };
    }
  }

  /** The engine's side of the benchmark. */
  @State(Scope.Thread)
  public static class Serving {
    @Param Due due;

    /** True if the thread publishes its tags; see {@code Setup.signals}. */
    @Param({"false", "true"})
    boolean signals;

    private Curtail curtail;
    private Worker worker;

    /** Begins a request on one thread; chunks are limited. */
    @Setup(Level.Iteration)
    public void begin() {
      curtail = due.engine(signals);
      curtail.submit(WORK);
      worker = curtail.workers().getFirst();
      // Enters, prepares, joins and claims.
      for (int i = 0; i < 4; i++) {
        worker.step();
      }
    }
  }

  /** Wants a decision at every border, and changes nothing. */
  private record DecideAtEveryBorder() implements Policy {
    @Override
    public Decision decide(Progress running, Load load) {
      return new Decision(1, running.executionNanos() + 1);
    }

    @Override
    public int maxDegree() {
      return 4;
    }

    @Override
    public int threads(int cores) {
      return 1;
    }
  }

  /** Runs a chunk, passes its border, claims the next one. */
  @Benchmark
  @OperationsPerInvocation(CHUNKS)
  public void border(Serving serving) {
    Worker worker = serving.worker;
    for (int i = 0; i < CHUNKS; i++) {
      worker.step();
      worker.step();
      worker.step();
    }
  }

  /**
   * As {@link #border}, with a replaced policy each time, so that it decides. Subtract {@link
   * #swap}.
   */
  @Benchmark
  @OperationsPerInvocation(CHUNKS)
  public void borderAfterSwap(Serving serving) {
    Worker worker = serving.worker;
    for (int i = 0; i < CHUNKS; i++) {
      serving.curtail.policy(SWAPPED.get(i & 1));
      worker.step();
      worker.step();
      worker.step();
    }
  }

  /** Replaces the policy, without a border. */
  @Benchmark
  @OperationsPerInvocation(CHUNKS)
  public void swap(Serving serving) {
    for (int i = 0; i < CHUNKS; i++) {
      serving.curtail.policy(SWAPPED.get(i & 1));
    }
  }

  /** The same chunks without the engine. */
  @Benchmark
  @OperationsPerInvocation(CHUNKS)
  public void emptyLoop() {
    for (int i = 0; i < CHUNKS; i++) {
      WORK.run(WORK, i, NOTHING);
    }
  }

  /** One reading of the clock. */
  @Benchmark
  public long clock() {
    return System.nanoTime();
  }

  private static final SharedWork.Checkpoint NOTHING =
      new SharedWork.Checkpoint() {
        @Override
        public void pass() {}

        @Override
        public boolean isOver() {
          return false;
        }

        @Override
        public void enough() {}
      };
}
