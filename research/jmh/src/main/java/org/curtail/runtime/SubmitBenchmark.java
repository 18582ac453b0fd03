package org.curtail.runtime;

import java.util.concurrent.TimeUnit;
import org.curtail.policy.Sequential;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * From {@code submit} to the first chunk, and to the result, in nanoseconds and without waking a
 * thread ({@link HandOffBenchmark} measures that): one thread does everything.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
@State(Scope.Thread)
public class SubmitBenchmark {
  private static final int REQUESTS = 1_000;

  private static final FixedCpuWork WORK = new FixedCpuWork(1, 0);

  private final Curtail curtail =
      Curtail.with(new Sequential()).cores(1).threads(REQUESTS).startWithoutThreads();

  private final Curtail one =
      Curtail.with(new Sequential()).cores(1).threads(1).startWithoutThreads();

  /** A thread of the pool submits a request and serves it to its end. */
  @Benchmark
  @OperationsPerInvocation(REQUESTS)
  public void toFirstChunk() {
    for (int i = 0; i < REQUESTS; i++) {
      curtail.submit(WORK);
    }
    for (Worker worker : curtail.workers()) {
      for (int step = 0; step < 5; step++) {
        worker.step();
      }
    }
  }

  /** The rest of the request, not measured here. */
  @TearDown(Level.Invocation)
  public void end() {
    for (Worker worker : curtail.workers()) {
      while (worker.hasWork()) {
        worker.step();
      }
    }
  }

  /** An empty request from {@code submit} to its result. */
  @Benchmark
  public Ticket<FixedCpuWork> toResult() {
    Ticket<FixedCpuWork> ticket = one.submit(WORK);
    Worker worker = one.workers().getFirst();
    while (worker.hasWork()) {
      worker.step();
    }
    return ticket;
  }

  /** An empty request served by its caller. */
  @Benchmark
  public FixedCpuWork runByCaller() throws Exception {
    return one.run(WORK);
  }
}
