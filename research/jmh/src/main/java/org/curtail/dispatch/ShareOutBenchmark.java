package org.curtail.dispatch;

import java.util.concurrent.TimeUnit;
import org.curtail.Policy;
import org.curtail.PriorityClass;
import org.curtail.policy.TailIndex;
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
 * Redistribution of all threads by the tail index, in nanoseconds. Half as many requests run as
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

  private Allocator<SteppedRequest> allocator;

  /** All are running and have work for further threads. */
  @Setup
  public void prepare() {
    Policy index = TailIndex.queueing(SyntheticProfiles.luceneLike(10_000, MAX_DEGREE)).malleable();
    var service =
        new SteppedService(
            index, new Allocator.Service(threads, threads, MAX_DEGREE, false, false));
    for (int i = 0; i < threads / 2; i++) {
      service.arrive(PriorityClass.NORMAL);
    }
    service.all.forEach(request -> service.work(request, true));
    allocator = service.allocator;
  }

  /** Redistributes without waiting requests. */
  @Benchmark
  public int share() {
    allocator.dispatch(System.nanoTime());
    return allocator.busy();
  }
}
