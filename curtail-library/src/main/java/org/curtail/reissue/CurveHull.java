package org.curtail.reissue;

import java.util.ArrayList;
import java.util.List;

/**
 * The lower convex hull of a curve against the share of requests sent again, up to where the curve
 * is least: what a budget could bring if it was split between two delays. Each piece brings less per
 * reissue than the one before. So the best split of one budget over several services takes pieces
 * of all of them in order of {@link HullSegment#slope} by cost, exactly. Immutable.
 */
public final class CurveHull {
  private final double without;
  private final List<HullSegment> segments;

  private CurveHull(double without, List<HullSegment> segments) {
    this.without = without;
    this.segments = segments;
  }

  /**
   * The hull of points (Andrew's monotone chain).
   *
   * @param without value at fraction 0
   * @param fractions ascending, more than 0, at most 1
   * @param values one per fraction
   */
  static CurveHull of(double without, double[] fractions, double[] values) {
    int count = fractions.length;
    int[] chain = new int[count + 1];
    int length = 0;
    // Index 0 is the point without reissue, i the point i - 1.
    for (int point = 0; point <= count; point++) {
      while (length >= 2
          && !turnsUp(chain[length - 2], chain[length - 1], point, without, fractions, values)) {
        length--;
      }
      chain[length++] = point;
    }
    var segments = new ArrayList<HullSegment>();
    for (int i = 1; i < length; i++) {
      double from = value(chain[i - 1], without, values);
      double to = value(chain[i], without, values);
      double fromFraction = fraction(chain[i - 1], fractions);
      double toFraction = fraction(chain[i], fractions);
      if (!(to < from && fromFraction < toFraction)) {
        break;
      }
      segments.add(new HullSegment(fromFraction, toFraction, from, to));
    }
    return new CurveHull(without, List.copyOf(segments));
  }

  private static boolean turnsUp(
      int a, int b, int c, double without, double[] fractions, double[] values) {
    double ab = fraction(b, fractions) - fraction(a, fractions);
    double ac = fraction(c, fractions) - fraction(a, fractions);
    double rise = value(b, without, values) - value(a, without, values);
    double riseTo = value(c, without, values) - value(a, without, values);
    return ab * riseTo - ac * rise > 0;
  }

  private static double fraction(int point, double[] fractions) {
    return point == 0 ? 0 : fractions[point - 1];
  }

  private static double value(int point, double without, double[] values) {
    return point == 0 ? without : values[point - 1];
  }

  /**
   * The pieces in order of fraction, which is the order of falling slope: the first begins at 0,
   * each where the one before ends. None if no reissue helps.
   */
  public List<HullSegment> segments() {
    return segments;
  }

  /** The value if nothing is sent again. */
  public double without() {
    return without;
  }

  /** The share of requests sent again beyond which more of them bring nothing. */
  public double mostFraction() {
    return segments.isEmpty() ? 0 : segments.getLast().toFraction();
  }

  /**
   * The value at a budget: no more than any policy with one delay has there, and equal to what one
   * has where two pieces meet.
   *
   * @param budget share of requests that may be sent again, 0 to 1
   */
  public double at(double budget) {
    ReissueCurve.requireBudget(budget);
    double value = without;
    for (HullSegment segment : segments) {
      if (budget < segment.toFraction()) {
        return segment.fromValue() - segment.slope() * (budget - segment.fromFraction());
      }
      value = segment.toValue();
    }
    return value;
  }
}
