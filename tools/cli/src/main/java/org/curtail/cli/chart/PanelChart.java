package org.curtail.cli.chart;

import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.results.PaperFigure.Curve;
import org.curtail.benchkit.results.PaperFigure.Panel;
import org.curtail.benchkit.results.PaperFigure.Point;
import org.curtail.benchkit.text.Numbers;

/**
 * A diagram of a paper's figure as a chart. Lines are solid; those of policies that know the demand
 * are dashed, the limit is dotted. A diagram with a fixed top ends lines there, and its title
 * mentions it.
 */
public final class PanelChart {
  private static final String LIMIT = "limit";
  private static final String DASHED = "7 5";
  private static final int TICKS = 6;

  /** Space beside the first and the last point, as a share of the axis. */
  private static final double ROOM = 0.05;

  private PanelChart() {}

  public static LineChart of(Panel panel, Palette palette) {
    double right = Double.NEGATIVE_INFINITY;
    double least = 0;
    double left = Double.POSITIVE_INFINITY;
    double greatest = 0;
    for (Curve curve : panel.curves()) {
      for (Point point : curve.points()) {
        left = Math.min(left, point.x());
        right = Math.max(right, point.x());
        least = Math.min(least, Math.min(point.y(), point.low()));
        greatest = Math.max(greatest, Math.max(point.y(), point.high()));
      }
    }
    Double end = panel.top();
    double top = end == null ? greatest : Math.min(end, greatest);
    Axis even = Axis.linear(least, Math.max(top, 1e-9), 5, panel.yTitle());
    Axis y = even.to() < greatest ? even.cut() : even;
    List<LineChart.Series> series =
        panel.curves().stream().map(curve -> series(curve, palette, y.to())).toList();
    return new LineChart(
        panel.title(),
        "%s by %s, for %s; a table below has the numbers."
            .formatted(
                panel.yTitle(),
                panel.xTitle(),
                String.join(", ", panel.curves().stream().map(Curve::name).toList())),
        across(left, right, panel.xTitle()),
        y,
        series,
        false,
        false);
  }

  /** An axis from one end to the other with some space, and round numbers within. */
  private static Axis across(double left, double right, String title) {
    if (!(left < right)) {
      double only = left <= right ? left : 0;
      return Axis.at(List.of(new Axis.Tick(only, Numbers.plain(only))), title);
    }
    List<Axis.Tick> ticks =
        Ticks.linear(left, right, right - left < TICKS ? (int) (right - left) + 1 : TICKS).stream()
            .filter(place -> place >= left && place <= right)
            .map(place -> new Axis.Tick(place, Numbers.plain(place)))
            .toList();
    double room = (right - left) * ROOM;
    return new Axis(Axis.Scale.LINEAR, left - room, right + room, ticks, title);
  }

  /** A curve's name, with a remark if its policy knows the demand. */
  public static String name(Curve curve) {
    return knowsDemand(curve) ? curve.name() + " (knows demand)" : curve.name();
  }

  /**
   * True for a policy that knows the demand, which no service can; false for the limit, which is
   * not a policy.
   */
  public static boolean knowsDemand(Curve curve) {
    return curve.knowsDemand() && !curve.name().equals(LIMIT);
  }

  private static LineChart.Series series(Curve curve, Palette palette, double top) {
    if (curve.name().equals(LIMIT)) {
      return new LineChart.Series(LIMIT, null, dots(curve, top));
    }
    Palette.Style style = palette.style(curve.name());
    return new LineChart.Series(
        curve.name(),
        new Palette.Style(
            style.slot(), style.marker(), curve.knowsDemand() ? DASHED : "none", style.strong()),
        dots(curve, top));
  }

  private static List<LineChart.Dot> dots(Curve curve, double top) {
    var dots = new ArrayList<LineChart.Dot>();
    Point before = null;
    for (Point point : curve.points()) {
      if (point.y() > top) {
        if (before != null) {
          double share = (top - before.y()) / (point.y() - before.y());
          double x = before.x() + share * (point.x() - before.x());
          dots.add(new LineChart.Dot(x, top, LineChart.Dot.BEND));
        }
        break;
      }
      dots.add(
          new LineChart.Dot(
              point.x(), point.y(), point.low(), Math.min(point.high(), top), hint(curve, point)));
      before = point;
    }
    return dots;
  }

  private static String hint(Curve curve, Point point) {
    return "%s at %s: %s (%s to %s)"
        .formatted(
            name(curve),
            Numbers.plain(point.x()),
            Numbers.significant(point.y()),
            Numbers.significant(point.low()),
            Numbers.significant(point.high()));
  }
}
