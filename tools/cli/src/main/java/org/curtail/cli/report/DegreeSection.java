package org.curtail.cli.report;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.text.Numbers;
import org.curtail.benchkit.text.Unit;
import org.curtail.cli.chart.Chart;
import org.curtail.cli.chart.Figure;
import org.curtail.cli.chart.Legend;
import org.curtail.cli.chart.Markup;
import org.curtail.cli.chart.StackedBars;

/** Who ran with how many threads: Figures 9(a) and 9(b) of the Few-to-Many paper. */
final class DegreeSection {
  private DegreeSection() {}

  static void write(Markup markup, Chapter chapter) {
    int degrees = degrees(chapter);
    if (degrees == 0) {
      return;
    }
    chapter.startSection(markup, "degrees", "Degree of parallelism");
    markup.element(
        "p",
        "Share of requests by the greatest degree they reached. A good policy keeps the many short"
            + " requests sequential and spends threads on the few long ones.",
        "class",
        "note");
    Legend.degrees(markup, degrees, false);
    markup.start("div", "class", "charts three");
    for (double load : chapter.runs().loads()) {
      Figure.write(markup, chart(chapter, load));
    }
    markup.end();
    means(markup, chapter);
    markup.end();
  }

  private static void means(Markup markup, Chapter chapter) {
    markup.element(
        "p",
        "Mean degree over the whole execution of a request, by its length in the profile.",
        "class",
        "note");
    Legend.lines(markup, chapter.runs().policies(), chapter.palette());
    double greatest =
        chapter.results().runs().stream()
            .flatMapToDouble(run ->
                DoubleStream.of(
                    run.degrees().meanDegree(),
                    run.degrees().meanDegreeLongest(),
                    run.degrees().meanDegreeShortest()))
            .max()
            .orElse(1);
    // Of fewer requests, five percent are a few.
    boolean twentieths = chapter.results().runs().stream().allMatch(run -> run.carries(95));
    markup.start("div", "class", "charts three");
    mean(markup, chapter, "All requests", greatest, run -> run.degrees().meanDegree());
    if (twentieths) {
      mean(markup, chapter, "Longest 5 %", greatest, run -> run.degrees().meanDegreeLongest());
      mean(markup, chapter, "Shortest 5 %", greatest, run -> run.degrees().meanDegreeShortest());
    }
    markup.end();
    RunTable.folded(
        markup,
        chapter,
        "Mean degree as numbers",
        "Mean degree by load and policy",
        List.of(95.0),
        RunTable.of(chapter)
            .show("all requests", Unit.DECIMAL, run -> run.degrees().meanDegree())
            .show(
                "longest 5 %",
                Unit.DECIMAL, run -> run.carries(95) ? run.degrees().meanDegreeLongest() : null)
            .show(
                "shortest 5 %",
                Unit.DECIMAL, run -> run.carries(95) ? run.degrees().meanDegreeShortest() : null));
  }

  private static void mean(
      Markup markup, Chapter chapter, String title, double greatest, ToDoubleFunction<Run> degree) {
    Figure.write(markup, LoadChart.amount(chapter, title, "mean degree", greatest, degree));
  }

  /** The greatest degree of any run. */
  static int degrees(Chapter chapter) {
    return chapter.results().runs().stream()
        .mapToInt(run -> run.degrees().degreeShares().size())
        .max()
        .orElse(0);
  }

  private static Chart chart(Chapter chapter, double load) {
    List<StackedBars.Bar> bars =
        chapter.runs().at(load).stream()
            .map(run ->
                new StackedBars.Bar(
                    run.policy(),
                    run.degrees().degreeShares(),
                    run.degrees().degreeShares().isEmpty()
                        ? "not recorded"
                        : "mean " + Numbers.decimal(run.degrees().meanDegree())))
            .toList();
    return new StackedBars(
        "At " + Numbers.percent(load) + " load",
        "Share of requests by greatest degree, for each policy.",
        StackedBars.degrees(degrees(chapter)),
        bars);
  }
}
