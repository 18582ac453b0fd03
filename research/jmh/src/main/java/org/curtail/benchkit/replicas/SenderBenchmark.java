package org.curtail.benchkit.replicas;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A call by a policy of the replica bench whose replica answers at once, so that no copy is sent:
 * the policy's own time. {@link #answer} is the same without a policy.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class SenderBenchmark {
  private static final double BUDGET = 0.1;
  private static final double PER_SECOND = 500;
  private static final int REQUESTS = 1 << 10;

  /** A client whose replicas answer at once. */
  private static final AttemptClient CLIENT =
      new AttemptClient() {
        @Override
        public ReplicaClient.Copy send(LiveTrace trace, int request, int copy, int replica) {
          return new ReplicaClient.Copy(
              CompletableFuture.completedFuture(copy), CompletableFuture.completedFuture(null));
        }

        @Override
        public Executor threads() {
          return Runnable::run;
        }

        @Override
        public void close() {}
      };

  /** Returns a setting of three replicas, in which one call of 20 is ten times as long. */
  private static ReplicaSetting setting(ReplicaPolicy policy) {
    double[] ms = new double[100];
    for (int i = 0; i < ms.length; i++) {
      ms[i] = (i % 20 == 0 ? 10 : 1) * (4 + i % 3);
    }
    RecordedTimes times = RecordedTimes.of(ms);
    return new ReplicaSetting(
        times,
        ReplicaSetting.Planning.FROM_TIMES,
        ReplicaSetting.capacityPerSecond(times, 3, 100),
        3,
        100,
        List.of(),
        FirstReplica.RANDOM,
        ReplicaContender.of(List.of(policy), List.of(BUDGET)),
        List.of(0.1),
        99,
        REQUESTS,
        1,
        1);
  }

  /** A sender and its requests. */
  @State(Scope.Thread)
  public static class Calls {
    @Param({"NONE", "SINGLE_R_ADAPTIVE", "LEARNED_P90"})
    public ReplicaPolicy policy = ReplicaPolicy.NONE;

    private LiveTrace trace = LiveTrace.draw(setting(policy), REQUESTS, PER_SECOND, 1);
    private Sender sender = new HedgePlans(setting(policy)).start(contender(), CLIENT, PER_SECOND);
    private int calls;

    int next() {
      calls = (calls + 1) % REQUESTS;
      return calls;
    }

    private ReplicaContender contender() {
      return setting(policy).contenders().getFirst();
    }

    @Setup(Level.Trial)
    public void begin() {
      sender.close();
      trace = LiveTrace.draw(setting(policy), REQUESTS, PER_SECOND, 1);
      sender = new HedgePlans(setting(policy)).start(contender(), CLIENT, PER_SECOND);
    }

    @TearDown(Level.Trial)
    public void end() {
      sender.close();
    }
  }

  /** A call from its begin to its answer. */
  @Benchmark
  public CompletableFuture<Integer> call(Calls calls) {
    return calls.sender.send(calls.trace, calls.next());
  }

  /** The same answer, and a stage that depends on it. */
  @Benchmark
  public CompletableFuture<Integer> answer(Calls calls) {
    int request = calls.next();
    return CLIENT
        .send(calls.trace, request, 0, calls.trace.replica(request, 0, List.of()))
        .answer()
        .whenComplete((value, failure) -> {});
  }
}
