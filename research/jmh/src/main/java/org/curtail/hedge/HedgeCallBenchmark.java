package org.curtail.hedge;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.curtail.reissue.ReissuePolicy;
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
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A call that is answered before its hedge is due, from the call to its end, with so many others
 * under way. {@link #plain} is what it takes without a hedge; the difference is to be less than a
 * microsecond and, with {@code -prof gc}, about 200 bytes. All threads of the hedge run.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class HedgeCallBenchmark {
  /** A hedge that all threads share. */
  @State(Scope.Benchmark)
  public static class Shared {
    /** Calls under way, besides those that are measured. */
    @Param({"0", "100000"})
    public int underWay;

    /** Which calls have a hedge that waits for its time. */
    @Param({"0.1", "1"})
    public double probability;

    private Hedge hedge = Hedge.of(ReissuePolicy.NONE).idempotent().start();

    @Setup(Level.Trial)
    public void begin() {
      hedge = Hedge.of(ReissuePolicy.singleR(600_000, probability)).idempotent().start();
      for (int i = 0; i < underWay; i++) {
        hedge.call(attempt -> new CompletableFuture<>());
      }
    }

    @TearDown(Level.Trial)
    public void end() {
      hedge.close();
    }
  }

  /** The call is answered after it was sent, by the same thread. */
  @Benchmark
  public CompletableFuture<String> hedged(Shared shared) {
    var answer = new CompletableFuture<String>();
    CompletableFuture<String> result = shared.hedge.call(attempt -> answer);
    answer.complete("answer");
    return result;
  }

  /** The same by two threads. */
  @Benchmark
  @Threads(2)
  public CompletableFuture<String> hedgedByTwoThreads(Shared shared) {
    return hedged(shared);
  }

  /** What is there without a hedge: a future, and a stage that waits for it. */
  @Benchmark
  public CompletableFuture<String> plain() {
    var answer = new CompletableFuture<String>();
    CompletableFuture<String> result = answer.whenComplete((value, failure) -> {});
    answer.complete("answer");
    return result;
  }
}
