package org.curtail.dispatch;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.curtail.Load;
import org.curtail.policy.TailIndex;
import org.curtail.runtime.EngineRequests;
import org.curtail.sim.SyntheticProfiles;
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
 * Sharing all threads out anew by the tail index, in nanoseconds. Half as many requests run as
 * there are threads, and each could use four.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
@State(Scope.Benchmark)
public class ShareOutBenchmark {
  private static final int MAX_DEGREE = 4;

  @Param({"4", "16", "64"})
  int threads;

  private ShareOut<DispatchedRequest> shareOut;
  private List<DispatchedRequest> running;
  private Load load;

  /** All are running and open. */
  @Setup
  public void prepare() {
    var index = TailIndex.queueing(SyntheticProfiles.luceneLike(10_000, MAX_DEGREE));
    running = EngineRequests.running(index, threads / 2);
    shareOut = new ShareOut<>(index, threads, MAX_DEGREE);
    load = new Load(threads / 2, 0, threads / 2, threads);
  }

  /** Nobody waits. */
  @Benchmark
  public boolean share() {
    return shareOut.share(running, 0, null, load, System.nanoTime());
  }
}
