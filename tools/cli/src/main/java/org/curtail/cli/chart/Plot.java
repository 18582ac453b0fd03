package org.curtail.cli.chart;

/**
 * The data area of a drawing, and its axes: the y title above, the x title below, fine lines
 * across.
 */
record Plot(Svg svg, Axis xAxis, Axis yAxis, double left, double top, double right, double bottom) {

  double x(double value) {
    return left + xAxis.position(value) * (right - left);
  }

  double y(double value) {
    return bottom - yAxis.position(value) * (bottom - top);
  }

  void drawAxes() {
    svg.text("axis-title", 0, 14, yAxis.title());
    for (Axis.Tick tick : yAxis.ticks()) {
      double y = y(tick.value());
      svg.line("grid", left, y, right, y);
      svg.textBefore("tick", left - 7, y + 4.5, tick.label());
    }
    drawXAxis();
  }

  void drawXAxis() {
    svg.line("base", left, bottom, right, bottom);
    double taken = Double.NEGATIVE_INFINITY;
    for (Axis.Tick tick : xAxis.ticks()) {
      double x = x(tick.value());
      double half = Svg.widthOf(tick.label()) / 2;
      svg.line("base", x, bottom, x, bottom + 5);
      double middle = Math.min(x, svg.width() - half);
      // Labels never touch. Of two labels that would touch, the later one is left out, but its mark
      // remains.
      if (middle - half > taken + 4) {
        svg.textAround("tick", middle, bottom + 20, tick.label());
        taken = middle + half;
      }
    }
    svg.textBefore("axis-title", right, bottom + 40, xAxis.title());
  }
}
