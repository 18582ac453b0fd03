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
 * Claiming a chunk of a request that several threads share, in nanoseconds per claim of one thread:
 * the worst case, in which threads do nothing else. More threads than cores say nothing about
 * contention, since no more than the cores' number claim at a time.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
@State(Scope.Benchmark)
public class ClaimBenchmark {
  private Request<?, ?> request = open();

  /** Chunks are not endless. */
  @Setup(Level.Iteration)
  public void renew() {
    request = open();
  }

  private static Request<?, ?> open() {
    Curtail curtail = Curtail.with(new FixedDegree(1)).cores(1).startWithoutThreads();
    Engine engine = curtail.engine();
    var work = new Idling(Integer.MAX_VALUE / 4, 0);
    var opened =
        new Request<>(engine.nextId(), work, RequestOptions.NONE, engine, engine.nanoTime(), null);
    engine.enqueue(opened, true);
    Worker first = curtail.workers().getFirst();
    // Enters, prepares.
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
