package org.curtail.cli.chart;

import java.util.List;
import java.util.stream.IntStream;
import org.curtail.benchkit.text.Numbers;

/**
 * Groups of shares with the sum 1. Each group is a bar with its name above it.
 *
 * @param parts names of the shares of a bar
 * @param bars bars from top to bottom
 */
public record StackedBars(String title, String description, List<String> parts, List<Bar> bars)
    implements Chart {
  /**
   * One bar.
   *
   * @param shares shares of the parts; empty if unknown
   * @param remark remark at the right above the bar
   */
  public record Bar(String name, List<Double> shares, String remark) {}

  public StackedBars {
    parts = List.copyOf(parts);
    bars = List.copyOf(bars);
  }

  /** Names of degrees: {@code degree 1} and so on. */
  public static List<String> degrees(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(degree -> "degree " + degree).toList();
  }

  private static final double ROW = 42;
  private static final double THICKNESS = 16;
  private static final double NARROWEST_WITH_LABEL = 34;

  /** Width of names relative to other text; names are a little larger. */
  private static final double NAME_STRETCH = 1.1;

  @Override
  public double heightAt(double width) {
    return bars.size() * ROW + 2;
  }

  @Override
  public void draw(Svg svg) {
    for (int i = 0; i < bars.size(); i++) {
      draw(svg, bars.get(i), i * ROW);
    }
  }

  private void draw(Svg svg, Bar bar, double top) {
    double room = svg.width() - Svg.widthOf(bar.remark()) - 16;
    svg.text("name", 0, top + 15, Svg.fitting(bar.name(), room / NAME_STRETCH));
    svg.textBefore("tick", svg.width(), top + 15, bar.remark());
    double barTop = top + 21;
    if (bar.shares().isEmpty()) {
      svg.rect("empty", 0.5, barTop + 0.5, svg.width() - 1, THICKNESS - 1);
      return;
    }
    double total = bar.shares().stream().mapToDouble(Double::doubleValue).sum();
    double from = 0;
    for (int part = 1; part <= bar.shares().size(); part++) {
      double share = total > 0 ? bar.shares().get(part - 1) / total : 0;
      double width = share * svg.width();
      if (share > 0) {
        svg.markup().start("g");
        svg.markup().element("title", parts.get(part - 1) + ": " + Numbers.percent(share));
        svg.rect("d" + part, from, barTop, Math.max(width - 1, 0.5), THICKNESS);
        if (width >= NARROWEST_WITH_LABEL) {
          svg.textAround(
              "in-bar on" + part, from + width / 2, barTop + 12.5, Numbers.percent(share));
        }
        svg.markup().end();
      }
      from += width;
    }
  }
}
