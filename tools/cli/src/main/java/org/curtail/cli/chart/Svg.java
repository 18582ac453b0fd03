package org.curtail.cli.chart;

import java.util.List;
import java.util.Locale;

/** A drawing of a given size, in pixels from its top left corner. */
public final class Svg {
  /** Width of a character in charts, in pixels; a little more than the average. */
  static final double CHARACTER = 7.1;

  private final Markup markup;
  private final double width;
  private final double height;

  public Svg(Markup markup, double width, double height) {
    this.markup = markup;
    this.width = width;
    this.height = height;
  }

  double width() {
    return width;
  }

  double height() {
    return height;
  }

  Markup markup() {
    return markup;
  }

  void line(String css, double x1, double y1, double x2, double y2) {
    markup.leaf("line", "class", css, "x1", x1, "y1", y1, "x2", x2, "y2", y2);
  }

  /** A line through points. */
  void path(String css, String dash, List<double[]> points) {
    var d = new StringBuilder();
    for (double[] point : points) {
      d.append(d.isEmpty() ? "M" : "L")
          .append(String.format(Locale.ROOT, "%.1f,%.1f", point[0], point[1]));
    }
    markup.leaf("path", "class", css, "d", d, "stroke-dasharray", dash);
  }

  void rect(String css, double x, double y, double w, double h) {
    markup.leaf(
        "rect", "class", css, "x", x, "y", y, "width", Math.max(w, 0), "height", Math.max(h, 0));
  }

  /** Text whose baseline starts at a point. */
  public void text(String css, double x, double y, String text) {
    markup.element("text", text, "class", css, "x", x, "y", y);
  }

  /** Text whose baseline ends at a point. */
  void textBefore(String css, double x, double y, String text) {
    markup.element("text", text, "class", css, "x", x, "y", y, "text-anchor", "end");
  }

  /** Text whose baseline has its middle at a point. */
  void textAround(String css, double x, double y, String text) {
    markup.element("text", text, "class", css, "x", x, "y", y, "text-anchor", "middle");
  }

  /** A text, shortened at its end if it does not fit. */
  static String fitting(String text, double width) {
    int most = (int) (width / CHARACTER);
    return text.length() <= most ? text : text.substring(0, Math.max(most - 1, 0)) + "…";
  }

  /** Approximate width of a text. */
  static double widthOf(String text) {
    return text.length() * CHARACTER;
  }
}
