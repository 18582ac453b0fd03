package org.curtail.app.report;

import java.io.IOException;
import java.io.Writer;
import org.curtail.app.results.Results;

/**
 * The main charts of one result, tail and mean against load, as an SVG file that stands alone, for
 * a README or a slide. It brings its own background, so it reads wherever it is put.
 */
public final class SvgPicture {
  private static final double MARGIN = 28;
  private static final double TITLE = 30;
  private static final double GAP = 24;

  private SvgPicture() {}

  /** Writes the picture. The writer stays open. */
  public static void write(Results results, Writer writer) throws IOException {
    RunGrid runs = RunGrid.of(results.runs());
    var chapter = new Chapter(results, runs, new Palette(runs.policies()), "picture");
    double chartHeight = LoadChart.p99(chapter).heightAt(Figure.HALF);
    double width = 2 * MARGIN + 2 * Figure.HALF + GAP;
    double height = 2 * MARGIN + TITLE + chartHeight + 34;
    var markup = new Markup();
    markup.start(
        "svg",
        "xmlns",
        "http://www.w3.org/2000/svg",
        "class",
        "chart alone",
        "role",
        "img",
        "viewBox",
        "0 0 %.0f %.0f".formatted(width, height),
        "width",
        width,
        "height",
        height);
    markup.element("title", results.verdict().headline());
    markup.element("desc", String.join(" ", results.verdict().details()));
    markup.start("style");
    markup.verbatim(Palette.css(1) + StyleSheet.charts());
    markup.end();
    markup.leaf(
        "rect",
        "class",
        "paper",
        "x",
        0.5,
        "y",
        0.5,
        "width",
        width - 1,
        "height",
        height - 1,
        "rx",
        8);
    panel(markup, LoadChart.p99(chapter), MARGIN, MARGIN);
    panel(markup, LoadChart.mean(chapter), MARGIN + Figure.HALF + GAP, MARGIN);
    new Svg(markup, width, height).text("foot", MARGIN, height - MARGIN + 6, foot(chapter));
    markup.end();
    markup.newLine();
    writer.write(markup.toString());
  }

  private static void panel(Markup markup, Chart chart, double x, double y) {
    double height = chart.heightAt(Figure.HALF);
    new Svg(markup, 0, 0).text("panel-title", x, y + 14, chart.title());
    markup.start("svg", "x", x, "y", y + TITLE, "width", Figure.HALF, "height", height);
    chart.draw(new Svg(markup, Figure.HALF, height));
    markup.end();
  }

  private static String foot(Chapter chapter) {
    int requests =
        chapter.results().runs().stream().mapToInt(run -> run.requests()).min().orElse(0);
    return "%s on %d cores; at least %s requests per policy and load; whiskers: 95 %% intervals from resampled blocks"
        .formatted(chapter.results().kind(), chapter.results().cores(), Numbers.count(requests));
  }
}
