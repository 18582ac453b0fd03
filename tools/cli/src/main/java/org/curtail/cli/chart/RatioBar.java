package org.curtail.cli.chart;

import java.util.List;
import java.util.stream.DoubleStream;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.stats.Ratio;

/**
 * A ratio and its interval as a small picture: left of the middle is faster, right is slower. The
 * scale is logarithmic and ends at the farthest ratio. A ratio of 0, which a logarithm cannot show,
 * is at the left end.
 */
public final class RatioBar {
  private static final double WIDTH = 60;
  private static final double HEIGHT = 14;
  private static final double LEAST_REACH = 1.5;

  private RatioBar() {}

  /** The ratio at the right end of the picture; its inverse is at the left end. */
  public static double reach(List<Run> runs) {
    double farthest =
        runs.stream()
            .flatMap(run -> run.against().stream())
            .flatMap(c -> List.of(c.mean(), c.p95(), c.p99()).stream())
            .flatMapToDouble(ratio -> DoubleStream.of(ratio.low(), ratio.value(), ratio.high()))
            .filter(ratio -> ratio > 0 && Double.isFinite(ratio))
            .map(ratio -> Math.max(ratio, 1 / ratio))
            .max()
            .orElse(1);
    return Math.max(farthest, LEAST_REACH);
  }

  public static void draw(Markup markup, Ratio ratio, double reach) {
    markup.start(
        "svg",
        "xmlns",
        "http://www.w3.org/2000/svg",
        "class",
        "chart ratio-bar",
        "aria-hidden",
        "true",
        "viewBox",
        "0 0 60 14",
        "width",
        WIDTH,
        "height",
        HEIGHT);
    var svg = new Svg(markup, WIDTH, HEIGHT);
    double middle = HEIGHT / 2;
    svg.line("grid", 0, middle, WIDTH, middle);
    svg.line("one", WIDTH / 2, 0, WIDTH / 2, HEIGHT);
    double low = x(ratio.low(), reach);
    double high = x(ratio.high(), reach);
    svg.rect("interval", low, middle - 3, Math.max(high - low, 1.5), 6);
    svg.rect("value", x(ratio.value(), reach) - 1.25, middle - 6, 2.5, 12);
    markup.end();
  }

  /**
   * Returns the position of a ratio: "twice as fast" has the same distance from the middle as
   * "twice as slow".
   */
  private static double x(double ratio, double reach) {
    double share = ratio > 0 ? Math.log(ratio) / Math.log(reach) : -1;
    return 3 + (Math.clamp(share, -1, 1) + 1) / 2 * (WIDTH - 6);
  }
}
