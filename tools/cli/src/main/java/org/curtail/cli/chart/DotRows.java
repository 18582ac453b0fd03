package org.curtail.cli.chart;

import java.util.List;

/**
 * Named rows along one axis: a dot for the measured value, its interval, and a hollow dot for the
 * expected value.
 *
 * @param axis axis from left to right
 * @param rows rows from top to bottom
 */
public record DotRows(String title, String description, Axis axis, List<Row> rows)
    implements Chart {
  /** Style of measured values. */
  public static final Palette.Style MEASURED = new Palette.Style(1, Marker.DISC, "none", false);

  /** Style of expected values. */
  public static final Palette.Style EXPECTED =
      new Palette.Style(2, Marker.RING_DIAMOND, "none", false);

  /**
   * One row.
   *
   * @param low lower end of the interval; equal to {@code high} without an interval
   * @param expected the expected value; NaN without one
   * @param hint text under the pointer
   */
  public record Row(
      String name, double measured, double low, double high, double expected, String hint) {}

  private static final double ROW = 24;
  private static final double BELOW = 48;
  private static final double ABOVE = 4;
  private static final double MOST_OF_WIDTH = 0.38;

  /** Width of names relative to other text; names are a little larger. */
  private static final double NAME_STRETCH = 1.1;

  public DotRows {
    rows = List.copyOf(rows);
  }

  @Override
  public double heightAt(double width) {
    return ABOVE + rows.size() * ROW + BELOW;
  }

  @Override
  public void draw(Svg svg) {
    double wished =
        12
            + NAME_STRETCH
                * rows.stream().mapToDouble(row -> Svg.widthOf(row.name())).max().orElse(0);
    double left = Math.min(wished, MOST_OF_WIDTH * svg.width());
    double bottom = ABOVE + rows.size() * ROW;
    var plot = new Plot(svg, axis, Axis.linear(0, 1, 2, ""), left, ABOVE, svg.width() - 14, bottom);
    for (Axis.Tick tick : axis.ticks()) {
      svg.line("grid", plot.x(tick.value()), ABOVE, plot.x(tick.value()), bottom);
    }
    for (int i = 0; i < rows.size(); i++) {
      draw(plot, rows.get(i), ABOVE + (i + 0.5) * ROW);
    }
    plot.drawXAxis();
  }

  private static void draw(Plot plot, Row row, double y) {
    Svg svg = plot.svg();
    Markup markup = svg.markup();
    svg.text("name", 0, y + 4.5, Svg.fitting(row.name(), (plot.left() - 10) / NAME_STRETCH));
    markup.start("g");
    markup.element("title", row.hint());
    if (!Double.isNaN(row.expected())) {
      markup.start("g", "class", LineChart.css(EXPECTED));
      EXPECTED.marker().draw(markup, plot.x(row.expected()), y);
      markup.end();
    }
    markup.start("g", "class", LineChart.css(MEASURED));
    if (row.high() > row.low()) {
      double from = plot.x(row.low());
      double to = plot.x(row.high());
      svg.line("whisker", from, y, to, y);
      svg.line("whisker", from, y - 3, from, y + 3);
      svg.line("whisker", to, y - 3, to, y + 3);
    }
    MEASURED.marker().draw(markup, plot.x(row.measured()), y);
    markup.end();
    markup.end();
  }
}
