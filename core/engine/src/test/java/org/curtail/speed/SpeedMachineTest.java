package org.curtail.speed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpeedMachineTest {
  private static final SpeedClass SLOW = new SpeedClass("slow", 4, 0.5, 1, 0.1);
  private static final SpeedClass FAST = new SpeedClass("fast", 2, 1, 5, 0.5);

  @Test
  void classesStandInOrderOfSpeed() {
    SpeedMachine machine = SpeedMachine.ofCores(FAST, SLOW);
    assertThat(machine.classes()).containsExactly(SLOW, FAST);
    assertThat(machine.cores()).isEqualTo(6);
    assertThat(machine.idleWatts()).isCloseTo(1.4, within(1e-12));
    assertThat(machine.mostProgress()).isCloseTo(4, within(1e-12));
  }

  @Test
  void theShareThatDoesNotScaleLimitsWhatSpeedCosts() {
    SpeedMachine machine = SpeedMachine.ofCores(SLOW, FAST).withUnscaledShare(0.5);
    assertThat(machine.progress(0)).isCloseTo(1 / 1.5, within(1e-12));
    assertThat(machine.progress(1)).isEqualTo(1);
  }

  @Test
  void impossibleMachinesAreRefused() {
    assertThatThrownBy(SpeedMachine::ofCores).hasMessageContaining("at least one speed class");
    assertThatThrownBy(() -> SpeedMachine.ofCores(SLOW, new SpeedClass("slow", 1, 1, 5, 0)))
        .hasMessage("two speed classes have the name slow");
    assertThatThrownBy(() -> SpeedMachine.ofCores(SLOW, new SpeedClass("other", 1, 0.5, 5, 0)))
        .hasMessageContaining("the same speed: 0.5");
    assertThatThrownBy(() -> SpeedMachine.ofCores(SLOW, new SpeedClass("fast", 1, 1, 0.9, 0)))
        .hasMessage(
            "fast is faster than slow and draws less, 0.9 W against 1.0 W: power must not fall with speed");
    assertThatThrownBy(() -> SpeedMachine.ofClocks(SLOW, FAST))
        .hasMessageContaining("slow has 4 and fast has 2");
    assertThatThrownBy(() -> SpeedMachine.ofCores(SLOW, FAST).withBudgetWatts(5))
        .hasMessageContaining("budgetWatts must be at least 5.9");
    assertThatThrownBy(() -> SpeedMachine.ofCores(SLOW).withUnscaledShare(1))
        .hasMessageContaining("unscaledShare");
    assertThatThrownBy(() -> SpeedMachine.ofCores(SLOW).movingAt(-1, 0))
        .hasMessageContaining("moveNanos");
    assertThatThrownBy(() -> SpeedMachine.ofCores(SLOW).movingAt(0, Double.NaN))
        .hasMessageContaining("moveJoules");
  }

  @ParameterizedTest
  @CsvSource({
    "'',1,1,1,0,must not be blank",
    "a,0,1,1,0,count must lie between 1 and 10000: 0",
    "a,1,0,1,0,speed must lie between 0.001 and 1",
    "a,1,1.5,1,0,speed must lie between 0.001 and 1",
    "a,1,NaN,1,0,speed must lie",
    "a,1,1,0,0,busyWatts must be more than 0",
    "a,1,1,1,2,idleWatts must lie between 0 and the busyWatts 1.0: 2.0",
    "a,1,1,1,-1,idleWatts must lie"
  })
  void aClassThatCannotBeIsRefused(
      String name, int count, double speed, double busyWatts, double idleWatts, String complaint) {
    assertThatThrownBy(() -> new SpeedClass(name, count, speed, busyWatts, idleWatts))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(complaint);
  }
}
