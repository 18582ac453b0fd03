package org.curtail.runtime;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.curtail.policy.Sequential;
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
import org.openjdk.jmh.infra.Blackhole;

/**
 * Handing a request to an idle thread, in microseconds, by the time for which such a thread spins
 * before it sleeps: the basis of {@link org.curtail.runtime.Setup#spin}'s default. {@link #handOff}
 * is the gain of spinning; {@link #besideOthers} is its cost if all cores are wanted.
 */
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class HandOffBenchmark {
  /** An engine with this spin time. */
  @State(Scope.Benchmark)
  public static class Engine {
    @Param({"0", "2", "10", "50"})
    int spinMicros;

    private Curtail curtail;

    @Setup
    public void start() {
      curtail =
          Curtail.with(new Sequential()).spin(Duration.of(spinMicros, ChronoUnit.MICROS)).start();
    }

    @TearDown
    public void stop() {
      curtail.close();
    }
  }

  /** Time between the end of a request and the next one. */
  @State(Scope.Thread)
  public static class Pause {
    @Param({"5", "100"})
    int pauseMicros;

    @Setup(Level.Invocation)
    public void await() {
      long untilNanos = System.nanoTime() + pauseMicros * 1_000L;
      while (System.nanoTime() < untilNanos) {
        Thread.onSpinWait();
      }
    }
  }

  /** Announces its begin. */
  private static final class BeginFlagWork implements SharedWork<BeginFlagWork, BeginFlagWork> {
    volatile boolean begun;

    @Override
    public int chunks() {
      return 1;
    }

    @Override
    public BeginFlagWork join() {
      return this;
    }

    @Override
    public void run(BeginFlagWork worker, int chunk, Checkpoint checkpoint) {
      begun = true;
    }

    @Override
    public BeginFlagWork complete(List<BeginFlagWork> workers) {
      return this;
    }
  }

  /** From {@code submit} to the first chunk on another thread, seen from this one. */
  @Benchmark
  @BenchmarkMode(Mode.SampleTime)
  public void handOff(Engine engine, Pause pause) {
    var work = new BeginFlagWork();
    engine.curtail.submit(work);
    while (!work.begun) {
      Thread.onSpinWait();
    }
  }

  /**
   * Two threads of a service each submit a request of about 20 us, compute as long themselves, and
   * wait for its result. On two cores spinning always takes a core from another thread.
   */
  @Benchmark
  @BenchmarkMode(Mode.AverageTime)
  @Threads(2)
  public Object besideOthers(Engine engine) throws Exception {
    Ticket<FixedCpuWork> ticket = engine.curtail.submit(new FixedCpuWork(20, 400));
    Blackhole.consumeCPU(8_000);
    return ticket.get();
  }
}
