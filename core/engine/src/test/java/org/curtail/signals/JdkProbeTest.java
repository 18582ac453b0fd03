package org.curtail.signals;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** With a made-up {@code /proc}, and with the real one. */
class JdkProbeTest {
  @TempDir Path procRoot;
  private final AtomicLong nowNanos = new AtomicLong();
  private Path thread = Path.of("");

  @BeforeEach
  void makeThread() throws IOException {
    thread = Files.createDirectories(procRoot.resolve("thread-self"));
  }

  private Signals probe(@Nullable LongSupplier cpuClock, boolean withFaults) {
    return new JdkProbe(procRoot, () -> nowNanos.getAndAdd(100), cpuClock).signals(withFaults);
  }

  private static Signals.Rung rung(Signals signals, Counter counter) {
    Optional<Signals.Rung> rung = signals.rung(counter);
    assertThat(rung).as("rung of %s", counter).isPresent();
    return rung.orElseThrow();
  }

  @Test
  void withEverythingThereAllIsReadButWhatTakesNativeCode() throws IOException {
    Files.writeString(thread.resolve("schedstat"), "1234 5678 9\n");
    Files.writeString(
        thread.resolve("stat"), "42 (a) b) (c) S 1 2 3 4 5 6 777 8 99 10 11 12 13 14 15\n");
    Signals signals = probe(() -> 55, true);
    ThreadReading reading = signals.readings().get();
    assertThat(reading)
        .isEqualTo(new ThreadReading(reading.wallNanos(), 55, 5678, 777, 99, -1, -1));
    assertThat(signals.rungs()).hasSize(Counter.values().length + 1);
    assertThat(signals.rungs().stream().filter(Signals.Rung::available).map(Signals.Rung::name))
        .containsExactly(
            "major page faults",
            "minor page faults",
            "run-queue delay",
            "CPU time",
            "tags and wall time");
    assertThat(signals.rungs().stream().filter(Signals.Rung::available))
        .allMatch(rung -> rung.costNanos() == 100);
    assertThat(rung(signals, Counter.CYCLES).reason()).contains("curtail-linux");
  }

  @Test
  void theFilesAreReadAgainEachTime() throws IOException {
    Files.writeString(thread.resolve("schedstat"), "1 2 3\n");
    Supplier<ThreadReading> readings = probe(null, false).readings();
    assertThat(readings.get().runDelayNanos()).isEqualTo(2);
    Files.writeString(thread.resolve("schedstat"), "1 2000000000000 3\n");
    assertThat(readings.get().runDelayNanos()).isEqualTo(2_000_000_000_000L);
    Files.writeString(thread.resolve("schedstat"), "");
    assertThat(readings.get().runDelayNanos()).isEqualTo(-1);
  }

  @Test
  void withoutSchedstatThereIsCpuTimeAndAReason() {
    Signals signals = probe(() -> 55, true);
    assertThat(signals.readings().get().cpuNanos()).isEqualTo(55);
    assertThat(signals.readings().get().runDelayNanos()).isEqualTo(-1);
    assertThat(rung(signals, Counter.RUN_DELAY_NANOS))
        .isEqualTo(
            Signals.Rung.missing("run-queue delay", thread.resolve("schedstat") + " is not there"));
    assertThat(rung(signals, Counter.MINOR_FAULTS).reason())
        .isEqualTo(thread.resolve("stat") + " is not there");
    assertThat(signals.toString())
        .contains("run-queue delay: not available, because " + thread)
        .contains("CPU time: ThreadMXBean (100 ns)");
  }

  @Test
  void withNothingAtAllThereAreStillTagsAndWallTime() throws IOException {
    Signals signals = probe(null, false);
    assertThat(signals.rungs().stream().filter(Signals.Rung::available).map(Signals.Rung::name))
        .containsExactly("tags and wall time");
    ThreadReading reading = signals.readings().get();
    assertThat(reading).isEqualTo(ThreadReading.ofWall(reading.wallNanos()));
    assertThat(rung(signals, Counter.CPU_NANOS).reason()).contains("JVM does not measure it");
    assertThat(rung(signals, Counter.MAJOR_FAULTS).reason()).contains("not asked for");
  }

  @Test
  void aKernelThatMeasuresNoDelayIsFoundOut() throws IOException {
    Path schedstat = thread.resolve("schedstat");
    Files.writeString(schedstat, "0 0 0\n");
    assertThat(rung(probe(null, false), Counter.RUN_DELAY_NANOS).reason())
        .isEqualTo(schedstat + " holds zeros only: this kernel does not measure it");
    Files.writeString(schedstat, "");
    assertThat(rung(probe(null, false), Counter.RUN_DELAY_NANOS).reason()).endsWith("is empty");
    Files.writeString(schedstat, "12 x 7\n");
    assertThat(rung(probe(null, false), Counter.RUN_DELAY_NANOS).reason())
        .endsWith("does not hold three numbers");
    Files.writeString(schedstat, "99999999999999999999 1 7\n");
    assertThat(rung(probe(null, false), Counter.RUN_DELAY_NANOS).available()).isFalse();
    // A thread that never waited is no reason for doubt.
    Files.writeString(schedstat, "12 0 1\n");
    assertThat(rung(probe(null, false), Counter.RUN_DELAY_NANOS).available()).isTrue();
  }

  @Test
  void forbiddenFilesAreReported() throws IOException {
    // Nobody can read a folder as a file, even with all rights.
    Files.createDirectories(thread.resolve("schedstat"));
    Signals.Rung rung = rung(probe(null, false), Counter.RUN_DELAY_NANOS);
    assertThat(rung.available()).isFalse();
    assertThat(rung.reason()).startsWith(thread.resolve("schedstat") + " ");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void onThisMachineAThreadThatComputesSeesItsCpuTimeGrow() {
    Signals signals = Signals.probeWithFaults();
    assertThat(rung(signals, Counter.CPU_NANOS).available()).isTrue();
    Supplier<ThreadReading> readings = signals.readings();
    ThreadReading begin = readings.get();
    long sum = 0;
    while (readings.get().cpuNanos() - begin.cpuNanos() < 2_000_000) {
      sum += System.identityHashCode(new long[1 << 16]);
    }
    ThreadReading end = readings.get();
    assertThat(sum).isNotZero();
    Stint stint = Stint.between(Thread.currentThread(), begin, end, 0);
    assertThat(stint.cpuNanos()).isBetween(2_000_000L, stint.wallNanos() + 1_000_000);
    assertThat(stint.minorFaults()).isNotNegative();
    if (rung(signals, Counter.RUN_DELAY_NANOS).available()) {
      assertThat(stint.runDelayNanos()).isBetween(0L, stint.wallNanos());
    }
    assertThat(signals.rungs()).allMatch(rung -> !rung.available() || rung.costNanos() > 0);
  }
}
