package org.curtail.cli.chart;

/**
 * A chart on the page with its caption. A chart with two widths is drawn twice. The page shows the
 * drawing that fits the screen, so letters keep their size on a phone.
 */
public final class Figure {
  /** Half the width of a laptop's page. */
  public static final double HALF = 560;

  /** Full width of a laptop's page. */
  public static final double FULL = 1150;

  /** Width of a phone's page, or a third of a laptop's. */
  static final double NARROW = 358;

  private Figure() {}

  /** A chart at one width for every screen. */
  public static void write(Markup markup, Chart chart) {
    start(markup, chart);
    drawing(markup, chart, NARROW, "");
    markup.end();
  }

  /** A chart with its own width on a laptop, and drawn again for a phone. */
  public static void write(Markup markup, Chart chart, double wide) {
    start(markup, chart);
    drawing(markup, chart, wide, "wide");
    drawing(markup, chart, NARROW, "narrow");
    markup.end();
  }

  private static void start(Markup markup, Chart chart) {
    markup.newLine();
    markup.start("figure");
    markup.element("figcaption", chart.title());
  }

  private static void drawing(Markup markup, Chart chart, double width, String css) {
    double height = chart.heightAt(width);
    markup.start(
        "svg",
        "xmlns",
        "http://www.w3.org/2000/svg",
        "class",
        ("chart " + css).strip(),
        "role",
        "img",
        "viewBox",
        "0 0 %.0f %.0f".formatted(width, height),
        "width",
        width,
        "height",
        height);
    markup.element("title", chart.title());
    markup.element("desc", chart.description());
    chart.draw(new Svg(markup, width, height));
    markup.end();
  }
}
