package org.curtail.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.curtail.IntervalTable;
import org.curtail.PaperTables;
import org.curtail.Profile;
import org.junit.jupiter.api.Test;

class TableForecastTest {
  private final Profile figure5 = PaperTables.figure5Profile();

  @Test
  void thePrintedTableOfFigure5HasThePredictionsOfThePaper() {
    IntervalTable forecast = TableForecast.of(PaperTables.figure5Table(), figure5, 99, 8);
    assertThat(forecast.rows())
        .extracting(IntervalTable.Row::tailMs)
        .containsExactly(75.0, 75.0, 100.0, 150.0, 150.0, 150.0, 150.0, 150.0);
    assertThat(forecast.rows())
        .extracting(IntervalTable.Row::meanMs)
        .containsExactly(50.0, 50.0, 75.0, 100.0, 100.0, 100.0, 100.0, 100.0);
    assertThat(forecast.row(1).averageParallelism()).isCloseTo(3, within(1e-9));
    assertThat(forecast.row(3).averageParallelism()).isCloseTo(5, within(1e-9));
  }

  @Test
  void aPlannedTableKeepsItsPredictionsOnItsOwnProfile() {
    IntervalTable planned =
        TablePlanner.plan(figure5, new PlanGoal(6, 6, 3, List.of(1, 3), 99, 50, 8));
    IntervalTable forecast = TableForecast.of(planned, figure5, 99, 8);
    for (int load = 1; load <= 8; load++) {
      assertThat(forecast.row(load).startsMs()).isEqualTo(planned.row(load).startsMs());
      assertThat(forecast.row(load).tailMs()).isEqualTo(planned.row(load).tailMs());
      assertThat(forecast.row(load).meanMs()).isEqualTo(planned.row(load).meanMs());
      assertThat(forecast.row(load).averageParallelism())
          .isEqualTo(planned.row(load).averageParallelism());
    }
  }

  @Test
  void aLoadWithoutARowUsesTheNextLowerRow() {
    var profile = Profile.of("", new double[][] {{200, 110, 80, 60}});
    IntervalTable forecast =
        TableForecast.of(IntervalTable.published("few-to-many-lucene"), profile, 95, 26);
    assertThat(forecast.rows()).hasSize(26);
    assertThat(forecast.row(1).startsMs()).containsExactly(0.0, 0.0, 0.0, 0.0);
    assertThat(forecast.row(1).tailMs()).isEqualTo(60);
    assertThat(forecast.row(26).startsMs()).containsExactly(90.0, 315.0, 390.0, 440.0);
    assertThat(forecast.row(26).tailMs()).isEqualTo(290);
    assertThat(forecast.percentile()).isEqualTo(95);
    assertThat(forecast.waitForExitAbove()).isEqualTo(24);
  }

  @Test
  void proofsForAnotherProfileAreLeftOut() {
    var row = new IntervalTable.Row(1, List.of(0.0, 10.0), 75, 50, 1, 74, true);
    var table = new IntervalTable(6, 6, 2, 99, 50, List.of(1, 2), List.of(row), 6);
    IntervalTable.Row forecast = TableForecast.of(table, figure5, 99, 1).row(1);
    assertThat(forecast.boundMs()).isZero();
    assertThat(forecast.optimal()).isFalse();
  }

  @Test
  void aDegreeThatWasNotMeasuredIsRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> TableForecast.of(IntervalTable.published("few-to-many-lucene"), figure5, 99, 24))
        .withMessage("the schedule goes to degree 4, the profile only to 3");
  }
}
