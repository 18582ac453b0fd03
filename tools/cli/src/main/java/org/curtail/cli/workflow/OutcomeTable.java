package org.curtail.cli.workflow;

import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.results.NumberTable;

/** What a plan brings and costs, as a table for the report. */
final class OutcomeTable {
  private static final List<Double> PERCENTILES = List.of(50.0, 99.0, 99.9);

  private OutcomeTable() {}

  static NumberTable of(List<NumberTable.Line> lines) {
    return new NumberTable(
        "What the plan brings and costs",
        "",
        "requests",
        List.of(
            "p50 ms without",
            "with",
            "p99 ms without",
            "with",
            "p99.9 ms without",
            "with",
            "copies cost, %",
            "loss, %"),
        lines);
  }

  static NumberTable.Line line(String name, Tried tried) {
    var values = new ArrayList<Double>();
    for (double percentile : PERCENTILES) {
      values.add(tried.without().percentileMillis(percentile));
      values.add(tried.with().percentileMillis(percentile));
    }
    values.add(100 * tried.with().budgetUsed());
    values.add(100 * tried.with().loss());
    return new NumberTable.Line(name, values);
  }
}
