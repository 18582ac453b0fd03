package org.curtail.runtime;

import java.util.concurrent.TimeUnit;
import org.curtail.policy.FixedDegree;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Claiming a chunk of a request shared by several threads, in nanoseconds per claim of one thread:
 * the worst case, where threads only claim. With more threads than cores it shows no more
 * contention, since only as many claim at a time as there are cores.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
@State(Scope.Benchmark)
public class ClaimBenchmark {
  private Request<?, ?> request = open();

  /** Chunks are limited. */
  @Setup(Level.Iteration)
  public void renew() {
    request = open();
  }

  private static Request<?, ?> open() {
    Curtail curtail = Curtail.with(new FixedDegree(1)).cores(1).startWithoutThreads();
    Engine engine = curtail.engine();
    var work = new FixedCpuWork(Integer.MAX_VALUE / 4, 0);
    var opened =
        new Request<>(engine.nextId(), work, RequestOptions.NONE, engine, engine.nanoTime(), null);
    engine.accept(opened, true);
    Worker first = curtail.workers().getFirst();
    // Enters and prepares.
    first.step();
    first.step();
    return opened;
  }

  @Benchmark
  @Threads(1)
  public int oneThread() {
    return request.claim();
  }

  @Benchmark
  @Threads(2)
  public int twoThreads() {
    return request.claim();
  }

  @Benchmark
  @Threads(4)
  public int fourThreads() {
    return request.claim();
  }
}
