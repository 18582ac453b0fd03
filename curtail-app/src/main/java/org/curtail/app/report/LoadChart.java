package org.curtail.app.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.curtail.app.results.Run;

/** Line charts of something against load, a line for each policy. */
final class LoadChart {
  private static final String BOUND = "bound";

  private LoadChart() {}

  /** 99th percentile with its interval, and the bound that no policy can beat. */
  static LineChart p99(Chapter chapter) {
    TimeScale scale = TimeScale.upTo(greatest(chapter.runs(), LoadChart::highestP99Ms));
    List<LineChart.Series> series = new ArrayList<>();
    for (String policy : chapter.runs().policies()) {
      series.add(
          line(
              chapter,
              policy,
              run -> {
                List<Double> spread = run.p99SpreadMs();
                boolean known = spread.size() == 2;
                return new LineChart.Dot(
                    run.load(),
                    scale.of(run.p99Ms()),
                    scale.of(known ? spread.getFirst() : run.p99Ms()),
                    scale.of(known ? spread.getLast() : run.p99Ms()),
                    hint(run, "p99 " + Numbers.time(run.p99Ms()))
                        + (known
                            ? " (%s to %s)"
                                .formatted(
                                    Numbers.time(spread.getFirst()), Numbers.time(spread.getLast()))
                            : ""));
              }));
    }
    List<LineChart.Dot> bound = new ArrayList<>();
    for (double load : chapter.runs().loads()) {
      chapter
          .runs()
          .boundMs(load)
          .ifPresent(ms -> bound.add(new LineChart.Dot(load, scale.of(ms), Numbers.time(ms))));
    }
    if (!bound.isEmpty()) {
      series.add(new LineChart.Series(BOUND, null, bound));
    }
    return chart(chapter, "99th percentile of latency against load", "p99 latency", scale, series);
  }

  /** Mean latency. */
  static LineChart mean(Chapter chapter) {
    TimeScale scale = TimeScale.upTo(greatest(chapter.runs(), Run::meanMs));
    List<LineChart.Series> series = new ArrayList<>();
    for (String policy : chapter.runs().policies()) {
      series.add(
          line(
              chapter,
              policy,
              run ->
                  new LineChart.Dot(
                      run.load(),
                      scale.of(run.meanMs()),
                      hint(run, "mean " + Numbers.time(run.meanMs())))));
    }
    return chart(chapter, "Mean latency against load", "mean latency", scale, series);
  }

  /**
   * Any other amount that is not a latency.
   *
   * @param atLeast the axis reaches this, so that neighbouring charts can share one
   */
  static LineChart amount(
      Chapter chapter, String title, String yTitle, double atLeast, ToDoubleFunction<Run> amount) {
    List<LineChart.Series> series = new ArrayList<>();
    for (String policy : chapter.runs().policies()) {
      series.add(
          line(
              chapter,
              policy,
              run -> {
                double value = amount.applyAsDouble(run);
                return new LineChart.Dot(
                    run.load(), value, hint(run, Numbers.significant(value) + ", " + yTitle));
              }));
    }
    double least = chapter.runs().runs().stream().mapToDouble(amount).min().orElse(0);
    Axis y =
        Axis.linear(
            Math.min(0, least), Math.max(atLeast, greatest(chapter.runs(), amount)), 4, yTitle);
    return new LineChart(
        title, describe(chapter, title), loads(chapter.runs()), y, series, true, false);
  }

  private static LineChart chart(
      Chapter chapter,
      String title,
      String yTitle,
      TimeScale scale,
      List<LineChart.Series> series) {
    Axis y = Axis.amounts(series, yTitle + ", " + scale.unit());
    return new LineChart(
        title, describe(chapter, title), loads(chapter.runs()), y, series, true, false);
  }

  private static LineChart.Series line(
      Chapter chapter, String policy, Function<Run, LineChart.Dot> dot) {
    return new LineChart.Series(
        chapter.palette().label(policy),
        chapter.palette().style(policy),
        chapter.runs().of(policy).stream().map(dot).toList());
  }

  private static Axis loads(RunGrid runs) {
    return Axis.at(
        runs.loads().stream().map(load -> new Axis.Tick(load, Numbers.percent(load))).toList(),
        "load, share of sequential capacity");
  }

  private static String hint(Run run, String value) {
    return "%s at %s load: %s".formatted(run.policy(), Numbers.percent(run.load()), value);
  }

  private static String describe(Chapter chapter, String title) {
    return "%s, for %s; the numbers stand in the tables of this page."
        .formatted(title, String.join(", ", chapter.runs().policies()));
  }

  private static double highestP99Ms(Run run) {
    return run.p99SpreadMs().stream().reduce(run.p99Ms(), Math::max);
  }

  private static double greatest(RunGrid runs, ToDoubleFunction<Run> amount) {
    return runs.runs().stream().mapToDouble(amount).max().orElse(0);
  }
}
