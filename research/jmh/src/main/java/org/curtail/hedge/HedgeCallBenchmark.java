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
 * A call answered before its hedge is due, from the call to its end, with many others running.
 * {@link #plain} is the same without a hedge; the target for the difference is below a microsecond
 * and, with {@code -prof gc}, about 200 bytes. All threads of the hedge run.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class HedgeCallBenchmark {
  /** A hedge shared by all threads. */
  @State(Scope.Benchmark)
  public static class Shared {
    /** Number of running calls besides the measured ones. */
    @Param({"0", "100000"})
    public int underWay;

    /** Share of calls with a waiting hedge. */
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

  /** The same thread sends and answers the call. */
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

  /** Without a hedge: a future, and a stage that depends on it. */
  @Benchmark
  public CompletableFuture<String> plain() {
    var answer = new CompletableFuture<String>();
    CompletableFuture<String> result = answer.whenComplete((value, failure) -> {});
    answer.complete("answer");
    return result;
  }
}
