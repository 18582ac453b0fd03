package org.curtail.benchkit.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class MachineTimesTest {
  private static final int CORES = Runtime.getRuntime().availableProcessors();

  private static MachineTimes times(double wallMs, double ownMsPerCore, double busyMsPerCore) {
    return new MachineTimes(wallMs, ownMsPerCore * CORES, 0, 0, busyMsPerCore * CORES);
  }

  @Test
  void whatOthersTookIsWhatThisProcessDidNot() {
    assertThat(times(10_000, 4_000, 7_010).stolenShare()).isCloseTo(0.3, within(1e-9));
  }

  @Test
  void theCoarseCountOfAShortMomentIsNotOthersDoing() {
    assertThat(times(50, 30, 40).stolenShare()).isZero();
    assertThat(times(50, 45, 40).stolenShare()).isZero();
  }

  @Test
  void whereTheSystemDoesNotTellTheShareIsNegative() {
    assertThat(new MachineTimes(100, 50, 0, 0, -1).stolenShare()).isNegative();
  }
}
