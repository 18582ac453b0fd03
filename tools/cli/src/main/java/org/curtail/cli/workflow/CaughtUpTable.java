package org.curtail.cli.workflow;

import java.util.List;
import java.util.TreeSet;
import org.curtail.benchkit.results.NumberTable;
import org.curtail.benchkit.results.SampleSize;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.jspecify.annotations.Nullable;

/** Ways to speed up late requests on servers with queues, as a table. */
final class CaughtUpTable {
  /** How to read the costs. */
  static final String COSTS =
      "Cost: of threads, what late calls cost for each thread more; of priority, what the calls"
          + " cost that go first, which is no work more; of reissue, what copies of late calls"
          + " cost; as a share of what requests cost.";

  private CaughtUpTable() {}

  /** The table; at least one way. */
  static Table<CaughtUp> of(List<CaughtUp> all, Loaded loaded) {
    Table<CaughtUp> table =
        Table.of(all)
            .add("catching up", "kind", Unit.WORDS, CaughtUp::name)
            .add(
                "late after ms",
                "afterMs",
                Unit.NUMBER,
                one -> one.isNone() ? null : one.afterMillis())
            .field("lateShare", one -> one.result().catchUp().lateShare())
            .field("cost", one -> one.result().catchUp().cost())
            .show(
                "late calls",
                Unit.SHARE,
                one -> one.isNone() ? null : one.result().catchUp().lateShare())
            .show("cost", Unit.SHARE, one -> one.isNone() ? null : one.result().catchUp().cost());
    for (double percentile : percentiles(all, loaded)) {
      table.show(Numbers.percentile(percentile) + " ms", Unit.NUMBER, one -> ms(one, percentile));
    }
    return table
        .add("copies cost", "copiesCost", Unit.SHARE, one -> one.result().budgetUsed())
        .add("busiest service", "utilisation", Unit.PERCENT, one -> one.result().utilisation())
        .field(
            "latency",
            one ->
                Table.of(Tried.PERCENTILES)
                    .field("percentile", percentile -> percentile)
                    .field("ms", percentile -> ms(one, percentile))
                    .records());
  }

  /** Null where queues grow without end: it would say how long the run was. */
  private static @Nullable Double ms(CaughtUp one, double percentile) {
    return one.result().keptUp() ? one.result().percentileMillis(percentile) : null;
  }

  /** Which plan the requests have. */
  static String withWhat(Loaded loaded) {
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

  /** For the report; at least one way. */
  static NumberTable onPage(List<CaughtUp> all, Loaded loaded) {
    return NumberTable.of(
        "Catching up",
        "On servers with queues, %s. %s".formatted(withWhat(loaded), COSTS),
        of(all, loaded).only(one -> one.result().keptUp()));
  }
}
