package org.curtail.app.report;

import java.util.List;
import java.util.Optional;
import org.curtail.app.results.Comparison;
import org.curtail.app.results.Run;

/** The few numbers to remember: the tail at a low, a middle and a high load. */
final class KeyFigures {
  private static final int MOST_LOADS = 3;

  private KeyFigures() {}

  static void write(Markup markup, Chapter chapter) {
    Optional<String> subject = chapter.runs().subject();
    if (subject.isEmpty()) {
      return;
    }
    List<Run> runs = chapter.runs().of(subject.get());
    markup.newLine();
    markup.start("dl", "class", "key-figures");
    for (Run run : lowMiddleHigh(runs)) {
      Optional<Comparison> comparison = RunGrid.firstComparison(run);
      if (comparison.isPresent()) {
        compared(markup, chapter, run, comparison.get());
      } else {
        alone(markup, run);
      }
    }
    markup.end();
  }

  private static List<Run> lowMiddleHigh(List<Run> runs) {
    return runs.size() <= MOST_LOADS
        ? runs
        : List.of(runs.getFirst(), runs.get(runs.size() / 2), runs.getLast());
  }

  private static void compared(Markup markup, Chapter chapter, Run run, Comparison comparison) {
    Comparison.Ratio p99 = comparison.p99();
    Run baseline = chapter.runs().run(comparison.baseline(), run.load());
    markup.start("div");
    markup.element("dt", "p99 at " + Numbers.percent(run.load()) + " load");
    markup.start("dd");
    markup.element(
        "strong",
        p99.differs() ? change(p99.value()) : "no difference shown",
        "class",
        p99.differs() ? "big" : "big words");
    markup.element(
        "span",
        (baseline == null ? "" : Numbers.time(baseline.p99Ms()) + " → ")
            + Numbers.time(run.p99Ms()));
    markup.element("span", run.policy() + " against " + comparison.baseline(), "class", "aside");
    markup.element(
        "span",
        "ratio %s, interval %s to %s"
            .formatted(
                Numbers.ratio(p99.value()), Numbers.ratio(p99.low()), Numbers.ratio(p99.high())),
        "class",
        "aside");
    markup.end();
    markup.end();
  }

  private static void alone(Markup markup, Run run) {
    markup.start("div");
    markup.element("dt", "p99 at " + Numbers.percent(run.load()) + " load");
    markup.start("dd");
    markup.element("strong", Numbers.time(run.p99Ms()), "class", "big");
    markup.element("span", "mean " + Numbers.time(run.meanMs()));
    markup.element("span", run.policy() + ", not compared", "class", "aside");
    markup.end();
    markup.end();
  }

  /** A ratio as what happened to the latency: 28 % lower, 3.1 times as high. */
  private static String change(double ratio) {
    if (ratio < 0.01) {
      return "over 99 % lower";
    }
    if (ratio < 1) {
      return Numbers.percent(1 - ratio) + " lower";
    }
    return ratio < 2 ? Numbers.percent(ratio - 1) + " higher" : Numbers.ratio(ratio) + " × as high";
  }
}
