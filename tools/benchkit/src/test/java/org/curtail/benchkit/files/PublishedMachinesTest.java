package org.curtail.benchkit.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.curtail.speed.SpeedMachine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PublishedMachinesTest {
  static List<String> published() {
    return PublishedMachines.names();
  }

  @ParameterizedTest
  @MethodSource("published")
  void aPublishedMachineIsWholeAndItsFastestHasSpeed1(String name) {
    SpeedMachine machine = PublishedMachines.named(name);
    assertThat(machine.classes().getLast().speed()).isEqualTo(1);
    assertThat(machine.classes().size()).isGreaterThan(1);
    assertThat(machine.moveNanos()).isPositive();
  }

  @Test
  void theServerFollowsItsCubeAndBelowHalfItsLine() {
    SpeedMachine server = PublishedMachines.named("server");
    assertThat(server.cores()).isEqualTo(8);
    assertThat(server.classes().getLast().busyWatts()).isCloseTo(10, within(1e-12));
    assertThat(server.classes().get(1).busyWatts()).isCloseTo(2 + 8 * 0.125, within(1e-12));
    assertThat(server.classes().get(0).busyWatts()).isCloseTo(2 + 8 * 0.1, within(1e-12));
    assertThatThrownBy(() -> PublishedMachines.named("laptop")).hasMessageContaining("'laptop'");
  }
}
