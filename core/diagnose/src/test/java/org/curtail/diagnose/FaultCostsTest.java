package org.curtail.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.curtail.signals.Signals;
import org.curtail.signals.ThreadReading;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The cost of a fault, on a simulated clock and on this machine. */
class FaultCostsTest {
  /** Returns consecutive readings with a constant step. */
  private static Supplier<ThreadReading> stepping(long[] cpuSteps, long[] faultSteps) {
    var reads = new AtomicInteger();
    long[] at = new long[2];
    return () -> {
      int i = reads.getAndIncrement();
      at[0] += cpuSteps[i % cpuSteps.length];
      at[1] += faultSteps[i % faultSteps.length];
      return new ThreadReading(i, at[0], 0, at[1], 0, 0, 0);
    };
  }

  @Test
  void costOfAFaultIsTheMeanOfAllFaults() {
    // The first reading shows if there are counters. Pairs of readings follow: 64 faults in 44.8
    // us.
    Supplier<ThreadReading> readings = stepping(new long[] {44_800, 0}, new long[] {64, 0});
    assertThat(new FaultCosts(readings).minorNanos()).hasValue(700);
  }

  @Test
  void costOfAWaitIsTheCpuTimeOfASleep() {
    Supplier<ThreadReading> readings = stepping(new long[] {100, 12_000}, new long[] {0});
    assertThat(new FaultCosts(readings).waitNanos()).hasValue(12_000);
    CauseSplit split = CauseSplit.measured(stepping(new long[] {100, 12_000}, new long[] {0}));
    // Without faults the cost of one is the usual one.
    assertThat(split.minorFaultNanos()).isEqualTo(CauseSplit.USUAL.minorFaultNanos());
  }

  @Test
  void memoryWithoutFaultsGivesNoCost() {
    Supplier<ThreadReading> readings = stepping(new long[] {44_800, 0}, new long[] {3, 0});
    assertThat(new FaultCosts(readings).minorNanos()).isEmpty();
  }

  @Test
  void usualCostsReplaceMissingMeasurements() {
    assertThat(CauseSplit.measured(() -> ThreadReading.ofWall(7))).isEqualTo(CauseSplit.USUAL);
  }

  @Test
  void implausibleMeasurementsAreLimited() {
    CauseSplit slow = CauseSplit.measured(stepping(new long[] {64_000_000, 0}, new long[] {64, 0}));
    assertThat(slow.minorFaultNanos()).isEqualTo(5_000);
    assertThat(slow.majorFaultNanos()).isEqualTo(100_000);
    CauseSplit none = CauseSplit.measured(stepping(new long[] {1, 1}, new long[] {64, 0}));
    assertThat(none.minorFaultNanos()).isEqualTo(100);
    assertThat(none.majorFaultNanos()).isEqualTo(1_000);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void faultFromADiskCostsMoreOnThisMachine() {
    CauseSplit split = CauseSplit.measured(Signals.probeWithFaults().readings());
    assertThat(split.minorFaultNanos()).isBetween(100L, 5_000L);
    assertThat(split.majorFaultNanos()).isGreaterThanOrEqualTo(split.minorFaultNanos());
    assertThat(split.strayShare()).isEqualTo(CauseSplit.USUAL.strayShare());
  }
}
