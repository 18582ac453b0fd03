package org.curtail.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LoadRangesTest {
  @Test
  void neighboursAreTakenTogether() {
    assertThat(PlanText.ranges(List.of(3))).isEqualTo("3");
    assertThat(PlanText.ranges(List.of(1, 2, 3, 7, 9, 10))).isEqualTo("1 to 3, 7, 9 to 10");
    assertThat(PlanText.ranges(List.of())).isEmpty();
  }
}
