package org.curtail.cli.report;

import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.results.Comparison;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.SampleSize;
import org.curtail.benchkit.results.Step;
import org.curtail.benchkit.results.Variant;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Table;
import org.curtail.benchkit.text.Unit;
import org.curtail.cli.chart.Axis;
import org.curtail.cli.chart.Chart;
import org.curtail.cli.chart.Figure;
import org.curtail.cli.chart.Legend;
import org.curtail.cli.chart.LineChart;
import org.curtail.cli.chart.Markup;
import org.curtail.cli.chart.TimeScale;
import org.jspecify.annotations.Nullable;

/** Latencies: against load, by percentile, step by step, and as numbers. */
final class LatencySections {
  private LatencySections() {}

  /** Writes tail and mean against load: Figure 8 of the Few-to-Many paper. */
  static void write(Markup markup, Chapter chapter) {
    if (chapter.results().runs().isEmpty()) {
      return;
    }
    chapter.startSection(markup, "latency", "Latency against load");
    boolean p99 = LoadChart.tailPercentile(chapter.runs()) == 99;
    boolean bound =
        p99 && chapter.runs().loads().stream().anyMatch(l -> chapter.runs().boundMs(l).isPresent());
    markup.note(
        "Latency counts from the intended start of each request."
            + (p99 ? whiskers(chapter) : " There are too few requests for a p99 of every policy.")
            + (bound ? boundInWords(chapter) : "")
            + (chapter.results().runs().stream().anyMatch(Run::knowsDemand)
                ? " Policies marked ^, in long dashes, know the time of each request in advance, which is impossible for a service."
                : ""));
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
   * Writes the tail against load for the beginning of a page. Policies that do not keep up are left
   * out, since they would flatten the others.
   */
  static void tail(Markup markup, Chapter chapter) {
    List<Run> all = chapter.results().runs();
    List<String> behind = all.stream().filter(run -> !Ranking.isUp(run)).map(Run::policy).toList();
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
        ? " Figures are means of several runs; whiskers are the least and the greatest run."
        : " Whiskers are 95 % intervals from resampled blocks.";
  }

  private static String boundInWords(Chapter chapter) {
    return chapter.results().kind().equals("simulate")
        ? " The dotted bound is a lower limit of the p99 for any policy on the same arrivals, even for one that knows the future."
        : " The dotted bound is the p99 if every request ran alone at its best degree: no policy can be below it.";
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
            .show("p50", Unit.TEXT, run -> RunTable.ms(run, 50, run.latency().p50Ms()))
            .show("p90", Unit.TEXT, run -> RunTable.ms(run, 90, run.latency().p90Ms()))
            .show("p95", Unit.TEXT, run -> RunTable.ms(run, 95, run.latency().p95Ms()))
            .show("p99", Unit.TEXT, run -> RunTable.ms(run, 99, run.latency().p99Ms()))
            .show(whiskersHead(chapter), Unit.TEXT, run -> run.carries(99) ? spread(run) : null)
            .show("p99.9", Unit.TEXT, run -> RunTable.ms(run, 99.9, run.latency().p999Ms()))
            .show("max", Unit.NUMBER, run -> run.latency().maxMs())
            .show("bound", Unit.NUMBER, Run::boundMs));
  }

  private static String whiskersHead(Chapter chapter) {
    return chapter.results().runs().stream().anyMatch(run -> run.runs() != null)
        ? "p99, least to greatest run"
        : "p99, 95 % interval";
  }

  /** The least and the greatest p99; null if unknown. */
  static @Nullable String spread(Run run) {
    List<Double> spread = run.latency().p99SpreadMs();
    return spread.size() == 2
        ? Numbers.significant(spread.getFirst()) + " to " + Numbers.significant(spread.getLast())
        : null;
  }

  /**
   * Writes the share of requests that missed the target, which tail-control minimises (PPoPP'16).
   */
  static void writeLate(Markup markup, Chapter chapter) {
    if (chapter.results().runs().stream().allMatch(run -> run.lateShare() == null)) {
      return;
    }
    chapter.startSection(markup, "late", "Late requests");
    markup.note(
        "Share of requests with a latency above the target, which is below under “Run it again”. The least possible share is that of a policy that knows the future.");
    LineChart chart =
        LoadChart.amount(
            chapter,
            "Late requests against load",
            "late requests, %",
            0,
            run -> percent(run.lateShare()));
    boolean named = LineChart.namesLines(Figure.HALF, chart.series().size());
    markup.start("div", "class", named ? "narrow" : "always");
    Legend.lines(markup, chapter.runs().policies(), chapter.palette());
    markup.end();
    markup.start("div", "class", "charts two");
    Figure.write(markup, chart, Figure.HALF);
    markup.end();
    RunTable.folded(
        markup,
        chapter,
        "Late requests as numbers",
        "Late requests by load and policy",
        List.of(),
        RunTable.of(chapter)
            .show("late", Unit.HUNDREDTHS, Run::lateShare)
            .show("least possible", Unit.HUNDREDTHS, Run::leastLateShare));
    markup.end();
  }

  private static double percent(@Nullable Double share) {
    return share == null ? 0 : 100 * share;
  }

  /** Writes the whole distribution at each load, with a stretched tail. */
  static void writePercentiles(Markup markup, Chapter chapter) {
    List<Double> loads =
        chapter.runs().loads().stream()
            .filter(
                load -> chapter.runs().at(load).stream().anyMatch(run -> !points(run).isEmpty()))
            .toList();
    if (loads.isEmpty()) {
      return;
    }
    chapter.startSection(markup, "percentiles", "Latency percentiles");
    markup.note(
        "From the median to the tail: from p90 to p99 to p99.9, each step is ten times rarer and has the same width. A line ends where fewer than ten requests are beyond.");
    Legend.lines(markup, chapter.runs().policies(), chapter.palette());
    markup.start("div", "class", "charts three");
    for (double load : loads) {
      Figure.write(markup, chart(chapter, load));
    }
    markup.end();
    markup.end();
  }

  private static Chart chart(Chapter chapter, double load) {
    List<Run> runs =
        chapter.runs().at(load).stream().filter(run -> !points(run).isEmpty()).toList();
    double greatestMs = 0;
    double leastTailMs = Double.POSITIVE_INFINITY;
    double greatestPercentile = 0;
    for (Run run : runs) {
      Run.Point tail = points(run).getLast();
      greatestMs = Math.max(greatestMs, tail.ms());
      leastTailMs = Math.min(leastTailMs, tail.ms());
      greatestPercentile = Math.max(greatestPercentile, tail.percentile());
    }
    TimeScale scale = TimeScale.upTo(greatestMs);
    List<LineChart.Series> series = new ArrayList<>();
    for (Run run : runs) {
      series.add(
          new LineChart.Series(
              chapter.palette().label(run.policy()),
              chapter.palette().style(run.policy()),
              points(run).stream()
                  .map(point ->
                      new LineChart.Dot(
                          point.percentile(),
                          scale.of(point.ms()),
                          "%s, %s: %s"
                              .formatted(
                                  run.policy(),
                                  Numbers.percentile(point.percentile()),
                                  Numbers.time(point.ms()))))
                  .toList()));
    }
    String title = "At " + Numbers.percent(load) + " load";
    return new LineChart(
        title,
        "Latency percentiles at %s load; the main ones are in the table of latencies."
            .formatted(Numbers.percent(load)),
        Axis.percentiles(greatestPercentile, "percentile of requests"),
        // Linear, so that differences in the tail are visible, unless one policy dwarfs another.
        Axis.amounts(series, scale.of(leastTailMs), "latency, " + scale.unit()),
        series,
        false,
        false);
  }

  /** The percentiles to draw: from the median up to the last with enough requests. */
  private static List<Run.Point> points(Run run) {
    List<Run.Point> shown = drawn(run, run.percentiles());
    return shown.isEmpty()
        ? drawn(
            run,
            List.of(
                new Run.Point(50, run.latency().p50Ms()),
                new Run.Point(90, run.latency().p90Ms()),
                new Run.Point(95, run.latency().p95Ms()),
                new Run.Point(99, run.latency().p99Ms()),
                new Run.Point(99.9, run.latency().p999Ms())))
        : shown;
  }

  private static List<Run.Point> drawn(Run run, List<Run.Point> points) {
    return points.stream()
        .filter(point -> point.percentile() >= 50 && run.carries(point.percentile()))
        .toList();
  }

  /** Writes each policy in each step of a changing load. */
  static void writeSteps(Markup markup, Chapter chapter) {
    List<Step> steps = chapter.results().steps();
    if (steps.isEmpty()) {
      return;
    }
    chapter.startSection(markup, "steps", "Step by step");
    markup.note(
        "Only the steady part of each step counts; requests in the first %s after a change are left out. The ratio to sequential is of means, with its 95 %% interval over paired repeats, if there are enough of them."
            .formatted(
                Numbers.plain(steps.getFirst().steadyFromSeconds() - steps.getFirst().fromSeconds())
                    + " s"));
    Chapter.table(markup, "Latency and degree of each policy in each step", Step.table(steps));
    if (steps.stream().anyMatch(step -> !step.carries(95))) {
      markup.note(RunTable.TOO_FEW + " " + SampleSize.remark(List.of(95.0)));
    }
    RunTable.writeMissing(markup, chapter);
    markup.end();
  }

  /** Writes the other searches of a mix, beside the main ones. */
  static void writeVariants(Markup markup, Chapter chapter) {
    for (Variant variant : chapter.results().variants()) {
      Chapter own = chapter.with(RunGrid.of(variant.runs()));
      chapter.startSection(
          markup,
          variant.name().replace(' ', '-'),
          Character.toUpperCase(variant.name().charAt(0)) + variant.name().substring(1));
      markup.note(variant.what());
      LineChart mean = LoadChart.mean(own);
      boolean named = LineChart.namesLines(Figure.HALF, mean.series().size());
      markup.start("div", "class", named ? "narrow" : "always");
      Legend.lines(markup, own.runs().policies(), chapter.palette());
      markup.end();
      markup.start("div", "class", "charts two");
      Figure.write(markup, mean, Figure.HALF);
      markup.end();
      Chapter.table(
          markup,
          "Latency of %s in milliseconds by load and policy".formatted(variant.name()),
          RunTable.of(own)
              .show("rps", Unit.NUMBER, Run::rps)
              .show("requests", Unit.COUNT, Run::requests)
              .show("mean", Unit.NUMBER, run -> run.latency().meanMs())
              .show("mean, ratio", Unit.TEXT, LatencySections::meanRatio)
              .show("p50", Unit.NUMBER, run -> run.latency().p50Ms())
              .show("p95", Unit.TEXT, run -> RunTable.ms(run, 95, run.latency().p95Ms()))
              .show("p99", Unit.TEXT, run -> RunTable.ms(run, 99, run.latency().p99Ms())));
      RunTable.explain(markup, variant.runs(), List.of(95.0, 99.0));
      markup.end();
    }
  }

  /** The ratio of means to that of the last baseline; null without one. */
  private static @Nullable String meanRatio(Run run) {
    if (run.against().isEmpty()) {
      return null;
    }
    Comparison last = run.against().getLast();
    Ratio mean = last.mean();
    return Numbers.ratio(mean.value(), mean.low(), mean.high()) + " of " + last.baseline();
  }

  /** Writes all runs of a reproduction, beside the least p99 that any policy can have. */
  static void writeLimits(Markup markup, Chapter chapter) {
    if (chapter.results().runs().isEmpty()) {
      return;
    }
    chapter.startSection(markup, "runs", "All runs");
    markup.note(
        "Means over the repeats; if the queue grew without limit, they only show the length of the runs. The limit is a lower limit of the p99 for any policy on the same arrivals, even for one that knows the future.");
    limits(markup, "As in the paper", chapter.results().runs());
    for (Variant variant : chapter.results().variants()) {
      limits(markup, variant.name() + ": " + variant.what(), variant.runs());
    }
    markup.end();
  }

  private static void limits(Markup markup, String caption, List<Run> runs) {
    Chapter.folded(
        markup,
        caption,
        "Latency in milliseconds by rate and policy",
        Table.of(runs)
            .grouped(Run::rps)
            .show("requests/s", Unit.PLAIN, Run::rps)
            .show(
                "policy",
                Unit.NAME,
                run -> run.policy() + (run.unstable() == null ? "" : " (unstable)"))
            .show("mean", Unit.NUMBER, run -> run.latency().meanMs())
            .show("p50", Unit.NUMBER, run -> run.latency().p50Ms())
            .show("p95", Unit.NUMBER, run -> run.latency().p95Ms())
            .show("p99", Unit.NUMBER, run -> run.latency().p99Ms())
            .show("p99, least to greatest", Unit.TEXT, LatencySections::spread)
            .show("p99.9", Unit.NUMBER, run -> run.latency().p999Ms())
            .show("limit", Unit.NUMBER, Run::boundMs)
            .show("p99 above limit", Unit.PERCENT, LatencySections::aboveLimit)
            .show("utilization", Unit.PERCENT, Run::utilisation)
            .show("degree", Unit.DECIMAL, run -> run.degrees().meanDegree())
            .show("threads", Unit.DECIMAL, Run::meanThreads));
  }

  private static @Nullable Double aboveLimit(Run run) {
    Double boundMs = run.boundMs();
    return boundMs == null ? null : Math.max(0, run.latency().p99Ms() / boundMs - 1);
  }
}
