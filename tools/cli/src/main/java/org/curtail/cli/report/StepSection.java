package org.curtail.cli.report;

import java.util.List;
import org.curtail.benchkit.results.SampleSize;
import org.curtail.benchkit.results.Step;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.curtail.cli.chart.Markup;
import org.jspecify.annotations.Nullable;

/** Each policy in each step of a load that changes. */
final class StepSection {
  private StepSection() {}

  static void write(Markup markup, Chapter chapter) {
    List<Step> steps = chapter.results().steps();
    if (steps.isEmpty()) {
      return;
    }
    chapter.startSection(markup, "steps", "Step by step");
    markup.element(
        "p",
        "Only the steady part of each step counts: those that arrived in the first %s after a change are left out. The ratio to sequential is of means, with its 95 %% interval over paired repeats, if there are enough of them."
            .formatted(
                Numbers.plain(steps.getFirst().steadyFromSeconds() - steps.getFirst().fromSeconds())
                    + " s"),
        "class",
        "note");
    Chapter.table(
        markup,
        "Latency and degree of each policy in each step",
        Table.of(steps)
            .grouped(Step::fromSeconds)
            .show(
                "time",
                Unit.TEXT,
                step ->
                    "%s to %s s"
                        .formatted(
                            Numbers.plain(step.fromSeconds()), Numbers.plain(step.toSeconds())))
            .show("requests/s", Unit.PLAIN, Step::rps)
            .show("policy", Unit.NAME, Step::policy)
            .show("requests", Unit.COUNT, Step::requests)
            .show("mean", Unit.TIME, Step::meanMs)
            .show("p95", Unit.TIME, step -> step.carries(95) ? step.p95Ms() : null)
            .show("mean degree", Unit.DECIMAL, Step::meanDegree)
            .show("against sequential", Unit.TEXT, step -> ratio(step.againstSequential())));
    if (steps.stream().anyMatch(step -> !step.carries(95))) {
      markup.element(
          "p", PercentileCells.TOO_FEW + " " + SampleSize.remark(List.of(95.0)), "class", "note");
    }
    Missing.write(markup, chapter);
    markup.end();
  }

  private static String ratio(@Nullable Ratio ratio) {
    return ratio == null ? "–" : Numbers.ratio(ratio.value(), ratio.low(), ratio.high());
  }
}
