package org.curtail.cli.report;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.chart.Chart;
import org.curtail.cli.chart.Figure;
import org.curtail.cli.chart.Markup;
import org.curtail.cli.chart.Palette;
import org.curtail.cli.chart.StandaloneSvg;
import org.curtail.cli.chart.Svg;

/** The main charts of one result, tail and mean against load, as a self-contained SVG file. */
public final class SvgPicture {
  private static final double MARGIN = StandaloneSvg.MARGIN;
  private static final double GAP = 24;

  private SvgPicture() {}

  /** Writes the picture. The writer stays open. */
  public static void write(Results results, Writer writer) throws IOException {
    RunGrid runs = RunGrid.of(results.runs());
    Palette palette = Palette.of(runs.runs());
    Ranking.of(results).recommended().ifPresent(palette::emphasize);
    var chapter = new Chapter(results, runs, palette, "picture", List.of(), null, true);
    Chart tail = LoadChart.tail(chapter);
    double width = 2 * MARGIN + 2 * Figure.HALF + GAP;
    double height = 2 * MARGIN + StandaloneSvg.panelHeight(tail, Figure.HALF) + 34;
    Markup markup =
        StandaloneSvg.start(
            results.verdict().headline(),
            String.join(" ", results.verdict().details()),
            1,
            width,
            height);
    StandaloneSvg.panel(markup, tail, MARGIN, MARGIN, Figure.HALF);
    StandaloneSvg.panel(
        markup, LoadChart.mean(chapter), MARGIN + Figure.HALF + GAP, MARGIN, Figure.HALF);
    new Svg(markup, width, height).text("foot", MARGIN, height - MARGIN + 6, foot(chapter));
    StandaloneSvg.end(markup);
    writer.write(markup.toString());
  }

  private static String foot(Chapter chapter) {
    int requests =
        chapter.results().runs().stream().mapToInt(run -> run.requests()).min().orElse(0);
    Interruption interrupted = chapter.results().interrupted();
    return "%s on %d cores; at least %s requests per policy and load%s%s"
        .formatted(
            chapter.results().kind(),
            chapter.results().cores(),
            Numbers.count(requests),
            LoadChart.tailPercentile(chapter.runs()) == 99
                ? "; whiskers: " + whiskers(chapter)
                : "",
            interrupted == null ? "" : "; " + interrupted.inWords());
  }

  private static String whiskers(Chapter chapter) {
    return chapter.results().runs().stream().anyMatch(run -> run.runs() != null)
        ? "the least and the greatest of several runs"
        : "95 % intervals from resampled blocks";
  }
}
