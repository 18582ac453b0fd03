package org.curtail.papers.automatic;

import static org.assertj.core.api.Assertions.assertThat;

import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.automatic.choose.Goal;
import org.curtail.automatic.choose.JudgeSetting;
import org.curtail.sim.SyntheticProfiles;
import org.junit.jupiter.api.Test;

class BoundedTableTest {
  private static final Profile PROFILE = SyntheticProfiles.luceneLike(300, 4);

  @Test
  void aPlannedTableIsForTheseCoresAndDegreesThatHelp() {
    IntervalTable table =
        Hindsight.boundedTable(JudgeSetting.of(PROFILE, 8, Goal.minimise(95), 1)).orElseThrow();
    assertThat(table.cores()).isEqualTo(8);
    assertThat(table.percentile()).isEqualTo(95);
    assertThat(table.maxDegree()).isBetween(2, 4);
    double[][] alike = {{4, 4}, {9, 9}};
    assertThat(
            Hindsight.boundedTable(
                JudgeSetting.of(Profile.of("no gain", alike), 8, Goal.byDefault(), 1)))
        .isEmpty();
    assertThat(Hindsight.boundedTable(JudgeSetting.of(PROFILE, 1, Goal.byDefault(), 1))).isEmpty();
  }
}
