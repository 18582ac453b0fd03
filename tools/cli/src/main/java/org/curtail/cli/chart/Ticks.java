package org.curtail.cli.chart;

import java.util.ArrayList;
import java.util.List;

/** Round values that cover a range: steps of 1, 2 or 5 times a power of ten. */
public final class Ticks {
  private static final double[] IN_DECADE = {1, 2, 5};
  private static final double[] ROUND = {1, 2, 5, 10};
  private static final int MOST_DECADES_IN_DETAIL = 2;
  private static final int MOST_DECADES = 7;

  private Ticks() {}

  /**
   * Ticks at even distances; the first is at most {@code from}, the last at least {@code to}.
   *
   * @param most approximate number of ticks, at least 2
   */
  public static List<Double> linear(double from, double to, int most) {
    double range = to > from ? to - from : Math.max(Math.abs(to), 1);
    double step = roundUp(range / most);
    double first = Math.floor(from / step + 1e-9);
    double last = Math.max(Math.ceil(Math.max(to, from + range) / step - 1e-9), first + 1);
    List<Double> ticks = new ArrayList<>();
    for (double i = first; i <= last; i++) {
      ticks.add(clean(i * step, step));
    }
    return ticks;
  }

  /**
   * Ticks for a logarithmic axis: 1, 2, 5 of each power of ten if the range is short, else powers
   * of ten.
   *
   * @param from begin of the range, more than 0
   */
  static List<Double> logarithmic(double from, double to) {
    int first = (int) Math.floor(Math.log10(from) + 1e-9);
    int last = Math.max((int) Math.ceil(Math.log10(to) - 1e-9), first + 1);
    List<Double> ticks = new ArrayList<>();
    if (last - first <= MOST_DECADES_IN_DETAIL) {
      for (int decade = first; decade <= last; decade++) {
        for (double round : IN_DECADE) {
          ticks.add(clean(round * Math.pow(10, decade), Math.pow(10, decade)));
        }
      }
      return covering(ticks, from, to);
    }
    int stride = Math.ceilDiv(last - first, MOST_DECADES);
    for (int decade = first; decade < last + stride; decade += stride) {
      ticks.add(clean(Math.pow(10, decade), Math.pow(10, decade)));
    }
    return ticks;
  }

  private static List<Double> covering(List<Double> ticks, double from, double to) {
    int first = 0;
    while (first + 2 < ticks.size() && ticks.get(first + 1) <= from) {
      first++;
    }
    int last = ticks.size() - 1;
    while (last - 1 > first && ticks.get(last - 1) >= to) {
      last--;
    }
    return ticks.subList(first, last + 1);
  }

  private static double roundUp(double step) {
    double power = Math.pow(10, Math.floor(Math.log10(step)));
    for (double round : ROUND) {
      if (round * power >= step * (1 - 1e-9)) {
        return round * power;
      }
    }
    return 10 * power;
  }

  /** Removes the rounding error of binary fractions: 0.30000000000000004 is 0.3. */
  private static double clean(double value, double step) {
    double scale = Math.pow(10, Math.max(0, 2 - Math.floor(Math.log10(step))));
    return Double.isInfinite(scale) ? value : Math.rint(value * scale) / scale;
  }
}
