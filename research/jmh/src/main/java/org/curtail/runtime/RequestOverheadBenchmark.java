package org.curtail.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.curtail.IntervalTable;
import org.curtail.Policy;
import org.curtail.policy.FewToMany;
import org.curtail.policy.Sequential;
import org.curtail.policy.TailIndex;
import org.curtail.sim.SyntheticProfiles;
import org.openjdk.jmh.annotations.AuxCounters;
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
 * Cost of {@link Curtail#run} for a request of 1 ms at degree 1. Each invocation computes the same
 * chunks in a plain loop and by the engine, alternately first; {@code percent} and {@code
 * addedNanos} compare the medians of an iteration. There is only one iteration, since JMH adds such
 * numbers up.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 1, time = 5)
@Fork(1)
@State(Scope.Thread)
public class RequestOverheadBenchmark {
  private static final double REQUEST_NANOS = 1e6;

  /** Policies that admit and decide. */
  public enum Served {
    SEQUENTIAL,
    FEW_TO_MANY,
    TAIL_INDEX;

    /** None gives a request of 1 ms on one core a second thread. */
    Policy policy() {
      return switch (this) {
        case SEQUENTIAL -> new Sequential();
        case FEW_TO_MANY -> new FewToMany(table());
        case TAIL_INDEX -> TailIndex.queueing(SyntheticProfiles.luceneLike(10_000, 4));
      };
    }

    /** Reads the clock, but begins its second degree later. */
    private static IntervalTable table() {
      var row = new IntervalTable.Row(1, List.of(0.0, 50.0), 100, 100, 2);
      return new IntervalTable(1, 2, 2, 99, 1, List.of(1, 2), List.of(row), 1);
    }
  }

  /** All times of an iteration. */
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class Times {
    private final List<Long> plainNanos = new ArrayList<>();
    private final List<Long> engineNanos = new ArrayList<>();

    @Setup(Level.Iteration)
    public void reset() {
      plainNanos.clear();
      engineNanos.clear();
    }

    /** Median of the plain loop. */
    public double plainMicros() {
      return median(plainNanos) / 1e3;
    }

    /** Median with the engine minus that without, in nanoseconds. */
    public double addedNanos() {
      return median(engineNanos) - median(plainNanos);
    }

    /** Time added by the engine, in percent of the plain loop. */
    public double percent() {
      return 100 * (median(engineNanos) / median(plainNanos) - 1);
    }

    private static double median(List<Long> nanos) {
      return nanos.stream()
          .sorted()
          .skip(nanos.size() / 2)
          .mapToDouble(Long::doubleValue)
          .findFirst()
          .orElse(0);
    }
  }

  @Param({"20", "100", "1000"})
  int chunks;

  @Param Served served;

  private Curtail curtail;
  private FixedCpuWork work;
  private boolean engineFirst;

  /** Sets the length of chunks to 1 ms in total on this machine now. */
  @Setup
  public void start() {
    // The pool's threads always sleep; no help is needed.
    curtail = Curtail.with(served.policy()).cores(1).start();
    long tokens = 100_000;
    double nanosPerToken = 0;
    for (int round = 0; round < 200; round++) {
      long fromNanos = System.nanoTime();
      new FixedCpuWork(1, tokens).compute();
      double nanos = (double) (System.nanoTime() - fromNanos) / tokens;
      nanosPerToken = round == 0 ? nanos : Math.min(nanosPerToken, nanos);
    }
    work = new FixedCpuWork(chunks, Math.round(REQUEST_NANOS / chunks / nanosPerToken));
  }

  @TearDown
  public void stop() {
    curtail.close();
  }

  @Benchmark
  public void request(Times times) throws Exception {
    engineFirst = !engineFirst;
    if (engineFirst) {
      engine(times);
      plain(times);
    } else {
      plain(times);
      engine(times);
    }
  }

  private void plain(Times times) {
    long fromNanos = System.nanoTime();
    for (int chunk = 0; chunk < chunks; chunk++) {
      work.compute();
    }
    times.plainNanos.add(System.nanoTime() - fromNanos);
  }

  private void engine(Times times) throws Exception {
    long fromNanos = System.nanoTime();
    curtail.run(work);
    times.engineNanos.add(System.nanoTime() - fromNanos);
  }
}
