package org.curtail.cli.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.chart.Axis;
import org.curtail.cli.chart.LineChart;
import org.curtail.cli.chart.TimeScale;

/** Line charts against load, one line for each policy. */
final class LoadChart {
  static final String BOUND = "bound";

  /** Tails in order of preference. */
  private static final List<Tail> TAILS =
      List.of(
          new Tail(99, "99th percentile", run -> run.latency().p99Ms()),
          new Tail(95, "95th percentile", run -> run.latency().p95Ms()),
          new Tail(90, "90th percentile", run -> run.latency().p90Ms()),
          new Tail(50, "Median", run -> run.latency().p50Ms()));

  /** A percentile that is drawn against load. */
  private record Tail(double percentile, String title, ToDoubleFunction<Run> figure) {
    String name() {
      return Numbers.percentile(percentile);
    }

    double ms(Run run) {
      return figure.applyAsDouble(run);
    }

    /** True for the p99, the only tail with a known interval. */
    boolean hasInterval() {
      return percentile == 99;
    }

    double lowestMs(Run run) {
      return hasInterval()
          ? run.latency().p99SpreadMs().stream().reduce(ms(run), Math::min)
          : ms(run);
    }

    double highestMs(Run run) {
      return hasInterval()
          ? run.latency().p99SpreadMs().stream().reduce(ms(run), Math::max)
          : ms(run);
    }

    String inWords(Run run) {
      return name()
          + " "
          + Numbers.time(ms(run))
          + (hasInterval()
              ? " (%s to %s)".formatted(Numbers.time(lowestMs(run)), Numbers.time(highestMs(run)))
              : "");
    }
  }

  private LoadChart() {}

  /** The greatest percentile with enough requests in every run; the median if there is none. */
  static double tailPercentile(RunGrid runs) {
    return TAILS.stream()
        .map(Tail::percentile)
        .filter(percentile -> runs.runs().stream().allMatch(run -> run.carries(percentile)))
        .findFirst()
        .orElse(TAILS.getLast().percentile());
  }

  /**
   * The tail with enough requests in every run: if possible the p99 with its interval and the bound
   * for all policies.
   */
  static LineChart tail(Chapter chapter) {
    double percentile = tailPercentile(chapter.runs());
    Tail tail =
        TAILS.stream().filter(of -> of.percentile() == percentile).findFirst().orElseThrow();
    TimeScale scale = TimeScale.upTo(greatest(chapter.runs(), tail::highestMs));
    List<LineChart.Series> series = new ArrayList<>();
    for (String policy : chapter.runs().policies()) {
      series.add(
          line(
              chapter,
              policy,
              run ->
                  new LineChart.Dot(
                      run.load(),
                      scale.of(tail.ms(run)),
                      scale.of(tail.lowestMs(run)),
                      scale.of(tail.highestMs(run)),
                      hint(run, tail.inWords(run)))));
    }
    if (tail.hasInterval()) {
      bound(chapter, scale).ifPresent(series::add);
    }
    return chart(
        chapter,
        "%s of latency against load".formatted(tail.title()),
        tail.name() + " latency",
        scale,
        series);
  }

  /** The line of the bound, which is known for the p99 only. */
  private static Optional<LineChart.Series> bound(Chapter chapter, TimeScale scale) {
    List<LineChart.Dot> dots = new ArrayList<>();
    for (double load : chapter.runs().loads()) {
      chapter
          .runs()
          .boundMs(load)
          .ifPresent(ms -> dots.add(new LineChart.Dot(load, scale.of(ms), Numbers.time(ms))));
    }
    return dots.isEmpty() ? Optional.empty() : Optional.of(new LineChart.Series(BOUND, null, dots));
  }

  /** Mean latency. */
  static LineChart mean(Chapter chapter) {
    TimeScale scale = TimeScale.upTo(greatest(chapter.runs(), run -> run.latency().meanMs()));
    List<LineChart.Series> series = new ArrayList<>();
    for (String policy : chapter.runs().policies()) {
      series.add(
          line(
              chapter,
              policy,
              run ->
                  new LineChart.Dot(
                      run.load(),
                      scale.of(run.latency().meanMs()),
                      hint(run, "mean " + Numbers.time(run.latency().meanMs())))));
    }
    return chart(chapter, "Mean latency against load", "mean latency", scale, series);
  }

  /**
   * A figure other than latency.
   *
   * @param atLeast least end of the axis, so that neighbouring charts have the same axis
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
    return new LineChart(title, describe(chapter, title), loads(chapter), y, series, true, false);
  }

  private static LineChart chart(
      Chapter chapter,
      String title,
      String yTitle,
      TimeScale scale,
      List<LineChart.Series> series) {
    Axis y = Axis.amounts(series, yTitle + ", " + scale.unit());
    return new LineChart(title, describe(chapter, title), loads(chapter), y, series, true, false);
  }

  private static LineChart.Series line(
      Chapter chapter, String policy, Function<Run, LineChart.Dot> dot) {
    return new LineChart.Series(
        chapter.palette().label(policy),
        chapter.palette().style(policy),
        chapter.runs().of(policy).stream().map(dot).toList());
  }

  private static Axis loads(Chapter chapter) {
    List<Double> loads = chapter.runs().loads();
    return Axis.at(
        loads.stream().map(load -> new Axis.Tick(load, Numbers.percent(load))).toList(),
        loadName(chapter));
  }

  private static String loadName(Chapter chapter) {
    if (WorkflowSections.isIn(chapter)) {
      return "load, share of the busiest stage's slots";
    }
    return CopiesSection.isIn(chapter)
        ? "load, share of all slots"
        : "load, share of sequential capacity";
  }

  private static String hint(Run run, String value) {
    return "%s at %s load: %s".formatted(run.policy(), Numbers.percent(run.load()), value);
  }

  private static String describe(Chapter chapter, String title) {
    return "%s, for %s; the numbers are in the tables of this page."
        .formatted(title, String.join(", ", chapter.runs().policies()));
  }

  private static double greatest(RunGrid runs, ToDoubleFunction<Run> amount) {
    return runs.runs().stream().mapToDouble(amount).max().orElse(0);
  }
}
