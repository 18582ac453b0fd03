package org.curtail.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.curtail.PaperTables;
import org.curtail.Profile;
import org.junit.jupiter.api.Test;

/** Numbers by hand, from the example of section 4.1. */
class ScheduleTest {
  private static ScheduleCost figure5(Double... startsMs) {
    return new Schedule(List.of(startsMs)).cost(PaperTables.figure5Profile(), 99);
  }

  @Test
  void degreeThreeFromTheStartNeeds75MsAndThreeThreads() {
    ScheduleCost cost = figure5(0.0, 0.0, 0.0);
    assertThat(cost.tailMs()).isCloseTo(75, within(1e-9));
    assertThat(cost.meanMs()).isCloseTo(50, within(1e-9));
    assertThat(cost.averageParallelism(2)).isCloseTo(6, within(1e-9));
  }

  @Test
  void degreeThreeAfter50MsNeeds100MsAnd1Point67Threads() {
    ScheduleCost cost = figure5(0.0, 50.0, 50.0);
    assertThat(cost.tailMs()).isCloseTo(100, within(1e-9));
    assertThat(cost.meanMs()).isCloseTo(75, within(1e-9));
    assertThat(cost.averageParallelism(1)).isCloseTo(250.0 / 150, within(1e-9));
    assertThat(cost.averageParallelism(4)).isGreaterThan(6);
  }

  @Test
  void theAdmissionDelayCountsAsTimeButUsesNoThread() {
    ScheduleCost cost = figure5(25.0, 175.0, 175.0);
    assertThat(cost.tailMs()).isCloseTo(175, within(1e-9));
    assertThat(cost.meanMs()).isCloseTo(125, within(1e-9));
    assertThat(cost.averageParallelism(7)).isCloseTo(7 * 100.0 / 125, within(1e-9));
  }

  @Test
  void everyDegreeInTurnAddsItsShareOfTheWork() {
    // Long: 30 ms at 1, 20 ms at 1.5 do 60 of 150; 90 at speed 2 take 45. Short: 20 at 1.5 take
    // 13.3.
    ScheduleCost cost = figure5(0.0, 30.0, 50.0);
    assertThat(cost.tailMs()).isCloseTo(95, within(1e-9));
    assertThat(cost.meanMs()).isCloseTo((95 + 30 + 20 / 1.5) / 2, within(1e-9));
    assertThat(cost.threadMs()).isCloseTo((30 + 40 + 135 + 30 + 2 * 20 / 1.5) / 2, within(1e-9));
  }

  @Test
  void aSerialPartTakesTimeAndOneThreadInAnyInterval() {
    // Long: 40 of 150 ms serial, then 110 by 35 on three threads. Short: 10 of 50, then 40 by 15.
    Profile profile = PaperTables.figure5Profile().withSerialMs(new double[] {10, 40});
    ScheduleCost atOnce = new Schedule(List.of(0.0, 0.0, 0.0)).cost(profile, 99);
    assertThat(atOnce.tailMs()).isCloseTo(75, within(1e-9));
    assertThat(atOnce.meanMs()).isCloseTo(50, within(1e-9));
    assertThat(atOnce.threadMs()).isCloseTo((40 + 3 * 35 + 10 + 3 * 15) / 2.0, within(1e-9));
    // Degree 3 after 62 ms: the long one has done 22 of 110 alone, and the rest takes 28; the short
    // one has ended.
    ScheduleCost late = new Schedule(List.of(0.0, 62.0, 62.0)).cost(profile, 99);
    assertThat(late.tailMs()).isCloseTo(62 + 28, within(1e-9));
    assertThat(late.threadMs()).isCloseTo((62 + 3 * 28 + 50) / 2.0, within(1e-9));
  }

  @Test
  void startsThatAreNoneAreRejected() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Schedule(List.of()));
    for (double start : new double[] {-1, 4, Double.NaN}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new Schedule(List.of(5.0, start)))
          .withMessageContaining("" + start);
    }
  }

  @Test
  void aDegreeThatWasNotMeasuredIsRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> figure5(0.0, 0.0, 0.0, 0.0))
        .withMessage("the schedule goes to degree 4, the profile only to 3");
  }
}
