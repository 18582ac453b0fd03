package org.curtail.cli.report;

import java.util.List;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.Variant;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.curtail.cli.chart.Markup;
import org.jspecify.annotations.Nullable;

/** All runs of a reproduction as numbers, beside the p99 that no policy can be below. */
final class LimitSection {
  private LimitSection() {}

  static void write(Markup markup, Chapter chapter) {
    if (chapter.results().runs().isEmpty()) {
      return;
    }
    chapter.startSection(markup, "runs", "All runs");
    markup.element(
        "p",
        "Means over the repeats; where requests piled up without end, they say no more than how"
            + " long the runs were. The limit is a p99 that no policy can be below on the same"
            + " arrivals, not even one that knows the future.",
        "class",
        "note");
    table(markup, "As in the paper", chapter.results().runs());
    for (Variant variant : chapter.results().variants()) {
      table(markup, variant.name() + ": " + variant.what(), variant.runs());
    }
    markup.end();
  }

  private static void table(Markup markup, String caption, List<Run> runs) {
    Chapter.folded(
        markup,
        caption,
        "Latency in milliseconds by rate and policy",
        Table.of(runs)
            .grouped(Run::rps)
            .show("requests/s", Unit.PLAIN, Run::rps)
            .show(
                "policy",
                Unit.NAME,
                run -> run.policy() + (run.unstable() == null ? "" : " (unstable)"))
            .show("mean", Unit.NUMBER, run -> run.latency().meanMs())
            .show("p50", Unit.NUMBER, run -> run.latency().p50Ms())
            .show("p95", Unit.NUMBER, run -> run.latency().p95Ms())
            .show("p99", Unit.NUMBER, run -> run.latency().p99Ms())
            .show("p99, least to greatest", Unit.TEXT, LatencySection::spread)
            .show("p99.9", Unit.NUMBER, run -> run.latency().p999Ms())
            .show("limit", Unit.NUMBER, Run::boundMs)
            .show("p99 above limit", Unit.PERCENT, LimitSection::aboveLimit)
            .show("utilization", Unit.PERCENT, Run::utilisation)
            .show("degree", Unit.DECIMAL, run -> run.degrees().meanDegree())
            .show("threads", Unit.DECIMAL, Run::meanThreads));
  }

  private static @Nullable Double aboveLimit(Run run) {
    Double boundMs = run.boundMs();
    return boundMs == null ? null : Math.max(0, run.latency().p99Ms() / boundMs - 1);
  }
}
