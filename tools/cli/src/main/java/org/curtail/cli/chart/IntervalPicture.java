package org.curtail.cli.chart;

import java.util.List;
import org.curtail.IntervalTable;
import org.curtail.benchkit.text.Numbers;

/**
 * An interval table as time bars, one per load: first the wait for admission, then one segment per
 * degree. The last degree lasts until the request completes.
 */
public record IntervalPicture(IntervalTable table) implements Chart {
  private static final double TOP = 30;
  private static final double FOOT = 46;
  private static final double NARROWEST_WITH_LABEL = 13;
  private static final int ROOMY_UP_TO_ROWS = 32;

  @Override
  public String title() {
    return "Degree by load and time since arrival";
  }

  @Override
  public String description() {
    return "One bar per number of requests in the system, from %s to %s."
        .formatted(rows().getFirst().load(), rows().getLast().load());
  }

  @Override
  public double heightAt(double width) {
    return TOP + (rows().size() + (table.hasExit() ? 1 : 0)) * rowHeight() + FOOT;
  }

  private List<IntervalRows.Row> rows() {
    return IntervalRows.of(table);
  }

  private double rowHeight() {
    return rows().size() <= ROOMY_UP_TO_ROWS ? 22 : 15;
  }

  @Override
  public void draw(Svg svg) {
    double longestMs =
        table.rows().stream().mapToDouble(IntervalTable.Row::lastStartMs).max().orElse(0);
    TimeScale scale = TimeScale.upTo(longestMs);
    // Space beyond the last start, so that every row shows the greatest degree.
    Axis x =
        Axis.linear(
            0,
            longestMs == 0 ? 1 : scale.of(longestMs * 1.12),
            svg.width() > 480 ? 10 : 5,
            "time since arrival, " + scale.unit());
    double left = 14 + rows().stream().mapToDouble(row -> Svg.widthOf(row.load())).max().orElse(0);
    if (table.hasExit()) {
      left = Math.max(left, 14 + Svg.widthOf("≥ " + (table.waitForExitAbove() + 1)));
    }
    double bottom = svg.height() - FOOT;
    var plot = new Plot(svg, x, x, left, TOP, svg.width() - 12, bottom);
    svg.text("axis-title", 0, 14, "requests in the system");
    for (Axis.Tick tick : x.ticks()) {
      svg.line("grid", plot.x(tick.value()), TOP, plot.x(tick.value()), bottom);
    }
    double top = TOP;
    for (IntervalRows.Row row : rows()) {
      draw(plot, scale, row, top);
      top += rowHeight();
    }
    if (table.hasExit()) {
      drawExit(plot, top);
    }
    plot.drawXAxis();
  }

  private void draw(Plot plot, TimeScale scale, IntervalRows.Row row, double top) {
    Svg svg = plot.svg();
    double height = rowHeight() - 4;
    svg.textBefore("tick", plot.left() - 8, top + height / 2 + 6.5, row.load());
    List<Double> startsMs = row.row().startsMs();
    double startX = plot.x(scale.of(startsMs.getFirst()));
    svg.rect("wait", plot.left(), top + 2.5, startX - plot.left() - 1, height - 1);
    for (int degree = 1; degree <= startsMs.size() && row.row().grants(degree); degree++) {
      double from = plot.x(scale.of(startsMs.get(degree - 1)));
      boolean last = degree == startsMs.size() || !row.row().grants(degree + 1);
      double to = last ? plot.right() : plot.x(scale.of(startsMs.get(degree)));
      if (to - from < 0.5) {
        continue;
      }
      svg.markup().start("g");
      svg.markup()
          .element(
              "title",
              "load %s: degree %d from %s"
                  .formatted(row.load(), degree, Numbers.time(startsMs.get(degree - 1))));
      svg.rect("d" + degree, from, top + 2, to - from - 1, height);
      if (to - from >= NARROWEST_WITH_LABEL) {
        svg.textAround(
            "in-bar on" + degree, (from + to) / 2, top + height / 2 + 6.5, String.valueOf(degree));
      }
      svg.markup().end();
    }
  }

  private void drawExit(Plot plot, double top) {
    double height = rowHeight() - 4;
    double middle = top + height / 2 + 6.5;
    plot.svg().textBefore("tick", plot.left() - 8, middle, "≥ " + (table.waitForExitAbove() + 1));
    plot.svg().rect("wait", plot.left(), top + 2.5, plot.right() - plot.left() - 1, height - 1);
    plot.svg()
        .textAround(
            "in-bar exit",
            (plot.left() + plot.right()) / 2,
            middle,
            "waits until a request completes");
  }
}
