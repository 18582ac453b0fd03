package org.curtail.cli.chart;

import java.util.Comparator;
import java.util.List;
import org.curtail.benchkit.text.Numbers;

/**
 * Time by call tree. The width of a box is its time. The boxes of called methods are below the
 * caller's box, the longest first. Boxes too narrow to see are left out.
 *
 * @param root the whole tree
 * @param unit unit of the amounts
 */
public record FlameChart(String title, String description, Frame root, String unit)
    implements Chart {
  /**
   * A box.
   *
   * @param amount amount of the box and all below it
   * @param css class of the box in the style sheet
   */
  public record Frame(String name, String css, double amount, List<Frame> below) {
    public Frame {
      below = below.stream().sorted(Comparator.comparingDouble(Frame::amount).reversed()).toList();
    }

    int depth(double least) {
      int deepest = 0;
      for (Frame frame : below) {
        if (frame.amount >= least) {
          deepest = Math.max(deepest, frame.depth(least));
        }
      }
      return 1 + deepest;
    }
  }

  private static final double ROW = 22;
  private static final double GAP = 1;

  /** Narrowest box, in pixels. */
  private static final double NARROWEST = 0.8;

  private static final double LEAST_FOR_TEXT = 30;

  @Override
  public double heightAt(double width) {
    return ROW * root.depth(root.amount() * NARROWEST / width);
  }

  @Override
  public void draw(Svg svg) {
    if (root.amount() > 0) {
      draw(svg, root, 0, 0, svg.width() / root.amount());
    }
  }

  private void draw(Svg svg, Frame frame, double x, int row, double scale) {
    double width = frame.amount() * scale;
    svg.markup().start("g");
    svg.markup()
        .element(
            "title",
            "%s: %s %s, %s"
                .formatted(
                    frame.name(),
                    Numbers.significant(frame.amount()),
                    unit,
                    Numbers.percent(frame.amount() / root.amount())));
    svg.rect(frame.css(), x, row * ROW, Math.max(width - GAP, NARROWEST / 2), ROW - GAP);
    if (width >= LEAST_FOR_TEXT) {
      svg.text("frame-name", x + 5, row * ROW + 15, Svg.fitting(frame.name(), width - 8));
    }
    svg.markup().end();
    double from = x;
    for (Frame below : frame.below()) {
      if (below.amount() * scale >= NARROWEST) {
        draw(svg, below, from, row + 1, scale);
      }
      from += below.amount() * scale;
    }
  }
}
