package org.curtail.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.curtail.Admission;
import org.curtail.IntervalTable;
import org.curtail.Load;
import org.curtail.PaperTables;
import org.curtail.Profile;
import org.curtail.Progress;
import org.curtail.policy.FewToMany;
import org.curtail.sim.SyntheticProfiles;
import org.junit.jupiter.api.Test;

class TablePlannerTest {
  private static IntervalTable figure5(List<Integer> degrees, double stepMs, int maxLoad) {
    return TablePlanner.plan(
        PaperTables.figure5Profile(), new PlanGoal(6, 6, 3, degrees, 99, stepMs, maxLoad));
  }

  private static double[] tailsMs(IntervalTable table) {
    return table.rows().stream().mapToDouble(IntervalTable.Row::tailMs).toArray();
  }

  @Test
  void figure5WithAllDegreesHasALowerTailThanThePrintedTable() {
    IntervalTable table = figure5(List.of(1, 2, 3), 50, 8);
    assertThat(tailsMs(table))
        .containsExactly(new double[] {75, 75, 100, 112.5, 400.0 / 3, 150, 175, 200}, within(1e-9));
    // Degree 2 for all has the printed row's tail and a lower mean, 66.7 ms instead of 75.
    assertThat(table.row(3).startsMs()).containsExactly(0.0, 0.0, 100.0);
    assertThat(table.row(3).meanMs()).isCloseTo(200.0 / 3, within(1e-9));
    assertThat(table.row(4).startsMs()).containsExactly(0.0, 50.0, 100.0);
    assertThat(table.row(7).startsMs()).containsExactly(50.0, 150.0, 150.0);
  }

  @Test
  void figure5WithDegreesOneAndThreeIsThePrintedTableButForLoadFour() {
    IntervalTable table = figure5(List.of(1, 3), 50, 8);
    assertThat(tailsMs(table))
        .containsExactly(new double[] {75, 75, 100, 125, 150, 150, 175, 200}, within(1e-9));
    assertThat(table.row(1).startsMs()).containsExactly(0.0, 0.0, 0.0);
    assertThat(table.row(2).startsMs()).containsExactly(0.0, 0.0, 0.0);
    assertThat(table.row(3).startsMs()).containsExactly(0.0, 50.0, 50.0);
    assertThat(table.row(3).averageParallelism()).isCloseTo(5, within(1e-9));
    // The printed table runs load 4 sequentially, since its only time is 50 ms.
    assertThat(table.row(4).startsMs()).containsExactly(0.0, 100.0, 100.0);
    assertThat(table.row(5).startsMs()).containsExactly(0.0, 150.0, 150.0);
    assertThat(table.row(6).startsMs()).containsExactly(0.0, 150.0, 150.0);
  }

  /** The search in small: degree 3 after 0 or 50 ms, or never (after the end of every request). */
  @Test
  void figure5AsPrintedIsTheBestOfTheTimesItNames() {
    IntervalTable printed = PaperTables.figure5Table();
    for (int load = 1; load <= 6; load++) {
      double leastTailMs = Double.POSITIVE_INFINITY;
      for (double startMs : new double[] {0, 50, 150}) {
        ScheduleCost cost =
            new Schedule(List.of(0.0, startMs, startMs)).cost(PaperTables.figure5Profile(), 99);
        if (cost.averageParallelism(load) <= 6 + 1e-9) {
          leastTailMs = Math.min(leastTailMs, cost.tailMs());
        }
      }
      assertThat(printed.row(load).tailMs()).isCloseTo(leastTailMs, within(1e-9));
    }
  }

  @Test
  void aRequestAboveTheTargetParallelismWaitsForAnExit() {
    IntervalTable table = figure5(List.of(1, 3), 50, 6);
    assertThat(table.waitForExitAbove()).isEqualTo(6);
    var policy = new FewToMany(table);
    var arrived = new Progress(0, 0, 0);
    assertThat(policy.admit(arrived, new Load(6, 1, 5, 6))).isEqualTo(Admission.START);
    assertThat(policy.admit(arrived, new Load(7, 1, 6, 6))).isEqualTo(Admission.WAIT_FOR_EXIT);
  }

  @Test
  void theTableHasItsGoal() {
    IntervalTable table =
        TablePlanner.plan(
            PaperTables.figure5Profile(), new PlanGoal(4, 6, 3, List.of(1, 3), 95, 25, 2));
    assertThat(table.cores()).isEqualTo(4);
    assertThat(table.targetParallelism()).isEqualTo(6);
    assertThat(table.maxDegree()).isEqualTo(3);
    assertThat(table.percentile()).isEqualTo(95);
    assertThat(table.stepMs()).isEqualTo(25);
    assertThat(table.degrees()).containsExactly(1, 3);
    assertThat(table.rows()).extracting(IntervalTable.Row::load).containsExactly(1, 2);
  }

  @Test
  void oneDegreeOnlyDelaysAdmission() {
    IntervalTable table =
        TablePlanner.plan(
            PaperTables.figure5Profile(), new PlanGoal(6, 6, 1, List.of(1), 99, 5, 12));
    assertThat(table.row(6).startsMs()).containsExactly(0.0);
    // 12 requests of 100 ms use 6 threads if each stays for 200 ms.
    assertThat(table.row(12).startsMs()).containsExactly(100.0);
  }

  @Test
  void aDegreeThatHarmsIsNeverReached() {
    var profile = Profile.of("slower in parallel", new double[][] {{10, 20, 5}, {30, 60, 15}});
    IntervalTable table =
        TablePlanner.plan(profile, new PlanGoal(8, 8, 3, List.of(1, 2, 3), 99, 5, 1));
    assertThat(table.row(1).startsMs()).containsExactly(0.0, 0.0, 0.0);
    assertThat(table.row(1).tailMs()).isEqualTo(15);
  }

  @Test
  void timesAreMultiplesOfTheStepAsPeopleWriteThem() {
    var profile = Profile.of("", new double[][] {{0.9, 0.5}, {2.1, 1.4}});
    IntervalTable table =
        TablePlanner.plan(profile, new PlanGoal(2, 2, 2, List.of(1, 2), 99, 0.1, 4));
    for (IntervalTable.Row row : table.rows()) {
      for (double startMs : row.startsMs()) {
        assertThat(Double.toString(startMs)).matches("\\d+\\.\\d");
      }
    }
  }

  @Test
  void aDegreeThatWasNotMeasuredIsRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            TablePlanner.plan(
                PaperTables.figure5Profile(),
                new PlanGoal(6, 6, 4, List.of(1, 2, 3, 4), 99, 50, 6)))
        .withMessage("maxDegree must be at most that of the profile, 3: 4");
  }

  /**
   * Loads 1 to 6 run at the maximum degree from the start, later ones ever later, and high loads
   * wait for admission: the shape of Table 2. Another program, an exhaustive sweep, found the same
   * rows.
   */
  @Test
  void aLuceneLikeProfileHasTheShapeOfTable2() {
    Profile profile = SyntheticProfiles.luceneLike(10_000, 4);
    IntervalTable table =
        TablePlanner.plan(profile, new PlanGoal(15, 24, 4, PlanGoal.degreesTo(4), 99, 5, 24));
    assertThat(table.rows()).allMatch(IntervalTable.Row::optimal);
    for (int load = 1; load <= 6; load++) {
      assertThat(table.row(load).startsMs()).containsExactly(0.0, 0.0, 0.0, 0.0);
    }
    assertThat(table.row(7).startsMs()).containsExactly(0.0, 0.0, 10.0, 40.0);
    assertThat(table.row(8).startsMs()).containsExactly(0.0, 0.0, 45.0, 55.0);
    assertThat(table.row(9).startsMs()).containsExactly(5.0, 20.0, 50.0, 70.0);
    assertThat(table.row(10).startsMs()).containsExactly(0.0, 40.0, 65.0, 90.0);
    assertThat(table.row(12).startsMs()).containsExactly(25.0, 55.0, 90.0, 115.0);
    assertThat(table.row(16).startsMs()).containsExactly(60.0, 100.0, 140.0, 165.0);
    assertThat(table.row(20).startsMs()).containsExactly(100.0, 150.0, 180.0, 210.0);
    assertThat(table.row(24).startsMs()).containsExactly(130.0, 190.0, 230.0, 270.0);
    for (int load = 7; load < 24; load++) {
      IntervalTable.Row row = table.row(load);
      IntervalTable.Row next = table.row(load + 1);
      assertThat(next.startMs(3)).isGreaterThanOrEqualTo(row.startMs(3));
      assertThat(next.startMs(4)).isGreaterThan(row.startMs(4));
      assertThat(row.boundMs()).isGreaterThan(0.999 * row.tailMs());
    }
  }

  @Test
  void aStepThatIsTooSmallToCountIsRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> figure5(List.of(1, 2, 3), 1e-11, 6))
        .withMessage("stepMs must be at least 2.0E-10 for times of up to 150.0 ms: 1.0E-11");
    assertThat(figure5(List.of(1, 2, 3), 0.1, 6).rows()).hasSize(6);
  }

  @Test
  void theSuggestedStepIsRoundAndFine() {
    double[][] timesMs = new double[1_000][];
    for (int r = 0; r < timesMs.length; r++) {
      timesMs[r] = new double[] {r + 1, (r + 1) / 1.8, (r + 1) / 2.5, (r + 1) / 3.0};
    }
    Profile profile = Profile.of("", timesMs);
    assertThat(TablePlanner.suggestStepMs(profile, List.of(1, 2))).isEqualTo(5);
    assertThat(TablePlanner.suggestStepMs(PaperTables.figure5Profile(), List.of(1, 2)))
        .isEqualTo(0.5);
  }

  @Test
  void theSuggestedStepHeedsSlowDegreesOnlyIfTheyHaveTooManySteps() {
    Profile slower = Profile.of("", new double[][] {{400, 8_000}});
    assertThat(TablePlanner.suggestStepMs(slower, List.of(1, 2))).isEqualTo(1);
    Profile endless = Profile.of("", new double[][] {{400, 4e14}});
    assertThat(TablePlanner.leastStepMs(endless, List.of(1, 2))).isEqualTo(500);
    assertThat(TablePlanner.suggestStepMs(endless, List.of(1, 2))).isEqualTo(500);
    TablePlanner.plan(endless, new PlanGoal(1, 1, 2, List.of(1, 2), 99, 500, 1));
  }
}
