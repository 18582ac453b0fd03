package org.curtail.signals;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** On a clock and a machine that are stepped by hand. */
class BracketedReadingsTest {
  private final SteppedMachine machine = new SteppedMachine();
  private final Supplier<ThreadReading> readings =
      new BracketedReadings(() -> machine::read, machine::nanoTime);

  private void warmUp() {
    for (int i = 0; i < 31; i++) {
      var unused = readings.get();
    }
    machine.reads = 0;
  }

  @Test
  void theTimeBetweenTwoReadingsIsWhatTheThreadDidAndOneReading() {
    warmUp();
    ThreadReading begin = readings.get();
    machine.computes(3_000_000);
    machine.waitsForCore(5_000_000);
    machine.isBlocked(7_000_000);
    machine.faults(11, 13);
    ThreadReading end = readings.get();
    assertThat(machine.reads).isEqualTo(2);
    assertThat(end.wallNanos() - begin.wallNanos())
        .isEqualTo(15_000_000 + SteppedMachine.READ_NANOS);
    assertThat(end.cpuNanos() - begin.cpuNanos()).isEqualTo(3_000_000 + SteppedMachine.READ_NANOS);
    assertThat(end.runDelayNanos() - begin.runDelayNanos()).isEqualTo(5_000_000);
    assertThat(end.minorFaults() - begin.minorFaults()).isEqualTo(11);
    assertThat(end.majorFaults() - begin.majorFaults()).isEqualTo(13);
    assertThat(end.voluntarySwitches() - begin.voluntarySwitches()).isEqualTo(1);
    assertThat(end.involuntarySwitches() - begin.involuntarySwitches()).isEqualTo(1);
    assertThat(begin.doubtful() || end.doubtful()).isFalse();
  }

  /** Without the check, the time slice that others had would be neither CPU time nor waiting. */
  @Test
  void aThreadThatLosesItsCoreWhileItReadsItselfReadsAgain() {
    warmUp();
    ThreadReading begin = readings.get();
    machine.interruptNextReadings(4_000_000L);
    ThreadReading end = readings.get();
    assertThat(machine.reads).isEqualTo(3);
    assertThat(end.doubtful()).isFalse();
    long wallNanos = end.wallNanos() - begin.wallNanos();
    assertThat(wallNanos).isEqualTo(4_000_000 + 2 * SteppedMachine.READ_NANOS);
    assertThat(end.cpuNanos() - begin.cpuNanos() + end.runDelayNanos() - begin.runDelayNanos())
        .isEqualTo(wallNanos);
  }

  @Test
  void aThreadThatLosesItsCoreAgainAndAgainSaysSoAndKeepsItsBestReading() {
    warmUp();
    long beforeNanos = machine.nanoTime();
    machine.interruptNextReadings(4_000_000L, 2_000_000L, 3_000_000L);
    ThreadReading reading = readings.get();
    assertThat(machine.reads).isEqualTo(3);
    assertThat(reading.doubtful()).isTrue();
    assertThat(reading.wallNanos()).isEqualTo(beforeNanos + 4_000_000 + SteppedMachine.READ_NANOS);
    assertThat(readings.get().doubtful()).isFalse();
  }

  @Test
  void theFirstReadingOfAThreadIsDoubtedToo() {
    machine.interruptNextReadings(0L, 5_000_000L, 6_000_000L, 5_000_000L, 5_000_000L, 5_000_000L);
    machine.interruptNextReadings(4_000_000L, 4_000_000L, 4_000_000L, 4_000_000L);
    ThreadReading first = readings.get();
    // Three to find out, of which one was not interrupted, and most others were.
    assertThat(first.doubtful()).isTrue();
    assertThat(readings.get().doubtful()).isFalse();
  }

  @Test
  void aReadingTwiceAsSlowAsUsualIsNotDoubtful() {
    warmUp();
    machine.interruptNextReadings(SteppedMachine.READ_NANOS);
    assertThat(readings.get().doubtful()).isFalse();
    assertThat(machine.reads).isEqualTo(1);
    machine.interruptNextReadings(SteppedMachine.READ_NANOS + 1);
    var unused = readings.get();
    assertThat(machine.reads).isEqualTo(3);
  }

  @Test
  void aMachineThatHasBecomeSlowIsBelievedOnceMostReadingsAreSlow() {
    warmUp();
    for (int i = 0; i < 31; i++) {
      machine.interruptNextReadings(9_000L, 9_000L, 9_000L);
      var unused = readings.get();
    }
    machine.interruptNextReadings(9_000L);
    machine.reads = 0;
    assertThat(readings.get().doubtful()).isFalse();
    assertThat(machine.reads).isEqualTo(1);
  }

  @Test
  void eachThreadHasCountersOfItsOwnAndVirtualThreadsHaveTheTimeOnly() throws Exception {
    var made = new AtomicInteger();
    var own =
        new BracketedReadings(
            () -> into -> into[Counter.CPU_NANOS.place()] = made.incrementAndGet(),
            machine::nanoTime);
    // It read itself before, to know how long that takes; nothing interrupts it.
    assertThat(own.get().cpuNanos()).isEqualTo(4);
    var seen = new AtomicReference<ThreadReading>();
    Thread virtual = Thread.ofVirtual().start(() -> seen.set(own.get()));
    virtual.join();
    assertThat(seen.get()).isEqualTo(ThreadReading.ofWall(seen.get().wallNanos()));
    assertThat(made.get()).isEqualTo(4);
  }

  @Test
  void countersThatAreNotReadAreUnavailable() {
    ThreadReading reading = new BracketedReadings(() -> into -> {}, System::nanoTime).get();
    assertThat(reading).isEqualTo(ThreadReading.ofWall(reading.wallNanos()));
  }
}
