package org.curtail.workflow.estimate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The lower convex hull of a curve over the share of requests with a copy, up to the curve's
 * minimum. A budget that is divided between two delays could reach these values. Each segment gains
 * less per copy than the previous segment. The best split of one budget over several services
 * therefore takes segments in order of {@link HullSegment#slope} by cost. Immutable.
 */
public final class CurveHull {
  /** Relative tolerance: a point that lies below a line only by rounding is no corner. */
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
      // A budget need not be spent, so only lower points count.
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
   * @param fractions ascending, at most 1; values of 0 or below are left out
   * @param values one per fraction, finite
   * @throws IllegalArgumentException if a point breaks these conditions; names the point
   */
  public static CurveHull through(double without, double[] fractions, double[] values) {
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
   * Returns the segments in order of fraction, with falling slopes. The first segment begins at 0,
   * each further segment at the end of the previous one. Empty if no copy helps.
   */
  public List<HullSegment> segments() {
    return segments;
  }

  /** Returns the value without copies. */
  double without() {
    return without;
  }

  /** Returns the share of requests with a copy beyond which more copies gain nothing. */
  public double mostFraction() {
    return segments.isEmpty() ? 0 : segments.getLast().toFraction();
  }

  /**
   * Returns the value at a budget. No policy with one delay has a lower value; at the corners a
   * policy reaches the value.
   *
   * @param budget share of requests that may have a copy, 0 to 1
   */
  public double at(double budget) {
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

  /** A segment with the index of its curve. */
  private record Piece(int curve, HullSegment segment, double lessPerCost) {}

  /**
   * Splits a budget over several curves, exactly, and returns the fraction of each curve. The split
   * takes the segments of all hulls in order of their fall of the weighted value per cost.
   *
   * @param hulls hulls of the curves
   * @param costs cost of the fraction 1 on each curve: above 0
   * @param weights weights of the curves' values: above 0
   * @param budget budget in the unit of {@code costs}: at least 0
   */
  public static double[] filled(
      List<CurveHull> hulls, double[] costs, double[] weights, double budget) {
    var pieces = new ArrayList<Piece>();
    for (int i = 0; i < costs.length; i++) {
      for (HullSegment segment : hulls.get(i).segments()) {
        pieces.add(new Piece(i, segment, weights[i] * segment.slope() / costs[i]));
      }
    }
    // The sort is stable: the pieces of a curve stay in order even if rounding makes them equal.
    pieces.sort(Comparator.comparingDouble(Piece::lessPerCost).reversed());
    double[] fractions = new double[costs.length];
    double left = budget;
    for (Piece piece : pieces) {
      int curve = piece.curve();
      double more = piece.segment().toFraction() - fractions[curve];
      if (more * costs[curve] > left) {
        fractions[curve] += left / costs[curve];
        break;
      }
      fractions[curve] = piece.segment().toFraction();
      left -= more * costs[curve];
    }
    return fractions;
  }

  /**
   * A segment of a {@link CurveHull}, on which each copy lowers the value by the same amount.
   *
   * @param fromFraction share of requests with a copy at the begin of the segment
   * @param toFraction share of requests with a copy at the end: more than {@code fromFraction}
   * @param fromValue value at the begin: mean in milliseconds, or variance in square milliseconds
   * @param toValue value at the end: less than {@code fromValue}
   */
  public record HullSegment(
      double fromFraction, double toFraction, double fromValue, double toValue) {
    /** Returns the fall of the value per share of requests with a copy: above 0. */
    double slope() {
      return (fromValue - toValue) / (toFraction - fromFraction);
    }
  }
}
