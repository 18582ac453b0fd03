package org.curtail.cli.chart;

import java.util.List;
import org.curtail.benchkit.text.Numbers;

/**
 * A time line from left to right: a row for each participant.
 *
 * @param x time
 * @param rows rows from top to bottom
 */
public record TimeLineRows(String title, String description, Axis x, List<Row> rows)
    implements Chart {
  /** A row with its intervals. */
  public record Row(String name, List<Stretch> stretches) {
    public Row {
      stretches = List.copyOf(stretches);
    }
  }

  /**
   * An interval of an activity.
   *
   * @param hint text under the pointer
   * @param css class of the activity in the style sheet
   * @param from begin on the axis
   * @param to end, at least {@code from}
   */
  public record Stretch(String hint, String css, double from, double to) {
    /** Returns an interval of milliseconds, with its length in the hint. */
    public static Stretch ofMillis(String what, String css, double fromMs, double toMs) {
      return new Stretch(
          "%s: %s ms".formatted(what, Numbers.significant(toMs - fromMs)), css, fromMs, toMs);
    }
  }

  private static final double ROW = 26;
  private static final double THICKNESS = 17;
  private static final double TOP = 6;
  private static final double AXIS = 48;

  /** Smallest visible width. */
  private static final double NARROWEST = 0.6;

  /** Greatest share of the drawing for names. */
  private static final double MOST_NAMES = 0.3;

  public TimeLineRows {
    rows = List.copyOf(rows);
  }

  @Override
  public double heightAt(double width) {
    return TOP + rows.size() * ROW + AXIS;
  }

  @Override
  public void draw(Svg svg) {
    double longest = rows.stream().mapToDouble(row -> Svg.widthOf(row.name())).max().orElse(0);
    double names = Math.min(longest + 10, svg.width() * MOST_NAMES);
    double bottom = TOP + rows.size() * ROW;
    var plot = new Plot(svg, x, x, names, TOP, svg.width() - 14, bottom);
    plot.drawXAxis();
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      double top = TOP + i * ROW;
      svg.text("tick", 0, top + 13, Svg.fitting(row.name(), names - 8));
      for (Stretch stretch : row.stretches()) {
        double from = plot.x(stretch.from());
        svg.markup().start("g");
        svg.markup().element("title", stretch.hint());
        svg.rect(
            stretch.css(), from, top, Math.max(plot.x(stretch.to()) - from, NARROWEST), THICKNESS);
        svg.markup().end();
      }
    }
  }
}
