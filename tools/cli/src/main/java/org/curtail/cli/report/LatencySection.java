package org.curtail.cli.report;

import java.util.List;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Unit;
import org.curtail.cli.chart.Figure;
import org.curtail.cli.chart.Legend;
import org.curtail.cli.chart.LineChart;
import org.curtail.cli.chart.Markup;
import org.jspecify.annotations.Nullable;

/** Tail and mean against load: Figure 8 of the Few-to-Many paper. */
final class LatencySection {
  private LatencySection() {}

  static void write(Markup markup, Chapter chapter) {
    if (chapter.results().runs().isEmpty()) {
      return;
    }
    chapter.startSection(markup, "latency", "Latency against load");
    boolean p99 = LoadChart.tailPercentile(chapter.runs()) == 99;
    boolean bound =
        p99 && chapter.runs().loads().stream().anyMatch(l -> chapter.runs().boundMs(l).isPresent());
    markup.element(
        "p",
        "Latency counts from the intended start of each request."
            + (p99 ? whiskers(chapter) : " There are too few requests for a p99 of every policy.")
            + (bound ? boundInWords(chapter) : "")
            + (chapter.results().runs().stream().anyMatch(Run::knowsDemand)
                ? " Policies marked ^, in long dashes, know how long each request takes, which no"
                    + " service does."
                : ""),
        "class",
        "note");
    LineChart tail = LoadChart.tail(chapter);
    boolean named = LineChart.namesLines(Figure.HALF, tail.series().size());
    markup.start("div", "class", named ? "narrow" : "always");
    String[] references = bound ? new String[] {LoadChart.BOUND} : new String[0];
    Legend.lines(markup, chapter.runs().policies(), chapter.palette(), references);
    markup.end();
    markup.start("div", "class", "charts two");
    Figure.write(markup, tail, Figure.HALF);
    Figure.write(markup, LoadChart.mean(chapter), Figure.HALF);
    markup.end();
    table(markup, chapter);
    markup.end();
  }

  /**
   * The tail against load alone, for the beginning of a page: of policies that keep up, as others
   * would flatten them.
   */
  static void tail(Markup markup, Chapter chapter) {
    List<Run> all = chapter.results().runs();
    List<String> behind = all.stream().filter(run -> !Contest.isUp(run)).map(Run::policy).toList();
    List<Run> up = all.stream().filter(run -> !behind.contains(run.policy())).toList();
    RunGrid runs = RunGrid.of(up.isEmpty() ? all : up);
    LineChart tail = LoadChart.tail(chapter.with(runs));
    markup.start("div");
    Figure.write(markup, tail, Figure.HALF);
    boolean named = LineChart.namesLines(Figure.HALF, tail.series().size());
    markup.start("div", "class", named ? "narrow" : "always");
    Legend.lines(markup, runs.policies(), chapter.palette());
    markup.end();
    markup.end();
  }

  private static String whiskers(Chapter chapter) {
    return chapter.results().runs().stream().anyMatch(run -> run.runs() != null)
        ? " Figures are means of several runs; whiskers reach from the least run to the greatest."
        : " Whiskers are 95 % intervals from resampled blocks.";
  }

  private static String boundInWords(Chapter chapter) {
    return chapter.results().kind().equals("simulate")
        ? " The dotted bound is a p99 that no policy can be below on the same arrivals, not even"
            + " one that knows the future."
        : " The dotted bound is the p99 if every request ran alone at its best degree: no policy"
            + " can be below it.";
  }

  private static void table(Markup markup, Chapter chapter) {
    RunTable.folded(
        markup,
        chapter,
        "Latency as numbers",
        "Latency in milliseconds by load and policy",
        List.of(50.0, 90.0, 95.0, 99.0, 99.9),
        RunTable.of(chapter)
            .show("rps", Unit.NUMBER, Run::rps)
            .show("requests", Unit.COUNT, Run::requests)
            .show("mean", Unit.NUMBER, run -> run.latency().meanMs())
            .show("p50", Unit.TEXT, run -> PercentileCells.ms(run, 50, run.latency().p50Ms()))
            .show("p90", Unit.TEXT, run -> PercentileCells.ms(run, 90, run.latency().p90Ms()))
            .show("p95", Unit.TEXT, run -> PercentileCells.ms(run, 95, run.latency().p95Ms()))
            .show("p99", Unit.TEXT, run -> PercentileCells.ms(run, 99, run.latency().p99Ms()))
            .show(whiskersHead(chapter), Unit.TEXT, run -> run.carries(99) ? spread(run) : null)
            .show("p99.9", Unit.TEXT, run -> PercentileCells.ms(run, 99.9, run.latency().p999Ms()))
            .show("max", Unit.NUMBER, run -> run.latency().maxMs())
            .show("bound", Unit.NUMBER, Run::boundMs));
  }

  private static String whiskersHead(Chapter chapter) {
    return chapter.results().runs().stream().anyMatch(run -> run.runs() != null)
        ? "p99, least to greatest run"
        : "p99, 95 % interval";
  }

  /** The least and the greatest p99; null where that is not known. */
  static @Nullable String spread(Run run) {
    List<Double> spread = run.latency().p99SpreadMs();
    return spread.size() == 2
        ? Numbers.significant(spread.getFirst()) + " to " + Numbers.significant(spread.getLast())
        : null;
  }
}
