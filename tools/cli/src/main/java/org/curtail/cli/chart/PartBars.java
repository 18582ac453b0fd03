package org.curtail.cli.chart;

import java.util.List;
import java.util.stream.IntStream;
import org.curtail.benchkit.text.Numbers;

/**
 * Amounts as sums of parts. The length of a bar is its amount, and its name stands above it.
 *
 * @param unit unit of the amounts
 * @param parts names of the parts, and their classes in the style sheet
 * @param bars bars from top to bottom
 */
public record PartBars(
    String title, String description, String unit, List<Part> parts, List<Bar> bars)
    implements Chart {
  /** A part, in the order of amounts. */
  public record Part(String name, String css) {}

  /**
   * One bar.
   *
   * @param amounts amounts of the parts, at least 0
   * @param remark remark at the right above the bar
   */
  public record Bar(String name, List<Double> amounts, String remark) {
    public Bar {
      amounts = List.copyOf(amounts);
    }

    private double total() {
      return amounts.stream().mapToDouble(Double::doubleValue).sum();
    }
  }

  private static final double ROW = 42;
  private static final double THICKNESS = 16;

  /** Width of names relative to other text; names are a little larger. */
  private static final double NAME_STRETCH = 1.1;

  public PartBars {
    parts = List.copyOf(parts);
    bars = List.copyOf(bars);
  }

  @Override
  public double heightAt(double width) {
    return bars.size() * ROW + 2;
  }

  @Override
  public void draw(Svg svg) {
    double longest = bars.stream().mapToDouble(Bar::total).max().orElse(0);
    for (int i = 0; i < bars.size(); i++) {
      draw(svg, bars.get(i), i * ROW, longest);
    }
  }

  private void draw(Svg svg, Bar bar, double top, double longest) {
    double room = svg.width() - Svg.widthOf(bar.remark()) - 16;
    svg.text("name", 0, top + 15, Svg.fitting(bar.name(), room / NAME_STRETCH));
    svg.textBefore("tick", svg.width(), top + 15, bar.remark());
    double from = 0;
    for (int part : IntStream.range(0, parts.size()).toArray()) {
      double amount = bar.amounts().get(part);
      if (amount <= 0 || longest <= 0) {
        continue;
      }
      double width = amount / longest * svg.width();
      svg.markup().start("g");
      svg.markup()
          .element(
              "title",
              "%s: %s %s".formatted(parts.get(part).name(), Numbers.significant(amount), unit));
      svg.rect(parts.get(part).css(), from, top + 21, width, THICKNESS);
      svg.markup().end();
      from += width;
    }
  }
}
