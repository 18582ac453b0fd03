package org.curtail.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;
import org.curtail.signals.Counter;
import org.curtail.signals.Signals;
import org.curtail.signals.Stint;
import org.curtail.signals.ThreadReading;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Compares the counters of this kernel with {@code /proc} and with the JVM's. */
@EnabledOnOs(
    value = OS.LINUX,
    architectures = {"amd64", "x86_64", "aarch64"})
class RealCountersTest {
  private static void compute(long cpuNanos) {
    var threads = ManagementFactory.getThreadMXBean();
    long untilNanos = threads.getCurrentThreadCpuTime() + cpuNanos;
    while (threads.getCurrentThreadCpuTime() < untilNanos) {
      Thread.onSpinWait();
    }
  }

  private static long status(String field) throws IOException {
    return Files.readAllLines(Path.of("/proc/thread-self/status")).stream()
        .filter(line -> line.startsWith(field + ":"))
        .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1).strip()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void cpuTimeIsThatOfTheJvm() {
    var threads = ManagementFactory.getThreadMXBean();
    Supplier<ThreadReading> readings = LinuxSignals.probe().readings();
    compute(5_000_000);
    long beforeNanos = threads.getCurrentThreadCpuTime();
    long betweenNanos = readings.get().cpuNanos();
    long afterNanos = threads.getCurrentThreadCpuTime();
    assertThat(betweenNanos).isBetween(beforeNanos, afterNanos);
  }

  @Test
  void switchesAreThoseOfTheThread() throws Exception {
    Supplier<ThreadReading> readings = LinuxSignals.probe().readings();
    var _ = readings.get();
    long before = status("voluntary_ctxt_switches");
    // A thread that loses its core just before it sleeps may find that the time has passed.
    while (status("voluntary_ctxt_switches") < before + 5) {
      TimeUnit.MILLISECONDS.sleep(1);
    }
    ThreadReading reading = readings.get();
    long after = status("voluntary_ctxt_switches");
    assertThat(reading.voluntarySwitches()).isBetween(before + 5, after);
    assertThat(reading.involuntarySwitches()).isNotNegative();
  }

  @Test
  void pagesThatAreTouchedForTheFirstTimeAreFaults() {
    Supplier<ThreadReading> readings = LinuxSignals.probe().readings();
    ThreadReading begin = readings.get();
    try (var arena = java.lang.foreign.Arena.ofConfined()) {
      arena.allocate(64 << 20).fill((byte) 1);
    }
    Stint stint = Stint.between(Thread.currentThread(), begin, readings.get(), 0);
    // Pages of 4 KiB, or of 2 MiB where the kernel uses huge pages.
    assertThat(stint.minorFaults()).isGreaterThanOrEqualTo(32);
  }

  @Test
  void delayAndCpuTimeAreNoLongerThanTheTimeThatPassed() {
    Signals signals = LinuxSignals.probe();
    Supplier<ThreadReading> readings = signals.readings();
    ThreadReading begin = readings.get();
    compute(20_000_000);
    Stint stint = Stint.between(Thread.currentThread(), begin, readings.get(), 0);
    assertThat(stint.cpuNanos()).isGreaterThanOrEqualTo(20_000_000);
    if (signals.rung(Counter.RUN_DELAY_NANOS).orElseThrow().available()) {
      assertThat(stint.cpuNanos() + stint.runDelayNanos())
          .isLessThanOrEqualTo(stint.wallNanos() + stint.wallNanos() / 10 + 2_000_000);
    }
  }

  /** Other threads compete for the cores, so that the thread is switched often. */
  @Test
  void aRunDelayThatIsNotReadAnewIsStillWhatTheKernelSays() throws Exception {
    Signals signals = LinuxSignals.probe();
    assumeTrue(signals.rung(Counter.RUN_DELAY_NANOS).orElseThrow().available());
    Supplier<ThreadReading> readings = signals.readings();
    var stop = new AtomicBoolean();
    var others = new ArrayList<Thread>();
    for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++) {
      others.add(
          Thread.ofPlatform()
              .start(() -> {
                while (!stop.get()) {
                  Thread.onSpinWait();
                }
              }));
    }
    int delays = 0;
    try (var always =
        new LinuxCounters(kernel(), Path.of("/proc"), EnumSet.of(Counter.RUN_DELAY_NANOS))) {
      long lastNanos = -1;
      for (int i = 0; i < 200_000 && delays < 10; i++) {
        long beforeNanos = delayNanos(always);
        long nanos = readings.get().runDelayNanos();
        assertThat(nanos).isBetween(beforeNanos, delayNanos(always));
        delays += lastNanos >= 0 && nanos > lastNanos ? 1 : 0;
        lastNanos = nanos;
      }
    } finally {
      stop.set(true);
      for (Thread other : others) {
        other.join();
      }
    }
    assertThat(delays).isPositive();
  }

  private static CounterKernel kernel() {
    return switch (CounterKernel.ofThisMachine()) {
      case Available<CounterKernel>(CounterKernel kernel) -> kernel;
      case Unavailable<CounterKernel>(String reason) -> throw new AssertionError(reason);
    };
  }

  private static long delayNanos(LinuxCounters counters) {
    long[] values = new long[Counter.values().length];
    counters.read(values);
    return values[Counter.RUN_DELAY_NANOS.place()];
  }

  @Test
  void countersOfTheProcessorGrowWhereThereAreSome() {
    Signals signals = LinuxSignals.probeWithHardwareCounters();
    Signals.Rung rung = signals.rung(Counter.INSTRUCTIONS).orElseThrow();
    Supplier<ThreadReading> readings = signals.readings();
    ThreadReading begin = readings.get();
    compute(5_000_000);
    Stint stint = Stint.between(Thread.currentThread(), begin, readings.get(), 0);
    if (rung.available()) {
      // Other programs may use the counters at times; then there must be no value rather than one
      // too low.
      assertThat(stint.instructions()).matches(count -> count == -1 || count > 100_000);
      assertThat(stint.cycles()).matches(count -> count == -1 || count > 100_000);
    } else {
      assertThat(rung.reason()).isNotBlank();
      assertThat(stint.instructions()).isEqualTo(-1);
    }
  }

  @Test
  void everyThreadReadsItself() throws Exception {
    Supplier<ThreadReading> readings = LinuxSignals.probe().readings();
    compute(10_000_000);
    var other = new ThreadReading[1];
    Thread thread = new Thread(() -> other[0] = readings.get());
    thread.start();
    thread.join();
    assertThat(other[0].cpuNanos()).isLessThan(readings.get().cpuNanos());
  }
}
