package org.curtail.cli.report;

import java.util.List;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.chart.Markup;
import org.jspecify.annotations.Nullable;

/** CPU utilisation by policy and load: Table 1 of the Adaptive parallelism paper. */
final class UtilisationSection {
  private static final String SEQUENTIAL = "sequential";

  private UtilisationSection() {}

  /** Written for searches in order of importance, as that paper measured them. */
  static void write(Markup markup, Chapter chapter) {
    if (chapter.results().runs().stream().allMatch(run -> run.ranked() == null)) {
      return;
    }
    chapter.startSection(markup, "utilisation", "CPU utilisation");
    markup.element(
        "p",
        "Share of the cores’ time that the process computed. Bold, with an arrow: the mean or the"
            + " p95 of latency is above that of sequential, beyond the 95 % interval.",
        "class",
        "note");
    List<Double> loads = chapter.runs().loads();
    String[] heads = new String[loads.size() + 1];
    heads[0] = "policy";
    for (int i = 0; i < loads.size(); i++) {
      heads[i + 1] = Numbers.percent(loads.get(i)) + " load";
    }
    Chapter.startTable(markup, "CPU utilisation by policy and load", heads);
    for (String policy : chapter.runs().policies()) {
      markup.start("tr");
      markup.element("th", policy, "scope", "row");
      for (double load : loads) {
        cell(markup, chapter.runs().run(policy, load), chapter.results().verdict().isGiven());
      }
      markup.end();
    }
    Chapter.endTable(markup);
    markup.end();
  }

  private static void cell(Markup markup, @Nullable Run run, boolean judged) {
    markup.start("td");
    if (run != null) {
      boolean slower = judged && isSlowerThanSequential(run);
      markup.element(
          slower ? "strong" : "span", Numbers.percent(run.utilisation()) + (slower ? " ↑" : ""));
    }
    markup.end();
  }

  /** In the mean or the p95, beyond the interval. */
  static boolean isSlowerThanSequential(Run run) {
    return run.against().stream()
        .filter(comparison -> comparison.baseline().equals(SEQUENTIAL))
        .anyMatch(comparison -> isAbove(comparison.mean()) || isAbove(comparison.p95()));
  }

  private static boolean isAbove(Ratio ratio) {
    return ratio.low() > 1;
  }
}
