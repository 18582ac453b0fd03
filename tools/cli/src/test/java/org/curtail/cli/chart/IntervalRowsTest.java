package org.curtail.cli.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.curtail.IntervalTable;
import org.curtail.benchkit.results.SampleResults;
import org.junit.jupiter.api.Test;

class IntervalRowsTest {
  @Test
  void thePublishedTableBeginsWithUpToSixRequests() {
    List<IntervalRows.Row> rows = IntervalRows.of(SampleResults.publishedTable());

    assertThat(rows).extracting(IntervalRows.Row::load).startsWith("≤ 6", "7", "8").endsWith("24");
  }

  @Test
  void neighboursThatSayTheSameAreTakenTogether() {
    var table =
        new IntervalTable(
            2, 2, 2, 99, 1, List.of(1, 2), List.of(row(1, 0), row(2, 5), row(3, 5), row(6, 9)), 6);

    assertThat(IntervalRows.of(table))
        .extracting(IntervalRows.Row::load)
        .containsExactly("1", "2–3", "4–6");
  }

  @Test
  void rowsForLoadsThatWaitForAnExitAreLeftOut() {
    var table =
        new IntervalTable(
            2, 2, 2, 99, 1, List.of(1, 2), List.of(row(1, 0), row(4, 5), row(5, 7)), 3);

    assertThat(IntervalRows.of(table))
        .extracting(IntervalRows.Row::load)
        .containsExactly("1", "2–3");
  }

  private static IntervalTable.Row row(int load, double secondMs) {
    return new IntervalTable.Row(load, List.of(0.0, secondMs), 1, 1, 1);
  }
}
