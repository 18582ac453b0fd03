package org.curtail.cli.report;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.curtail.benchkit.results.Decisions;
import org.curtail.benchkit.results.Decisions.Event;
import org.curtail.benchkit.results.Decisions.Period;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.curtail.cli.chart.Axis;
import org.curtail.cli.chart.ChoiceChart;
import org.curtail.cli.chart.Figure;
import org.curtail.cli.chart.Legend;
import org.curtail.cli.chart.Markup;
import org.curtail.cli.chart.PartBars;
import org.curtail.runtime.Autopilot;
import org.jspecify.annotations.Nullable;

/** Decisions of a policy that chooses its policies itself: over time and load, with reasons. */
final class DecisionSection {
  private static final String SEQUENTIAL = "sequential";

  /** Events that change the serving policy; the others are in the tables. */
  private static final Set<String> MARKED = Set.of("Planned", "FellBack", "Drifted");

  private DecisionSection() {}

  /** The name that gives a chosen policy its colour: sequential for the baseline. */
  static String coloured(String serving) {
    return serving.equals(Autopilot.Decision.SAFE) ? SEQUENTIAL : serving;
  }

  static void write(Markup markup, Chapter chapter) {
    List<Decisions> all = chapter.results().decisions();
    if (all.isEmpty()) {
      return;
    }
    chapter.startSection(markup, "decisions", "Choices, their times and reasons");
    markup.note(
        "A policy that chooses its policies itself starts without knowledge, unless some was given. Without a plan, the baseline serves: one thread for each request. Time counts from its first request, warm-up included, without the times between its blocks. Colours show the chosen policy, the line shows the load. Slices of time with one thread each, for comparison, are not drawn.");
    overview(markup, all);
    legend(markup, chapter, all);
    markup.start("div", "class", "charts");
    for (Decisions decided : firstOfEachLoad(all)) {
      if (decided.seconds() > 0 && !decided.periods().isEmpty()) {
        Figure.write(markup, chart(chapter, decided), Figure.FULL);
      }
    }
    markup.end();
    all.forEach(decided -> events(markup, decided));
    markup.end();
  }

  /** The first run of each load; runs of other seeds are only in the tables. */
  private static List<Decisions> firstOfEachLoad(List<Decisions> all) {
    record Key(String policy, @Nullable Double load) {}
    var seen = new HashSet<Key>();
    return all.stream()
        .filter(decided -> seen.add(new Key(decided.policy(), decided.load())))
        .toList();
  }

  private static void overview(Markup markup, List<Decisions> all) {
    Chapter.table(
        markup,
        "In short",
        Table.of(all)
            .show("policy", Unit.NAME, Decisions::policy)
            .show("load", Unit.TEXT, DecisionSection::load)
            .show("seed", Unit.TEXT, Decisions::seed)
            .show("requests", Unit.COUNT, Decisions::requests)
            .show("served safe", Unit.PERCENT, Decisions::safeShare)
            .show("first plan after", Unit.TEXT, DecisionSection::firstPlan)
            .show("plans", Unit.COUNT, Decisions::plans)
            .show("switches", Unit.COUNT, Decisions::switches)
            .show("fall backs", Unit.COUNT, Decisions::fallBacks)
            .show("changes", Unit.COUNT, Decisions::drifts)
            .show("regret", Unit.PERCENT, Decisions::regretShare)
            .show(
                "serves at the end",
                Unit.WORDS,
                decided ->
                    decided.periods().isEmpty() ? null : decided.periods().getLast().serving()));
    markup.note(
        "Served safe: requests with one thread each, while it learned and for comparisons. Changes: detected changes of the demand or its speedups since they were learned. Regret: estimated share of the response time lost to comparisons and to harm.");
  }

  private static @Nullable String firstPlan(Decisions decided) {
    Integer before = decided.requestsBeforePlan();
    return before == null ? null : Numbers.count(before) + " requests";
  }

  private static String load(Decisions decided) {
    Double load = decided.load();
    return load == null ? "all" : Numbers.percent(load);
  }

  private static void legend(Markup markup, Chapter chapter, List<Decisions> all) {
    Legend.parts(
        markup,
        all.stream()
            .flatMap(decided -> decided.periods().stream())
            .map(Period::serving)
            .distinct()
            .map(serving -> new PartBars.Part(serving, css(chapter, serving) + " band"))
            .toList());
  }

  private static String css(Chapter chapter, String serving) {
    return chapter.palette().style(coloured(serving)).css();
  }

  private static ChoiceChart chart(Chapter chapter, Decisions decided) {
    List<ChoiceChart.Band> bands =
        decided.periods().stream()
            .map(period ->
                new ChoiceChart.Band(
                    period.fromSeconds(),
                    period.toSeconds(),
                    100 * period.load(),
                    css(chapter, period.serving()),
                    inWords(period)))
            .toList();
    double most = bands.stream().mapToDouble(ChoiceChart.Band::load).max().orElse(1);
    return new ChoiceChart(
        decided.policy()
            + (decided.load() == null ? "" : ", load " + load(decided))
            + ": "
            + decided.state(),
        String.join("; ", decided.periods().stream().map(DecisionSection::inWords).toList()),
        Axis.linear(0, decided.seconds(), 10, "time of serving, s"),
        Axis.linear(0, most, 3, "load, %"),
        bands,
        decided.events().stream()
            .filter(event -> MARKED.contains(event.kind()))
            .map(event ->
                new ChoiceChart.Mark(
                    event.atSeconds(), event.kind(), event.what() + ": " + event.reason()))
            .toList());
  }

  private static String inWords(Period period) {
    return "%s to %s s, load %s: %s"
        .formatted(
            Numbers.tenths(period.fromSeconds()),
            Numbers.tenths(period.toSeconds()),
            Numbers.percent(period.load()),
            period.serving());
  }

  private static void events(Markup markup, Decisions decided) {
    var title = new ArrayList<String>(List.of("Decisions of " + decided.policy()));
    if (decided.load() != null) {
      title.add("load " + load(decided));
    }
    title.add("seed " + decided.seed());
    Chapter.folded(
        markup,
        String.join(", ", title),
        "Events and decisions",
        Table.of(decided.events())
            .show("time", Unit.TEXT, event -> Numbers.tenths(event.atSeconds()) + " s")
            .show("what", Unit.WORDS, Event::what)
            .show("why", Unit.WORDS, Event::reason));
  }
}
