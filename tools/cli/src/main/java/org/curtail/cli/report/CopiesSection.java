package org.curtail.cli.report;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.curtail.benchkit.results.HedgeFigures;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Unit;
import org.curtail.cli.chart.Chart;
import org.curtail.cli.chart.Figure;
import org.curtail.cli.chart.Legend;
import org.curtail.cli.chart.Markup;
import org.curtail.cli.chart.StackedBars;
import org.jspecify.annotations.Nullable;

/** The cost of hedging, and the share of answers from copies. */
final class CopiesSection {
  /** Copies of a request that was sent twice. */
  private static final List<String> COPIES = List.of("first copy", "second copy");

  private CopiesSection() {}

  /** Number of shades in its charts. */
  static int shades(Chapter chapter) {
    return isIn(chapter) ? COPIES.size() : 0;
  }

  /** True if requests could be sent twice. */
  static boolean isIn(Chapter chapter) {
    return chapter.results().runs().stream().anyMatch(run -> run.hedges() != null);
  }

  static void write(Markup markup, Chapter chapter) {
    chapter.startSection(markup, "copies", "The first answers, and the cost of copies");
    markup.note(
        "For requests with a copy: the copy that answered first. A copy that loses was sent for nothing. Policies with fewer than ten copies are not drawn.");
    List<Double> loads =
        chapter.runs().loads().stream()
            .filter(load -> chapter.runs().at(load).stream().anyMatch(CopiesSection::isDrawn))
            .toList();
    if (!loads.isEmpty()) {
      Legend.shades(markup, COPIES);
      markup.start("div", "class", "charts three");
      loads.forEach(load -> Figure.write(markup, chart(chapter, load)));
      markup.end();
    }
    RunTable.open(
        markup,
        chapter,
        "Copies per 100 requests, with two standard errors; copies that were due but not sent, with the reason",
        RunTable.of(chapter)
            .show("budget", Unit.PLAIN, run -> budget(requireNonNull(run.hedges())))
            .absent("none")
            .show("copies sent", Unit.TEXT, run -> sent(requireNonNull(run.hedges())))
            .show("answered first", Unit.TEXT, run -> won(requireNonNull(run.hedges())))
            .show(
                "kept back by budget",
                Unit.COUNT,
                run -> requireNonNull(run.hedges()).hedgesOverBudget())
            .show("by load", Unit.COUNT, run -> requireNonNull(run.hedges()).hedgesOverLoad())
            .show("too early", Unit.COUNT, run -> requireNonNull(run.hedges()).hedgesTooEarly()));
    markup.end();
  }

  private static boolean isDrawn(Run run) {
    return requireNonNull(run.hedges()).hedgesSent() >= 10;
  }

  private static Chart chart(Chapter chapter, double load) {
    List<StackedBars.Bar> bars =
        chapter.runs().at(load).stream()
            .filter(CopiesSection::isDrawn)
            .map(CopiesSection::bar)
            .toList();
    String title = "At %s load".formatted(Numbers.percent(load));
    return new StackedBars(
        title,
        "Which copy answered first, by policy; the table below has the numbers.",
        COPIES,
        bars);
  }

  private static StackedBars.Bar bar(Run run) {
    HedgeFigures hedges = requireNonNull(run.hedges());
    double won = (double) hedges.hedgesWon() / hedges.hedgesSent();
    return new StackedBars.Bar(
        run.policy(),
        List.of(1 - won, won),
        "%s of %s"
            .formatted(Numbers.count(hedges.hedgesWon()), Numbers.count(hedges.hedgesSent())));
  }

  private static @Nullable Double budget(HedgeFigures hedges) {
    Double budget = hedges.budget();
    return budget == null ? null : 100 * budget;
  }

  private static String sent(HedgeFigures hedges) {
    return "%s ± %s%s"
        .formatted(
            Numbers.hundredths(100 * hedges.reissueFraction()),
            Numbers.hundredths(100 * hedges.reissueTwoErrors()),
            hedges.exceedsBudget() ? " (above the budget)" : "");
  }

  private static String won(HedgeFigures hedges) {
    return Numbers.hundredths(100.0 * hedges.reissueFraction() * wonShare(hedges));
  }

  private static double wonShare(HedgeFigures hedges) {
    return hedges.hedgesSent() == 0 ? 0 : (double) hedges.hedgesWon() / hedges.hedgesSent();
  }
}
