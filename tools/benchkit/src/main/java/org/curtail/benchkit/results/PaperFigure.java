package org.curtail.benchkit.results;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A figure of a paper, drawn from simulated or measured runs.
 *
 * @param id number in the paper, such as "Figure 8"; a text for another figure
 * @param caption caption of the figure
 * @param panels at least one panel
 */
public record PaperFigure(String id, String caption, List<Panel> panels) {
  public PaperFigure {
    panels = List.copyOf(panels);
  }

  /**
   * A diagram of curves or of bars.
   *
   * @param title title as in the paper
   * @param xTitle title of the horizontal axis, with its unit
   * @param yTitle title of the vertical axis, with its unit
   * @param top upper end of the diagram, at which curves are cut off; absent if all is shown
   * @param curves lines of the diagram
   * @param bars bars of the diagram
   */
  public record Panel(
      String title,
      String xTitle,
      String yTitle,
      @Nullable Double top,
      List<Curve> curves,
      List<Bar> bars) {
    public Panel {
      curves = List.copyOf(curves);
      bars = List.copyOf(bars);
    }

    /** Returns a diagram of complete curves. */
    public static Panel of(String title, String xTitle, String yTitle, List<Curve> curves) {
      return new Panel(title, xTitle, yTitle, null, curves, List.of());
    }

    /** Returns a diagram of bars. */
    public static Panel ofBars(String title, List<Bar> bars) {
      return new Panel(title, "", "", null, List.of(), bars);
    }

    /** Returns the diagram, cut off at a height. */
    public Panel upTo(double height) {
      return new Panel(title, xTitle, yTitle, height, curves, bars);
    }
  }

  /**
   * A curve.
   *
   * @param name name of a policy, or another meaning of the curve
   * @param knowsDemand true for a policy that knows the true demand of requests; it is drawn
   *     differently
   * @param points points from left to right
   */
  public record Curve(String name, boolean knowsDemand, List<Point> points) {
    public Curve {
      points = List.copyOf(points);
    }

    /** Returns the curve under another name. */
    public Curve named(String other) {
      return new Curve(other, knowsDemand, points);
    }
  }

  /**
   * A point of a curve.
   *
   * @param y mean over the repeats
   * @param low least value of the repeats
   * @param high greatest value of the repeats
   */
  public record Point(double x, double y, double low, double high) {}

  /**
   * A bar of shares with the sum 1.
   *
   * @param shares shares of requests of degree 1, 2, ...
   * @param remark remark beside the name
   */
  public record Bar(String name, List<Double> shares, String remark) {
    public Bar {
      shares = List.copyOf(shares);
    }
  }
}
