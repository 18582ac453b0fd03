package org.curtail.cli.report;

import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.results.Diagnosed;
import org.curtail.benchkit.results.Diagnosed.Group;
import org.curtail.benchkit.results.Diagnosed.Step;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.chart.Axis;
import org.curtail.cli.chart.Figure;
import org.curtail.cli.chart.Legend;
import org.curtail.cli.chart.LineChart;
import org.curtail.cli.chart.Markup;
import org.curtail.cli.chart.Palette;
import org.curtail.cli.chart.PartBars;
import org.jspecify.annotations.Nullable;

/** Where the time of requests went, from fast to slow. */
final class CauseSection {
  private static final double MEDIAN = 50;
  private static final double GREATEST_PERCENTILE = 99.99;

  /** A cause that is nowhere more of a percentile's latency has no line. */
  private static final double LEAST_SHARE = 0.02;

  private CauseSection() {}

  /** Whether requests were diagnosed. */
  static boolean isIn(Chapter chapter) {
    return chapter.results().diagnosis() != null;
  }

  static void write(Markup markup, Chapter chapter) {
    Diagnosed diagnosed = chapter.results().diagnosis();
    if (diagnosed == null) {
      return;
    }
    chapter.startSection(markup, "causes", "Where the time went, from fast to slow");
    markup.element(
        "p",
        "Requests in groups of equally many, by their latency. A bar is as long as the mean latency"
            + " of its group, and its parts are what the time went to; together they are the"
            + " latency.",
        "class",
        "note");
    Legend.parts(
        markup, CauseLook.shown(diagnosed, diagnosed.groups().stream().map(Group::ms).toList()));
    Figure.write(
        markup,
        new PartBars(
            "Latency by cause",
            "Groups of requests from fast to slow; the numbers stand below.",
            "ms",
            CauseLook.parts(diagnosed),
            diagnosed.groups().stream().map(CauseSection::bar).toList()),
        Figure.FULL);
    if (!diagnosed.asked().isEmpty()) {
      Figure.write(
          markup,
          new PartBars(
              "What was asked, from slow to fast",
              "Requests that asked the same, on average; only the slowest.",
              "ms",
              CauseLook.parts(diagnosed),
              diagnosed.asked().stream().map(CauseSection::bar).toList()),
          Figure.FULL);
    }
    percentiles(markup, diagnosed);
    markup.end();
    distribution(markup, chapter, diagnosed);
  }

  private static PartBars.Bar bar(Group group) {
    return new PartBars.Bar(group.name(), group.ms(), Numbers.time(group.latencyMs()));
  }

  private static void percentiles(Markup markup, Diagnosed diagnosed) {
    Chapter.table(
        markup,
        "Mean milliseconds by cause, around the median and in the tail",
        diagnosed.percentilesTable(LEAST_SHARE));
  }

  // ---- The distribution.

  private static void distribution(Markup markup, Chapter chapter, Diagnosed diagnosed) {
    List<Step> steps =
        diagnosed.distribution().stream()
            .filter(step -> step.percentile() >= MEDIAN && step.percentile() <= GREATEST_PERCENTILE)
            .toList();
    if (steps.size() < 2) {
      return;
    }
    var lines = new ArrayList<LineChart.Series>();
    lines.add(series("latency", null, steps, -1));
    for (int cause = 0; cause < diagnosed.causes().size(); cause++) {
      if (isLarge(steps, cause)) {
        String title = diagnosed.causes().get(cause);
        lines.add(series(title, CauseLook.line(title), steps, cause));
      }
    }
    chapter.startSection(markup, "distribution", "The distribution of latency, by cause");
    markup.element(
        "p",
        "To the right, the percentile of latency; each further nine takes the same room. The dotted"
            + " line is the latency of the percentile, the others are what requests of about that"
            + " latency spent on each cause, on average; together they are the latency.",
        "class",
        "note");
    Legend.lines(markup, lines);
    Figure.write(
        markup,
        new LineChart(
            "Latency by percentile and cause",
            "What requests of each percentile spent on each cause.",
            Axis.percentiles(
                Math.min(steps.getLast().percentile(), GREATEST_PERCENTILE),
                "percentile of latency"),
            Axis.linear(0, steps.stream().mapToDouble(Step::latencyMs).max().orElse(1), 5, "ms"),
            lines,
            false,
            false),
        Figure.FULL);
    markup.end();
  }

  private static boolean isLarge(List<Step> steps, int cause) {
    return steps.stream().anyMatch(step -> step.ms().get(cause) > LEAST_SHARE * step.latencyMs());
  }

  /** Of a cause, or of the whole latency if it is negative. */
  private static LineChart.Series series(
      String name, Palette.@Nullable Style style, List<Step> steps, int cause) {
    return new LineChart.Series(
        name,
        style,
        steps.stream()
            .map(step ->
                new LineChart.Dot(
                    step.percentile(), cause < 0 ? step.latencyMs() : step.ms().get(cause), ""))
            .toList());
  }
}
