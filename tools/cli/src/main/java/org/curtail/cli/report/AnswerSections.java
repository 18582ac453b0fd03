package org.curtail.cli.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.curtail.benchkit.results.Comparison;
import org.curtail.benchkit.results.DrawnWorkflow;
import org.curtail.benchkit.results.Grid;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.Variant;
import org.curtail.benchkit.results.Verdict.Next;
import org.curtail.benchkit.results.Verdict.Outcome;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.chart.Markup;
import org.jspecify.annotations.Nullable;

/** The answer of the page, and of each of its results. */
final class AnswerSections {
  private static final int MOST_LOADS = 3;

  /** Figures in order of preference; the first with enough requests in a run is shown. */
  private static final List<Figure> FIGURES =
      List.of(
          new Figure("p99", 99, run -> run.latency().p99Ms(), Comparison::p99),
          new Figure("p95", 95, run -> run.latency().p95Ms(), Comparison::p95),
          new Figure("mean", 0, run -> run.latency().meanMs(), Comparison::mean));

  private AnswerSections() {}

  /** Writes the verdict of a result, in plain words. */
  static void write(Markup markup, Chapter chapter) {
    Results results = chapter.results();
    markup.start("header", "class", "verdict");
    markup.element("p", facts(chapter), "class", "facts");
    markup.element(chapter.heads() ? "h1" : "h2", results.verdict().headline());
    Outcome outcome = results.verdict().outcome();
    if (outcome == null) {
      chapter.notes().forEach(note -> markup.element("p", note));
    } else {
      badge(markup, chapter, outcome);
    }
    markup.end();
    next(markup, chapter.next());
  }

  /** Writes the trustworthiness of the figures in a few words, with the notes folded. */
  private static void badge(Markup markup, Chapter chapter, Outcome outcome) {
    String words = inWords(chapter.results(), outcome);
    if (chapter.notes().isEmpty()) {
      markup.element("p", words, "class", "badge " + outcome);
      return;
    }
    markup.start("details", "class", "badge " + outcome);
    markup.element("summary", "%s · %s".formatted(words, counted(chapter.notes().size(), "note")));
    chapter.notes().forEach(note -> markup.element("p", note));
    markup.end();
  }

  private static String inWords(Results results, Outcome outcome) {
    boolean live = results.kind().equals("bench") && results.emulated().isEmpty();
    return switch (outcome) {
      case DIFFERENCE, NO_DIFFERENCE ->
          live ? "quiet machine" : results.emulated().isEmpty() ? "simulated" : "emulated";
      case TOO_BUSY ->
          live
              ? "busy machine: live figures not judged"
              : "busy machine: emulated figures not judged";
      case TOO_FEW -> "too few requests: not judged";
      case NOTHING_TO_COMPARE -> "nothing to compare";
      case VOID -> "void: answers were wrong or requests failed";
    };
  }

  private static void next(Markup markup, @Nullable Next next) {
    if (next != null) {
      markup.start("div", "class", "next");
      markup.element("p", next.why() + ":");
      markup.start("pre", "tabindex", "0");
      markup.element("code", next.command());
      markup.end();
      markup.end();
    }
  }

  private static String facts(Chapter chapter) {
    Results results = chapter.results();
    Grid grid = results.grid();
    Interruption interrupted = results.interrupted();
    if (grid != null) {
      return "%s · %s · %s · seed %d%s"
          .formatted(
              results.kind(),
              counted(grid.points().size(), "point"),
              grid.policies().size() == 1 ? "1 policy" : grid.policies().size() + " policies",
              results.seed(),
              interrupted == null ? "" : " · " + interrupted.inWords());
    }
    DrawnWorkflow workflow = results.workflow();
    if (workflow != null) {
      return "workflow · %s · seed %d"
          .formatted(counted(workflow.stages().size(), "stage"), results.seed());
    }
    var facts = new ArrayList<>(List.of(results.kind()));
    Object main = results.settings().get(Variant.OF_RUNS);
    if (main != null) {
      facts.add(main.toString());
    }
    if (results.cores() > 0) {
      facts.add(counted(results.cores(), "core"));
    }
    if (!results.runs().isEmpty()) {
      int policies = chapter.runs().policies().size();
      facts.add(policies == 1 ? "1 policy" : policies + " policies");
      facts.add(counted(chapter.runs().loads().size(), "load"));
      long requests = results.runs().stream().mapToLong(run -> run.requests()).sum();
      facts.add(Numbers.count(requests) + " requests");
    }
    facts.add("seed " + results.seed());
    if (interrupted != null) {
      facts.add(interrupted.inWords());
    }
    return String.join(" · ", facts);
  }

  private static String counted(int count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }

  private record Figure(
      String name, double percentile, ToDoubleFunction<Run> ms, Function<Comparison, Ratio> ratio) {
    static Figure of(Run run) {
      return FIGURES.stream()
          .filter(figure -> run.carries(figure.percentile))
          .findFirst()
          .orElse(FIGURES.getLast());
    }
  }

  /** Writes the tail at a low, a middle and a high load; nothing without a verdict. */
  public static void writeCards(Markup markup, Chapter chapter) {
    Optional<String> subject = Ranking.of(chapter.results()).subject();
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
        card(markup, run, "does not keep up", "its backlog grew until the end");
      } else if (isAgainstUnstable(chapter, run)) {
        card(markup, run, "keeps up", run.against().getLast().baseline() + " does not");
      } else if (!run.against().isEmpty()) {
        // The last one is the strongest baseline, as in the verdict.
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

  /** Writes a card, with a dash instead of a figure that would only show the length of the run. */
  private static void card(Markup markup, Run run, String big, String aside) {
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

  /** A ratio as a change of the latency: 28 % lower, 3.1 times as high. */
  private static String change(double ratio) {
    if (ratio < 0.01) {
      return "over 99 % lower";
    }
    if (ratio < 1) {
      return Numbers.percent(1 - ratio) + " lower";
    }
    return ratio < 2 ? Numbers.percent(ratio - 1) + " higher" : Numbers.ratio(ratio) + " × as high";
  }

  /**
   * Writes the answer.
   *
   * @param answering the results of the answer
   */
  static void writeAnswer(Markup markup, DoThis what, String heading, Chapter answering) {
    markup.newLine();
    markup.start("header", "id", "do-this", "class", "answer");
    markup.element("h1", heading);
    markup.start("div", "class", "charts two");
    LatencySections.tail(markup, answering);
    markup.start("div");
    markup.element("p", what.advice(), "class", "advice");
    String java = what.java();
    if (java != null) {
      code(markup, java);
    }
    Next next = what.next();
    if (next != null) {
      markup.element("p", next.why() + ":");
      code(markup, next.command());
    }
    markup.end();
    markup.end();
    markup.start("details");
    markup.element("summary", "What was shown, and what was not");
    markup.start("ul");
    what.findings().forEach(finding -> markup.element("li", finding));
    markup.end();
    markup.end();
    markup.end();
  }

  private static void code(Markup markup, String text) {
    markup.start("pre", "tabindex", "0");
    markup.element("code", text);
    markup.end();
  }
}
