package org.curtail.reissue.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.ReissuePlanner;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.times.LeastTime;

/**
 * The latency at a percentile against the budget, for SingleD and for SingleR. Each point is exact:
 * for a tail t, the delay d and the probability q that need the fewest reissues, q P(X &gt; d), are
 * found in one pass over all delays, since q must make up for what is missing: P(X &lt;= t) + q P(X
 * &gt; t, d + Y &lt;= t) = k/100. A curve is drawn through tails at equal distances. Immutable.
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
   * The curve from no reissue to the least tail that one copy of each request gives.
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

  /** Where several tails that were asked for end at the same one, it is kept once. */
  private static void add(TailPoint point, List<TailPoint> points) {
    if (points.isEmpty() || point.tailMillis() < points.getLast().tailMillis()) {
      points.add(point);
    }
  }

  /**
   * The policy with one copy that needs the fewest reissues for a tail.
   *
   * @param percentile more than 0, less than 100
   * @param tailMillis to be had, or less
   * @return empty if no policy with one copy gives that tail, not even at a budget of 1
   */
  public static Optional<TailPoint> cheapest(
      AttemptTimes times, double percentile, double tailMillis) {
    return new CheapestReissue(times, percentile).singleR(tailMillis);
  }

  /** Of whose latency the curve is: more than 0, less than 100. */
  public double percentile() {
    return percentile;
  }

  /** Points of SingleD by falling tail and rising share of reissues; first that without any. */
  public List<TailPoint> singleD() {
    return singleD;
  }

  /** Points of SingleR by falling tail and rising share of reissues; first that without any. */
  public List<TailPoint> singleR() {
    return singleR;
  }

  /**
   * The point of SingleR with the least tail that a budget allows: at most one step of the curve
   * above the best, which {@link ReissuePlanner#singleR} finds.
   *
   * @param budget share of requests that may be sent again, 0 to 1
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
   * A tail that can be had, and the policy that needs the fewest reissues for it.
   *
   * @param tailMillis latency at the percentile of the curve
   * @param reissueFraction share of requests that are sent again: 0 to 1
   * @param policy with one copy at most
   */
  public record TailPoint(double tailMillis, double reissueFraction, ReissuePolicy policy) {}
}
