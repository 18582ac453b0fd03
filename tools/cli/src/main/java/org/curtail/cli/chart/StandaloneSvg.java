package org.curtail.cli.chart;

/**
 * The frame of a self-contained SVG file, for a README or a slide. The file's own style and
 * background make it readable anywhere.
 */
public final class StandaloneSvg {
  public static final double MARGIN = 28;

  private static final double TITLE = 30;

  private StandaloneSvg() {}

  /**
   * Opens the drawing; the caller ends it and the file with {@link #end}.
   *
   * @param degrees number of shades needed
   */
  public static Markup start(
      String title, String description, int degrees, double width, double height) {
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
    markup.element("title", title);
    markup.element("desc", description);
    markup.start("style");
    markup.verbatim(Palette.css(degrees) + PageFrame.charts());
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
    return markup;
  }

  /** A chart with its title, at a position of the drawing. */
  public static void panel(Markup markup, Chart chart, double x, double y, double width) {
    double height = chart.heightAt(width);
    new Svg(markup, 0, 0).text("panel-title", x, y + 14, chart.title());
    markup.start("svg", "x", x, "y", y + TITLE, "width", width, "height", height);
    chart.draw(new Svg(markup, width, height));
    markup.end();
  }

  /** Height of a panel. */
  public static double panelHeight(Chart chart, double width) {
    return TITLE + chart.heightAt(width);
  }

  public static void end(Markup markup) {
    markup.end();
    markup.newLine();
  }
}
