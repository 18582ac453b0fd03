package org.curtail.reissue.plan;

import java.util.ArrayList;
import java.util.List;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.ReissuePlanner;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.times.LeastTime;

/**
 * The latency at a percentile as a function of the budget, for SingleD and SingleR. Each point is
 * exact. For a tail t, each delay d needs the probability q with P(X &lt;= t) + q P(X &gt; t, d + Y
 * &lt;= t) = k/100. One pass over all delays finds the d and q with the fewest copies, q P(X &gt;
 * d). The points have tails at equal distances. Immutable.
 */
public final class TailByBudget {
  private static final int STEPS = 64;

  private final double percentile;
  private final List<TailPoint> singleD;
  private final List<TailPoint> singleR;

  private TailByBudget(double percentile, List<TailPoint> singleD, List<TailPoint> singleR) {
    this.percentile = percentile;
    this.singleD = List.copyOf(singleD);
    this.singleR = List.copyOf(singleR);
  }

  /**
   * Returns the curve from no copies to the least tail with one copy of each request.
   *
   * @param percentile more than 0, less than 100
   */
  public static TailByBudget of(AttemptTimes times, double percentile) {
    var search = new CheapestReissue(times, percentile);
    double most = search.withoutMillis();
    double low =
        Math.min(most, Math.min(times.first().leastMillis(), times.second().leastMillis()));
    double least = LeastTime.between(low, most, search::isReachable);
    CheapestReissue later = search.from(least);
    var singleD = new ArrayList<TailPoint>();
    var singleR = new ArrayList<TailPoint>();
    for (int i = 0; i <= STEPS; i++) {
      double tail = i == STEPS ? least : most - i * ((most - least) / STEPS);
      later.singleD(tail).ifPresent(point -> add(point, singleD));
      later.singleR(tail).ifPresent(point -> add(point, singleR));
    }
    return new TailByBudget(percentile, singleD, singleR);
  }

  /** Adds a point, if its tail is less than that of the last point. */
  private static void add(TailPoint point, List<TailPoint> points) {
    if (points.isEmpty() || point.tailMillis() < points.getLast().tailMillis()) {
      points.add(point);
    }
  }

  /** Returns the percentile of the curve: more than 0, less than 100. */
  public double percentile() {
    return percentile;
  }

  /**
   * Returns the points of SingleD by falling tail and rising share of copies, beginning with no
   * copies.
   */
  public List<TailPoint> singleD() {
    return singleD;
  }

  /**
   * Returns the points of SingleR by falling tail and rising share of copies, beginning with no
   * copies.
   */
  public List<TailPoint> singleR() {
    return singleR;
  }

  /**
   * Returns the point of SingleR with the least tail within a budget. {@link
   * ReissuePlanner#singleR} finds the exact best tail, which is less by at most one step of the
   * curve.
   *
   * @param budget share of requests that may have a copy, 0 to 1
   */
  public TailPoint at(double budget) {
    if (!(budget >= 0 && budget <= 1)) {
      throw new IllegalArgumentException("budget must be from 0 to 1: " + budget);
    }
    TailPoint best = singleR.getFirst();
    for (TailPoint point : singleR) {
      if (point.reissueFraction() <= budget) {
        best = point;
      }
    }
    return best;
  }

  /**
   * A reachable tail, and the policy with the fewest copies for it.
   *
   * @param tailMillis latency at the percentile of the curve
   * @param reissueFraction share of requests with a copy: 0 to 1
   * @param policy policy with at most one copy
   */
  public record TailPoint(double tailMillis, double reissueFraction, ReissuePolicy policy) {}
}
