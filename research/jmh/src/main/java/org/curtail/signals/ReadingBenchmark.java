package org.curtail.signals;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
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

/** Cost of reading a thread's own signals, as at the begin and the end of a request. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
@State(Scope.Thread)
public class ReadingBenchmark {
  /** Signals read, with their source. */
  public enum Kind {
    /** CPU time and run-queue delay, by the JDK alone. */
    JDK,
    /** Page faults too. */
    JDK_WITH_FAULTS;

    Signals signals() {
      return switch (this) {
        case JDK -> Signals.probe();
        case JDK_WITH_FAULTS -> Signals.probeWithFaults();
      };
    }
  }

  @Param Kind kind;

  private Supplier<ThreadReading> readings = () -> ThreadReading.ofWall(0);

  @Setup
  public void probe() {
    readings = kind.signals().readings();
  }

  @Benchmark
  public ThreadReading reading() {
    return readings.get();
  }
}
