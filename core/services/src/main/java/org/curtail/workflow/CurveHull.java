package org.curtail.workflow;

import java.util.ArrayList;
import java.util.List;

/**
 * The lower convex hull of a curve over the share of requests with a copy, up to the curve's
 * minimum: the values that a budget divided between two delays could reach. Each segment gains less
 * per copy than the previous one. The best split of one budget over several services therefore
 * takes segments of all of them in order of {@link HullSegment#slope} by cost, exactly. Immutable.
 */
final class CurveHull {
  /** Relative; a point below a line by no more than rounding is no corner. */
  private static final double ROUNDING = 1e-12;

  private final double without;
  private final List<HullSegment> segments;

  private CurveHull(double without, List<HullSegment> segments) {
    this.without = without;
    this.segments = segments;
  }

  private record Point(double fraction, double value) {}

  /**
   * Returns the hull of points (Andrew's monotone chain).
   *
   * @param without value at fraction 0
   * @param fractions ascending, more than 0, at most 1
   * @param values one per fraction
   */
  static CurveHull of(double without, double[] fractions, double[] values) {
    var chain = new ArrayList<Point>();
    chain.add(new Point(0, without));
    for (int i = 0; i < fractions.length; i++) {
      var point = new Point(fractions[i], values[i]);
      // Only lower points are taken, since a budget need not be spent.
      if (!(point.fraction() > 0 && point.value() < chain.getLast().value())) {
        continue;
      }
      while (chain.size() >= 2 && !isCorner(chain.get(chain.size() - 2), chain.getLast(), point)) {
        chain.removeLast();
      }
      chain.add(point);
    }
    var segments = new ArrayList<HullSegment>();
    for (int i = 1; i < chain.size(); i++) {
      Point from = chain.get(i - 1);
      Point to = chain.get(i);
      segments.add(new HullSegment(from.fraction(), to.fraction(), from.value(), to.value()));
    }
    return new CurveHull(without, List.copyOf(segments));
  }

  /**
   * Returns the hull of points that were computed elsewhere.
   *
   * @param without value at fraction 0, finite
   * @param fractions ascending, at most 1; values not above 0 are left out
   * @param values one per fraction, finite
   * @throws IllegalArgumentException if a point is not so; names it
   */
  static CurveHull through(double without, double[] fractions, double[] values) {
    if (fractions.length != values.length) {
      throw new IllegalArgumentException(
          "one value per fraction: %d and %d".formatted(values.length, fractions.length));
    }
    double before = 0;
    for (int i = 0; i < fractions.length; i++) {
      if (!(fractions[i] >= before && fractions[i] <= 1 && Double.isFinite(values[i]))) {
        throw new IllegalArgumentException(
            "point %d must be finite, from %s to 1: %s, %s"
                .formatted(i, before, fractions[i], values[i]));
      }
      before = fractions[i];
    }
    return of(without, fractions, values);
  }

  /** True if b lies below the line from a to c. */
  private static boolean isCorner(Point a, Point b, Point c) {
    double over = (b.fraction() - a.fraction()) * (a.value() - c.value());
    double down = (c.fraction() - a.fraction()) * (a.value() - b.value());
    return b.fraction() < c.fraction() && down > over * (1 + ROUNDING);
  }

  /**
   * Returns the segments in order of fraction and of falling slope. The first begins at 0, each
   * other at the end of the previous one. Empty if no copy helps.
   */
  List<HullSegment> segments() {
    return segments;
  }

  /** Returns the value without copies. */
  double without() {
    return without;
  }

  /** Returns the share of requests with a copy beyond which more copies gain nothing. */
  double mostFraction() {
    return segments.isEmpty() ? 0 : segments.getLast().toFraction();
  }

  /**
   * Returns the value at a budget: at most that of any policy with one delay, and equal to a
   * policy's value at the corners.
   *
   * @param budget share of requests that may have a copy, 0 to 1
   */
  double at(double budget) {
    ReissueCurve.requireBudget(budget);
    if (budget >= mostFraction()) {
      return segments.isEmpty() ? without : segments.getLast().toValue();
    }
    int low = 0;
    int high = segments.size() - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (budget < segments.get(middle).toFraction()) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    HullSegment segment = segments.get(low);
    return segment.fromValue() - segment.slope() * (budget - segment.fromFraction());
  }

  /**
   * A segment of a {@link CurveHull}: each copy lowers the value by the same amount.
   *
   * @param fromFraction share of requests with a copy at the segment's begin
   * @param toFraction share at its end: more than {@code fromFraction}
   * @param fromValue mean in milliseconds or variance in square milliseconds
   * @param toValue less than {@code fromValue}
   */
  record HullSegment(double fromFraction, double toFraction, double fromValue, double toValue) {
    /** Returns the fall of the value per share of requests with a copy: more than 0. */
    double slope() {
      return (fromValue - toValue) / (toFraction - fromFraction);
    }
  }
}
