package org.curtail.cli.report;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.curtail.benchkit.results.Comparison;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.chart.Markup;

/**
 * The few numbers to remember: the tail at a low, a middle and a high load. Without a verdict there
 * are none.
 */
final class KeyFigures {
  private static final int MOST_LOADS = 3;

  /** In the order they are preferred: the first that a run has enough requests for is shown. */
  private static final List<Figure> FIGURES =
      List.of(
          new Figure("p99", 99, run -> run.latency().p99Ms(), Comparison::p99),
          new Figure("p95", 95, run -> run.latency().p95Ms(), Comparison::p95),
          new Figure("mean", 0, run -> run.latency().meanMs(), Comparison::mean));

  private record Figure(
      String name, double percentile, ToDoubleFunction<Run> ms, Function<Comparison, Ratio> ratio) {
    static Figure of(Run run) {
      return FIGURES.stream()
          .filter(figure -> run.carries(figure.percentile))
          .findFirst()
          .orElse(FIGURES.getLast());
    }
  }

  private KeyFigures() {}

  public static void write(Markup markup, Chapter chapter) {
    Optional<String> subject = Contest.of(chapter.results()).subject();
    boolean trusted =
        chapter.results().runs().stream()
            .allMatch(run -> run.checks().failed() == 0 && run.checks().mismatches() == 0);
    if (subject.isEmpty() || !trusted || !chapter.results().verdict().isGiven()) {
      return;
    }
    List<Run> runs = chapter.runs().of(subject.get());
    markup.newLine();
    markup.start("dl", "class", "key-figures");
    for (Run run : lowMiddleHigh(runs)) {
      if (run.unstable() != null) {
        words(markup, run, "does not keep up", "its backlog grew to the end");
      } else if (isAgainstUnstable(chapter, run)) {
        words(markup, run, "keeps up", run.against().getLast().baseline() + " does not");
      } else if (!run.against().isEmpty()) {
        // The last is the strongest baseline, which the verdict speaks of too.
        compared(markup, run, run.against().getLast());
      } else {
        alone(markup, run);
      }
    }
    markup.end();
  }

  private static boolean isAgainstUnstable(Chapter chapter, Run run) {
    if (run.against().isEmpty()) {
      return false;
    }
    Run baseline = chapter.runs().run(run.against().getLast().baseline(), run.load());
    return baseline != null && baseline.unstable() != null;
  }

  /** Where a figure would say how long the run was, and no more. */
  private static void words(Markup markup, Run run, String big, String aside) {
    markup.start("div");
    markup.element("dt", "at " + Numbers.percent(run.load()) + " load");
    markup.start("dd");
    markup.element("strong", big, "class", "big words");
    markup.element("span", run.policy() + ": " + aside, "class", "aside");
    markup.end();
    markup.end();
  }

  private static List<Run> lowMiddleHigh(List<Run> runs) {
    return runs.size() <= MOST_LOADS
        ? runs
        : List.of(runs.getFirst(), runs.get(runs.size() / 2), runs.getLast());
  }

  private static void compared(Markup markup, Run run, Comparison comparison) {
    Figure figure = Figure.of(run);
    Ratio ratio = figure.ratio().apply(comparison);
    markup.start("div");
    markup.element("dt", figure.name() + " at " + Numbers.percent(run.load()) + " load");
    markup.start("dd");
    markup.element(
        "strong",
        ratio.differs() ? change(ratio.value()) : "not shown",
        "class",
        ratio.differs() ? "big" : "big words");
    String own = figure.name() + " " + Numbers.time(figure.ms().applyAsDouble(run));
    markup.element("span", ratio.differs() ? own : own + "; estimate " + change(ratio.value()));
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
    Figure figure = Figure.of(run);
    markup.start("div");
    markup.element("dt", figure.name() + " at " + Numbers.percent(run.load()) + " load");
    markup.start("dd");
    markup.element("strong", Numbers.time(figure.ms().applyAsDouble(run)), "class", "big");
    markup.element("span", "mean " + Numbers.time(run.latency().meanMs()));
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
