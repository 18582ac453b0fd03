package org.curtail.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.curtail.signals.Counter;
import org.curtail.signals.Signals;
import org.curtail.signals.ThreadReading;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The signals on a fake kernel: the available rungs and the reasons for missing ones. */
class LinuxSignalsTest {
  @TempDir Path procRoot;
  private final FakeCounterKernel kernel = new FakeCounterKernel();
  private final AtomicLong nowNanos = new AtomicLong();

  private Signals signals(boolean withEvents) {
    return new LinuxSignals(kernel, procRoot, () -> nowNanos.getAndAdd(100)).signals(withEvents);
  }

  private static Signals.Rung rung(Signals signals, Counter counter) {
    return signals.rung(counter).orElseThrow();
  }

  @Test
  void allThatTheKernelGivesIsRead() {
    Signals signals = signals(true);
    ThreadReading reading = signals.readings().get();
    assertThat(reading)
        .isEqualTo(
            new ThreadReading(reading.wallNanos(), 1_000, 20, 11, 12, 13, 14, 5_000, 7_000, false));
    assertThat(signals.rungs())
        .hasSize(Counter.values().length + 1)
        .allMatch(Signals.Rung::available)
        .allMatch(rung -> rung.costNanos() == 100);
    assertThat(signals.rungs().getFirst().name()).isEqualTo("cycles");
    assertThat(signals.rungs().getLast().name()).isEqualTo("tags and wall time");
  }

  @Test
  void processorCountersAreOptional() {
    Signals signals = signals(false);
    assertThat(signals.readings().get().cycles()).isEqualTo(-1);
    assertThat(rung(signals, Counter.CYCLES).reason()).isEqualTo("not requested");
    // One file is open, for the thread that has read its counters.
    assertThat(kernel.open).hasSize(1);
  }

  @Test
  void whatWasOpenedToFindOutIsClosed() {
    signals(true);
    assertThat(kernel.open).isEmpty();
  }

  @Test
  void withoutTheRightToCountTheReasonNamesTheSetting() throws IOException {
    Path setting = Files.createDirectories(procRoot.resolve("sys/kernel"));
    Files.writeString(setting.resolve("perf_event_paranoid"), "3\n");
    kernel.eventAnswer = FakeCounterKernel.EACCES;
    Signals signals = signals(true);
    assertThat(rung(signals, Counter.INSTRUCTIONS))
        .isEqualTo(
            Signals.Rung.missing(
                "instructions",
                "perf_event_open: not permitted (EACCES); perf_event_paranoid is 3"));
    assertThat(signals.readings().get().cpuNanos()).isEqualTo(1_000);
    kernel.eventAnswer = FakeCounterKernel.ENOENT;
    Files.delete(setting.resolve("perf_event_paranoid"));
    assertThat(rung(signals(true), Counter.CYCLES).reason())
        .isEqualTo("perf_event_open: not there (ENOENT)");
  }

  @Test
  void aMachineThatCountsNothingIsDetected() {
    kernel.cycles = 0;
    kernel.instructions = -1;
    Signals signals = signals(true);
    assertThat(rung(signals, Counter.CYCLES).reason()).isEqualTo("this machine counts none");
    assertThat(rung(signals, Counter.INSTRUCTIONS).reason()).isEqualTo("this machine counts none");
  }

  @Test
  void withoutSchedstatThereIsARungLess() {
    kernel.openAnswer = FakeCounterKernel.ENOENT;
    Signals signals = signals(false);
    assertThat(rung(signals, Counter.RUN_DELAY_NANOS).reason())
        .isEqualTo(procRoot.resolve("thread-self/schedstat") + ": not there (ENOENT)");
    assertThat(signals.readings().get().runDelayNanos()).isEqualTo(-1);
    assertThat(signals.readings().get().cpuNanos()).isEqualTo(1_000);
    kernel.openAnswer = FakeCounterKernel.EPERM;
    assertThat(rung(signals(false), Counter.RUN_DELAY_NANOS).reason()).contains("EPERM");
  }

  @Test
  void theFileOfTheRunDelayIsReadOnlyAfterASwitch() {
    Supplier<ThreadReading> readings = signals(false).readings();
    assertThat(readings.get().runDelayNanos()).isEqualTo(20);
    kernel.reads = 0;
    // Without a context switch, the kernel adds nothing.
    assertThat(readings.get().runDelayNanos()).isEqualTo(20);
    assertThat(kernel.reads).isZero();
    kernel.schedstat = "10 50 4\n";
    kernel.involuntarySwitches++;
    assertThat(readings.get().runDelayNanos()).isEqualTo(50);
    kernel.schedstat = "10 90 5\n";
    kernel.voluntarySwitches++;
    assertThat(readings.get().runDelayNanos()).isEqualTo(90);
    assertThat(kernel.reads).isEqualTo(2);
  }

  @Test
  void whereNobodyCountsSwitchesTheRunDelayIsReadEachTime() {
    Supplier<ThreadReading> readings = signals(false).readings();
    kernel.usageAnswer = FakeCounterKernel.EINVAL;
    assertThat(readings.get().runDelayNanos()).isEqualTo(20);
    kernel.schedstat = "10 50 4\n";
    assertThat(readings.get().runDelayNanos()).isEqualTo(50);
    // An earlier count does not show that there was no switch since.
    kernel.usageAnswer = 0;
    kernel.schedstat = "10 60 4\n";
    assertThat(readings.get().runDelayNanos()).isEqualTo(60);
  }

  @Test
  void aRunDelayThatCouldNotBeReadIsReadAgain() {
    Supplier<ThreadReading> readings = signals(false).readings();
    kernel.schedstat = "";
    kernel.voluntarySwitches++;
    assertThat(readings.get().runDelayNanos()).isEqualTo(-1);
    kernel.schedstat = "10 50 4\n";
    assertThat(readings.get().runDelayNanos()).isEqualTo(50);
  }

  @Test
  void aKernelThatMeasuresNoDelayIsFoundOut() {
    kernel.schedstat = "0 0 0\n";
    assertThat(rung(signals(false), Counter.RUN_DELAY_NANOS).reason())
        .endsWith("this kernel does not measure it");
    kernel.schedstat = "nothing\n";
    assertThat(rung(signals(false), Counter.RUN_DELAY_NANOS).reason())
        .endsWith("this kernel does not measure it");
    kernel.schedstat = "5 0 1\n";
    assertThat(rung(signals(false), Counter.RUN_DELAY_NANOS).available()).isTrue();
  }

  @Test
  void withNothingAtAllThereAreStillTagsAndWallTime() {
    kernel.cpuNanos = FakeCounterKernel.EINVAL;
    kernel.usageAnswer = FakeCounterKernel.EINVAL;
    kernel.openAnswer = FakeCounterKernel.ENOENT;
    kernel.eventAnswer = FakeCounterKernel.EPERM;
    Signals signals = signals(true);
    assertThat(signals.rungs().stream().filter(Signals.Rung::available).map(Signals.Rung::name))
        .containsExactly("tags and wall time");
    assertThat(rung(signals, Counter.CPU_NANOS).reason()).startsWith("clock_gettime: ");
    assertThat(rung(signals, Counter.MINOR_FAULTS).reason()).startsWith("getrusage: ");
    ThreadReading reading = signals.readings().get();
    assertThat(reading).isEqualTo(ThreadReading.ofWall(reading.wallNanos()));
  }

  @Test
  void withoutNativeAccessThereIsWhatTheJdkHasAndTheReason() {
    Signals jdk = Signals.probe();
    Signals signals = LinuxSignals.withReason(jdk, "this JVM refuses native access");
    assertThat(signals.readings()).isSameAs(jdk.readings());
    assertThat(rung(signals, Counter.CYCLES).reason()).isEqualTo("this JVM refuses native access");
    assertThat(rung(signals, Counter.CPU_NANOS)).isEqualTo(rung(jdk, Counter.CPU_NANOS));
  }

  @Test
  void theSecondNumberIsReadAsItStands() {
    for (String text :
        List.of("1 2 3\n", "12 9223372036854775 3\n", "7 0 1", "1 2", "9 77\n", "0 0 0\n")) {
      byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
      assertThat(LinuxCounters.secondNumber(bytes, bytes.length))
          .isEqualTo(Long.parseLong(text.strip().split(" ", -1)[1]));
    }
    for (String text : List.of("", "1", "1 x 3", "1 -2 3", "1 99999999999999999999 3")) {
      byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
      assertThat(LinuxCounters.secondNumber(bytes, bytes.length)).as(text).isEqualTo(-1);
    }
  }
}
