package org.curtail.app.report;

import java.util.List;
import org.curtail.app.results.Comparison;
import org.curtail.app.results.Run;

/** Every policy against each baseline, block by block paired; the verdict in words. */
final class RatioSection {
  private RatioSection() {}

  static void write(Markup markup, Chapter chapter) {
    List<Run> compared =
        chapter.results().runs().stream().filter(run -> !run.against().isEmpty()).toList();
    if (compared.isEmpty()) {
      return;
    }
    chapter.startSection(markup, "ratios", "Against the baselines");
    markup.element(
        "p",
        "Ratio of latencies on the same arrivals, with its 95 % interval over paired blocks: below 1 is faster."
            + " Where the interval contains 1, no difference is shown.",
        "class",
        "note");
    double reach = RatioBar.reach(compared);
    List<String> baselines =
        compared.stream()
            .flatMap(run -> run.against().stream())
            .map(Comparison::baseline)
            .distinct()
            .toList();
    for (String baseline : baselines) {
      table(markup, chapter, baseline, reach);
    }
    Missing.write(markup, chapter);
    PercentileCells.explain(markup, compared, List.of(95.0, 99.0));
    markup.end();
  }

  private static void table(Markup markup, Chapter chapter, String baseline, double reach) {
    Chapter.startTable(
        markup, "Latency relative to " + baseline, "load", "policy", "p99", "p95", "mean");
    for (double load : chapter.runs().loads()) {
      boolean first = true;
      for (Run run : chapter.runs().at(load)) {
        for (Comparison comparison : run.against()) {
          if (comparison.baseline().equals(baseline)) {
            row(markup, run, comparison, first, reach);
            first = false;
          }
        }
      }
    }
    Chapter.endTable(markup);
  }

  private static void row(
      Markup markup, Run run, Comparison comparison, boolean first, double reach) {
    markup.start("tr", "class", first ? "group" : "");
    markup.element("td", Numbers.percent(run.load()));
    markup.element("th", run.policy(), "scope", "row");
    // The tail first: on a phone the others are reached by scrolling.
    percentile(markup, run, 99, comparison.p99(), reach);
    percentile(markup, run, 95, comparison.p95(), reach);
    cell(markup, comparison.mean(), reach);
    markup.end();
  }

  private static void percentile(
      Markup markup, Run run, double percentile, Comparison.Ratio ratio, double reach) {
    if (run.carries(percentile)) {
      cell(markup, ratio, reach);
    } else {
      markup.element("td", PercentileCells.TOO_FEW, "class", "ratio");
    }
  }

  private static void cell(Markup markup, Comparison.Ratio ratio, double reach) {
    String word = !ratio.differs() ? "no difference" : ratio.value() < 1 ? "lower" : "higher";
    markup.start("td", "class", "ratio " + word.replace(' ', '-'));
    markup.start("div");
    RatioBar.draw(markup, ratio, reach);
    markup.element("strong", Numbers.ratio(ratio.value()));
    markup.element(
        "span",
        Numbers.ratio(ratio.low()) + " to " + Numbers.ratio(ratio.high()),
        "class",
        "interval");
    markup.element("span", word, "class", "word");
    markup.end();
    markup.end();
  }
}
