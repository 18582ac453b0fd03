package org.curtail.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.benchkit.trust.SpeedupShape;
import org.junit.jupiter.api.Test;

class TableTextTest {
  @Test
  void aProvedBoundIsShownAsThePercentageThatMayBeMissing() {
    var proved = new IntervalTable.Row(1, List.of(0.0, 10.0), 100.03, 50, 1.5, 100, false);
    var best = new IntervalTable.Row(2, List.of(0.0, 20.0), 120, 60, 2, 120, true);
    var unproved = new IntervalTable.Row(3, List.of(5.0, 30.0), 130, 70, 2);
    var table =
        new IntervalTable(2, 2, 2, 99, 1, List.of(1, 2), List.of(proved, best, unproved), 3);
    assertThat(PlanText.table(table))
        .containsExactly(
            "load       t0       t1   tail ms   mean ms   threads         from best",
            "   1    0, d1   10, d2     100.0      50.0       1.5   0.03 % unproved",
            "   2    0, d1   20, d2     120.0      60.0       2.0            0.00 %",
            "   3    5, d1   30, d2     130.0      70.0       2.0                 -",
            ">= 4   e1, d1   30, d2");
    var slower = Profile.of("", new double[][] {{0.5, 0.7}});
    var demand = new Demand(Path.of("p"), slower, slower, null, false);
    assertThat(PlanText.remarks(table, table, new SpeedupShape(1, 0, 1, 0, List.of(2)), demand))
        .containsExactly(
            "rows without a proof that they are the best on the grid: load 1, 3; \"from best\" is their greatest"
                + " possible excess, --effort continues the search",
            "requests take longer in the mean at degree 2 than at a lower one: noise, or more"
                + " threads than help",
            "a step of 1 ms is longer than the longest request, 0.5 ms: a degree begins at once or"
                + " never");
  }

  @Test
  void aTableWithoutExitEndsWithTheLoadsFromItsLastRowOn() {
    var both = new IntervalTable.Row(1, List.of(0.0, 10.0), 100, 50, 1.5);
    var one = new IntervalTable.Row(2, List.of(0.0, IntervalTable.NEVER_MS), 120, 60, 2);
    var table =
        new IntervalTable(2, 2, 2, 99, 1, List.of(1, 2), List.of(both, one), IntervalTable.NO_EXIT);
    assertThat(PlanText.table(table))
        .containsExactly(
            "load      t0       t1   tail ms   mean ms       threads   from best",
            "   1   0, d1   10, d2     100.0      50.0           1.5           -",
            ">= 2   0, d1              120.0      60.0   2.0 or more           -");
    assertThat(TableBars.lines(table, 60, false))
        .anySatisfy(line -> assertThat(line).matches(">= 2  1+"))
        .noneSatisfy(line -> assertThat(line).contains("waits until"));
  }

  @Test
  void loadsThatUseARowOfALowerOneHaveNoPredictions() {
    var row = new IntervalTable.Row(2, List.of(0.0, 10.0), 100, 50, 1.5);
    var table = new IntervalTable(2, 5, 2, 99, 1, List.of(1, 2), List.of(row), 5);
    assertThat(PlanText.table(table))
        .containsExactly(
            "  load       t0       t1   tail ms   mean ms   threads   from best",
            "1 to 2    0, d1   10, d2     100.0      50.0       1.5           -",
            "3 to 5    0, d1   10, d2         -         -         -           -",
            "  >= 6   e1, d1   10, d2");
  }
}
