package org.curtail.cli.report;

import java.util.List;
import org.curtail.benchkit.results.SampleSize;
import org.curtail.benchkit.results.Step;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.text.Numbers;
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
    Chapter.startTable(
        markup,
        "Latency and degree of each policy in each step",
        "time",
        "requests/s",
        "policy",
        "requests",
        "mean",
        "p95",
        "mean degree",
        "against sequential");
    double fromSeconds = Double.NaN;
    for (Step step : steps) {
      markup.start("tr", "class", step.fromSeconds() == fromSeconds ? "" : "group");
      fromSeconds = step.fromSeconds();
      row(markup, step);
      markup.end();
    }
    Chapter.endTable(markup);
    if (steps.stream().anyMatch(step -> !step.carries(95))) {
      markup.element(
          "p", PercentileCells.TOO_FEW + " " + SampleSize.remark(List.of(95.0)), "class", "note");
    }
    Missing.write(markup, chapter);
    markup.end();
  }

  private static void row(Markup markup, Step step) {
    markup.element(
        "td",
        "%s to %s s".formatted(Numbers.plain(step.fromSeconds()), Numbers.plain(step.toSeconds())));
    markup.element("td", Numbers.plain(step.rps()));
    markup.element("th", step.policy(), "scope", "row");
    markup.element("td", Numbers.count(step.requests()));
    markup.element("td", Numbers.time(step.meanMs()));
    markup.element("td", step.carries(95) ? Numbers.time(step.p95Ms()) : PercentileCells.TOO_FEW);
    markup.element("td", Numbers.decimal(step.meanDegree()));
    markup.element("td", ratio(step.againstSequential()));
  }

  private static String ratio(@Nullable Ratio ratio) {
    return ratio == null ? "–" : Numbers.ratio(ratio.value(), ratio.low(), ratio.high());
  }
}
