package org.curtail.benchkit.results;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A figure of a paper, drawn again from simulated runs, or a similar one from measured runs.
 *
 * @param id as in the paper: "Figure 8"; in words for one beyond the paper
 * @param caption of the figure
 * @param panels at least one
 */
public record PaperFigure(String id, String caption, List<Panel> panels) {
  public PaperFigure {
    panels = List.copyOf(panels);
  }

  /**
   * One diagram: curves, or else bars.
   *
   * @param title as in the paper
   * @param xTitle title of the horizontal axis, with its unit
   * @param yTitle title of the vertical axis, with its unit
   * @param top upper end of the diagram, so that curves that leave it do not flatten the others;
   *     absent if all is shown
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

    /** A diagram of curves, shown in full. */
    public static Panel of(String title, String xTitle, String yTitle, List<Curve> curves) {
      return new Panel(title, xTitle, yTitle, null, curves, List.of());
    }

    /** A diagram of bars. */
    public static Panel ofBars(String title, List<Bar> bars) {
      return new Panel(title, "", "", null, List.of(), bars);
    }

    /** The same diagram, cut off at a height. */
    public Panel upTo(double height) {
      return new Panel(title, xTitle, yTitle, height, curves, bars);
    }
  }

  /**
   * One line.
   *
   * @param name a policy, or another meaning of the line
   * @param knowsDemand true if it gets the demand of requests, which no service has: drawn apart
   * @param points from left to right
   */
  public record Curve(String name, boolean knowsDemand, List<Point> points) {
    public Curve {
      points = List.copyOf(points);
    }

    /** The same line under another name. */
    public Curve named(String other) {
      return new Curve(other, knowsDemand, points);
    }
  }

  /**
   * One point.
   *
   * @param y mean over the repeats
   * @param low smallest of the repeats
   * @param high greatest of the repeats
   */
  public record Point(double x, double y, double low, double high) {}

  /**
   * One bar of shares that add up to 1.
   *
   * @param shares of requests of degree 1, 2, ...
   * @param remark beside its name
   */
  public record Bar(String name, List<Double> shares, String remark) {
    public Bar {
      shares = List.copyOf(shares);
    }
  }
}
