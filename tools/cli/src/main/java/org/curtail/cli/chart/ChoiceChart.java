package org.curtail.cli.chart;

import java.util.ArrayList;
import java.util.List;

/**
 * Choices over time: a band for each choice, behind a line of the load. Marks show times of
 * decisions.
 *
 * @param x time
 * @param y load
 * @param bands bands in order of time, side by side
 * @param marks marks in order of time
 */
public record ChoiceChart(
    String title, String description, Axis x, Axis y, List<Band> bands, List<Mark> marks)
    implements Chart {
  /**
   * An interval of time with one choice.
   *
   * @param from begin on the time axis
   * @param to end, at least {@code from}
   * @param load load of the interval
   * @param css class of its colour
   * @param hint text under the pointer
   */
  public record Band(double from, double to, double load, String css, String hint) {}

  /**
   * The time of a decision.
   *
   * @param at place on the time axis
   * @param name written where there is space
   * @param hint text under the pointer
   */
  public record Mark(double at, String name, String hint) {}

  private static final double TOP = 40;
  private static final double AXIS = 48;

  public ChoiceChart {
    bands = List.copyOf(bands);
    marks = List.copyOf(marks);
  }

  @Override
  public double heightAt(double width) {
    return 210;
  }

  @Override
  public void draw(Svg svg) {
    double left = 12 + y.ticks().stream().mapToDouble(t -> Svg.widthOf(t.label())).max().orElse(0);
    var plot = new Plot(svg, x, y, left, TOP, svg.width() - 14, svg.height() - AXIS);
    for (Band band : bands) {
      double from = plot.x(band.from());
      svg.markup().start("g");
      svg.markup().element("title", band.hint());
      svg.rect(
          "band " + band.css(), from, TOP, plot.x(band.to()) - from, plot.bottom() - plot.top());
      svg.markup().end();
    }
    plot.drawAxes();
    List<double[]> load = new ArrayList<>();
    for (Band band : bands) {
      load.add(new double[] {plot.x(band.from()), plot.y(band.load())});
      load.add(new double[] {plot.x(band.to()), plot.y(band.load())});
    }
    svg.path("line load", "none", load);
    drawMarks(plot);
  }

  /**
   * Draws marks. Names never touch. Of two names that would touch, the later one is left out, but
   * its line remains.
   */
  private void drawMarks(Plot plot) {
    Svg svg = plot.svg();
    double taken = Double.NEGATIVE_INFINITY;
    for (Mark mark : marks) {
      double at = plot.x(mark.at());
      svg.markup().start("g");
      svg.markup().element("title", mark.hint());
      svg.line("percentile", at, TOP - 6, at, plot.bottom());
      double half = Svg.widthOf(mark.name()) / 2;
      double middle = Math.clamp(at, half, svg.width() - half);
      if (middle - half > taken + 6) {
        svg.textAround("mark-name", middle, TOP - 10, mark.name());
        taken = middle + half;
      }
      svg.markup().end();
    }
  }
}
