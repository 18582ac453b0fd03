package org.curtail.cli.workflow;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.curtail.benchkit.results.NumberTable;
import org.curtail.benchkit.results.SampleSize;
import org.curtail.benchkit.text.Columns;
import org.curtail.benchkit.text.Numbers;
import org.curtail.workflow.WorkflowLoadResult.CatchUpUse;

/** Ways to speed up late requests on servers with queues, in words and as a table. */
final class CaughtUpText {
  private static final String COSTS =
      "Cost: of threads, what late calls cost for each thread more; of priority, what the calls cost that go first, which is no work more; of reissue, what copies of late calls cost; as a share of what requests cost.";

  private CaughtUpText() {}

  /** For people; nothing if no way was tried. */
  static List<String> lines(List<CaughtUp> all, Loaded loaded) {
    if (all.isEmpty()) {
      return List.of();
    }
    List<Double> percentiles = percentiles(all, loaded);
    var rows = new ArrayList<List<String>>();
    var head = new ArrayList<>(List.of("catching up", "late after ms", "late calls", "cost"));
    percentiles.forEach(percentile -> head.add(Numbers.percentile(percentile) + " ms"));
    head.addAll(List.of("copies cost", "busiest service"));
    rows.add(head);
    all.forEach(one -> rows.add(row(one, percentiles)));
    var lines = new ArrayList<String>();
    lines.add("Late requests, %s:".formatted(withWhat(loaded)));
    lines.add("");
    lines.addAll(Columns.aligned(rows));
    lines.add(COSTS);
    return lines;
  }

  private static String withWhat(Loaded loaded) {
    return !loaded.holds()
        ? "without copies, for no plan holds"
        : "with the plan for %s, which holds"
            .formatted(WorkflowText.share(loaded.plan().goal().budget()));
  }

  private static List<Double> percentiles(List<CaughtUp> all, Loaded loaded) {
    var percentiles = new TreeSet<>(List.of(50.0, 95.0, 99.0, 99.9));
    percentiles.add(loaded.given().plan().goal().percentile());
    int requests = all.getFirst().result().requests();
    return percentiles.stream()
        .filter(percentile -> SampleSize.carries(requests, percentile))
        .toList();
  }

  private static List<String> row(CaughtUp one, List<Double> percentiles) {
    CatchUpUse use = one.result().catchUp();
    var row = new ArrayList<String>();
    row.add(one.name());
    row.add(one.isNone() ? WorkflowText.NOTHING : Numbers.significant(one.afterMillis()));
    row.add(one.isNone() ? WorkflowText.NOTHING : WorkflowText.share(use.lateShare()));
    row.add(one.isNone() ? WorkflowText.NOTHING : WorkflowText.share(use.cost()));
    for (double percentile : percentiles) {
      row.add(
          one.result().keptUp()
              ? Numbers.significant(one.result().percentileMillis(percentile))
              : WorkflowText.NOTHING);
    }
    row.add(WorkflowText.share(one.result().budgetUsed()));
    row.add(Numbers.percent(one.result().utilisation()));
    return row;
  }

  /** For the report; at least one way. */
  static NumberTable table(List<CaughtUp> all, Loaded loaded) {
    List<Double> percentiles = percentiles(all, loaded);
    var lines = new ArrayList<NumberTable.Line>();
    // Latencies of queues without end say how long the run was.
    for (CaughtUp one : all.stream().filter(one -> one.result().keptUp()).toList()) {
      CatchUpUse use = one.result().catchUp();
      var values =
          new ArrayList<>(List.of(one.afterMillis(), 100 * use.lateShare(), 100 * use.cost()));
      percentiles.forEach(percentile -> values.add(one.result().percentileMillis(percentile)));
      values.add(100 * one.result().budgetUsed());
      values.add(100 * one.result().utilisation());
      lines.add(new NumberTable.Line(one.name(), values));
    }
    return new NumberTable(
        "Catching up",
        "On servers with queues, %s. %s".formatted(withWhat(loaded), COSTS),
        "what is done for late requests",
        Stream.of(
                Stream.of("late after ms", "late calls, %", "cost, %"),
                percentiles.stream().map(percentile -> Numbers.percentile(percentile) + " ms"),
                Stream.of("copies cost, %", "busiest service, %"))
            .flatMap(part -> part)
            .toList(),
        lines);
  }
}
