package org.curtail.reissue.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.ReissuePlanner;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.times.LeastTime;

/**
 * The latency at a percentile over the budget, for SingleD and for SingleR. Each point is exact:
 * for a tail t, one pass over all delays finds the delay d and the probability q of the fewest
 * copies, q P(X &gt; d), since q must make up for the missing share: P(X &lt;= t) + q P(X &gt; t, d
 * + Y &lt;= t) = k/100. The curve goes through tails at equal distances. Immutable.
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
   * Returns the curve from no reissue to the least tail with one copy of each request.
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

  /** Adds a point; of points with the same tail, one is kept. */
  private static void add(TailPoint point, List<TailPoint> points) {
    if (points.isEmpty() || point.tailMillis() < points.getLast().tailMillis()) {
      points.add(point);
    }
  }

  /**
   * Returns the policy with one copy that needs the fewest copies for a tail.
   *
   * @param percentile more than 0, less than 100
   * @param tailMillis greatest tail
   * @return empty if no policy with one copy gives that tail, even at a budget of 1
   */
  public static Optional<TailPoint> cheapest(
      AttemptTimes times, double percentile, double tailMillis) {
    return new CheapestReissue(times, percentile).singleR(tailMillis);
  }

  /** Returns the percentile of the curve: more than 0, less than 100. */
  public double percentile() {
    return percentile;
  }

  /** Returns points of SingleD by falling tail and rising share of copies, first no reissue. */
  public List<TailPoint> singleD() {
    return singleD;
  }

  /** Returns points of SingleR by falling tail and rising share of copies, first no reissue. */
  public List<TailPoint> singleR() {
    return singleR;
  }

  /**
   * Returns the point of SingleR with the least tail that a budget allows: at most one step of the
   * curve above the best, which {@link ReissuePlanner#singleR} finds.
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
   * @param policy policy with one copy at most
   */
  public record TailPoint(double tailMillis, double reissueFraction, ReissuePolicy policy) {}
}
