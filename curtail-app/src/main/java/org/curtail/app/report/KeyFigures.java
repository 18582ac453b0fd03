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
      if (!run.against().isEmpty()) {
        // The last is the strongest baseline, which the verdict speaks of too.
        compared(markup, run, run.against().getLast());
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

  private static void compared(Markup markup, Run run, Comparison comparison) {
    Comparison.Ratio ratio = run.hasTail() ? comparison.p99() : comparison.mean();
    String figure = run.hasTail() ? "p99" : "mean";
    markup.start("div");
    markup.element("dt", figure + " at " + Numbers.percent(run.load()) + " load");
    markup.start("dd");
    markup.element(
        "strong",
        ratio.differs() ? change(ratio.value()) : "no difference shown",
        "class",
        ratio.differs() ? "big" : "big words");
    markup.element("span", figure + " " + Numbers.time(run.hasTail() ? run.p99Ms() : run.meanMs()));
    markup.element("span", run.policy() + " against " + comparison.baseline(), "class", "aside");
    markup.element(
        "span",
        "ratio %s, interval %s to %s"
            .formatted(
                Numbers.ratio(ratio.value()),
                Numbers.ratio(ratio.low()),
                Numbers.ratio(ratio.high())),
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
