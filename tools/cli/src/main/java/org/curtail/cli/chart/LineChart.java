package org.curtail.cli.chart;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Lines over a common axis. In a wide drawing, each line has its name at its right end.
 *
 * @param series series in drawing order, strong ones last, so that they are on top
 * @param apart true to move points of different lines at the same x a little apart, so that their
 *     intervals do not cover each other
 * @param alwaysNamed true if lines have their names even in a narrow drawing. Otherwise the page
 *     needs a legend there
 */
public record LineChart(
    String title,
    String description,
    Axis x,
    Axis y,
    List<Series> series,
    boolean apart,
    boolean alwaysNamed)
    implements Chart {

  /**
   * One line.
   *
   * @param style null for a line of reference, which is dashed and has no points
   */
  public record Series(String name, Palette.@Nullable Style style, List<Dot> dots) {
    public Series {
      dots = List.copyOf(dots);
    }

    private boolean strong() {
      return style != null && style.strong();
    }

    private String css() {
      return LineChart.css(style);
    }
  }

  /**
   * One point.
   *
   * @param low lower end of its interval; equal to {@code high} without an interval
   * @param hint text under the pointer
   */
  public record Dot(double x, double y, double low, double high, String hint) {
    /** Hint of a point without a measurement. */
    static final String BEND = "";

    public Dot(double x, double y, String hint) {
      this(x, y, y, y, hint);
    }
  }

  private static final double ROOM_FOR_LABELS_FROM = 480;
  private static final int MOST_LABELS = 11;
  private static final double LABEL_GAP = 17;

  /**
   * Width of names relative to other text; names are a little larger, and the strong one is bold.
   */
  private static final double NAME_STRETCH = 1.16;

  private static final double GREATEST_STEP_APART = 5;

  public LineChart {
    series = series.stream().sorted(Comparator.comparing(Series::strong)).toList();
  }

  @Override
  public double heightAt(double width) {
    return width > ROOM_FOR_LABELS_FROM ? 350 : 270;
  }

  /** True if a drawing of this width shows the names of lines. */
  public static boolean namesLines(double width, int lines) {
    return width > ROOM_FOR_LABELS_FROM && lines <= MOST_LABELS;
  }

  @Override
  public void draw(Svg svg) {
    List<Series> shown = series.stream().filter(s -> !s.dots().isEmpty()).toList();
    boolean named = alwaysNamed || namesLines(svg.width(), shown.size());
    double room =
        named
            ? 36
                + NAME_STRETCH
                    * longest(shown.stream().map(line -> fitting(line.name(), svg.width())))
            : 14;
    double left = 12 + longest(y.ticks().stream().map(Axis.Tick::label));
    var plot = new Plot(svg, x, y, left, 34, svg.width() - room, svg.height() - 44);
    plot.drawAxes();
    double step = apart ? stepApart(plot, shown.size()) : 0;
    List<EndLabel> labels = new ArrayList<>();
    for (int i = 0; i < shown.size(); i++) {
      double shift = step * (i - (shown.size() - 1) / 2.0);
      draw(plot, shown.get(i), shown.get(i).style() == null ? 0 : shift);
      Dot last = shown.get(i).dots().getLast();
      double lastShift = shown.get(i).style() == null ? 0 : shift;
      labels.add(new EndLabel(shown.get(i), plot.x(last.x()) + lastShift, plot.y(last.y())));
    }
    if (named) {
      drawNames(plot, labels);
    }
  }

  private double stepApart(Plot plot, int lines) {
    double between =
        x.ticks().size() < 2
            ? plot.right() - plot.left()
            : plot.x(x.ticks().get(1).value()) - plot.x(x.ticks().get(0).value());
    return Math.min(GREATEST_STEP_APART, between * 0.6 / lines);
  }

  private static void draw(Plot plot, Series line, double shift) {
    Markup markup = plot.svg().markup();
    markup.start("g", "class", line.css());
    Palette.Style style = line.style();
    List<double[]> points =
        line.dots().stream()
            .map(dot -> new double[] {plot.x(dot.x()) + shift, plot.y(dot.y())})
            .toList();
    plot.svg().path("line", dash(style), points);
    for (int i = 0; style != null && i < points.size(); i++) {
      Dot dot = line.dots().get(i);
      double at = points.get(i)[0];
      if (dot.hint().equals(Dot.BEND)) {
        continue;
      }
      markup.start("g");
      markup.element("title", dot.hint());
      if (dot.high() > dot.low()) {
        plot.svg().line("whisker", at, plot.y(dot.low()), at, plot.y(dot.high()));
        plot.svg().line("whisker", at - 3, plot.y(dot.low()), at + 3, plot.y(dot.low()));
        plot.svg().line("whisker", at - 3, plot.y(dot.high()), at + 3, plot.y(dot.high()));
      }
      style.marker().draw(markup, at, points.get(i)[1]);
      markup.end();
    }
    markup.end();
  }

  private record EndLabel(Series line, double x, double y) {}

  /** Draws names at the right without overlaps, each connected to its line. */
  private static void drawNames(Plot plot, List<EndLabel> labels) {
    List<EndLabel> byHeight =
        labels.stream().sorted(Comparator.comparingDouble(EndLabel::y)).toList();
    double[] heights =
        spread(
            byHeight.stream().mapToDouble(EndLabel::y).toArray(),
            LABEL_GAP,
            plot.top(),
            plot.bottom());
    double textX = plot.right() + 22;
    for (int i = 0; i < byHeight.size(); i++) {
      EndLabel label = byHeight.get(i);
      plot.svg().markup().start("g", "class", label.line().css());
      plot.svg()
          .path(
              "leader",
              "none",
              List.of(
                  new double[] {label.x() + 7, label.y()},
                  new double[] {plot.right() + 4, label.y()},
                  new double[] {textX - 4, heights[i]}));
      plot.svg()
          .text("name", textX, heights[i] + 4.5, fitting(label.line().name(), plot.svg().width()));
      plot.svg().markup().end();
    }
  }

  /**
   * Returns heights with distances of at least {@code gap}, as near as possible to the desired
   * ones.
   *
   * @param wished desired heights, ascending
   */
  static double[] spread(double[] wished, double gap, double top, double bottom) {
    double[] heights = wished.clone();
    for (int i = 1; i < heights.length; i++) {
      heights[i] = Math.max(heights[i], heights[i - 1] + gap);
    }
    double limit = bottom;
    for (int i = heights.length - 1; i >= 0; i--) {
      heights[i] = Math.min(heights[i], limit);
      limit = heights[i] - gap;
    }
    // Too many labels: start at the top and accept overlaps at the bottom.
    for (int i = 0; i < heights.length; i++) {
      heights[i] = Math.max(heights[i], i == 0 ? Math.min(top, wished[0]) : heights[i - 1] + gap);
    }
    return heights;
  }

  /** Classes of a line's elements. */
  static String css(Palette.@Nullable Style style) {
    if (style == null) {
      return "series reference";
    }
    return "series " + style.css() + (style.strong() ? " strong" : "");
  }

  /** Pattern of a line. */
  static String dash(Palette.@Nullable Style style) {
    return style == null ? "2 4" : style.dash();
  }

  /** A shortened name that leaves at least half of the drawing to the lines. */
  private static String fitting(String name, double width) {
    return Svg.fitting(name, (width / 2 - 36) / NAME_STRETCH);
  }

  private static double longest(Stream<String> texts) {
    return texts.mapToDouble(Svg::widthOf).max().orElse(0);
  }
}
