package org.curtail.reissue.plan;

import java.util.Optional;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.plan.TailByBudget.TailPoint;
import org.curtail.reissue.times.Rescues;
import org.curtail.reissue.times.Sample;

/** Finds the policy with one copy that needs the fewest copies for a tail. */
final class CheapestReissue {
  /** Relative increase of the probability, so that rounding does not miss the tail. */
  private static final double ROUNDING = 1e-10;

  private final AttemptTimes times;
  private final Sample first;

  /** Weight of requests that must end in time. */
  private final double needed;

  CheapestReissue(AttemptTimes times, double percentile) {
    this(times, times.weightToReach(new ReissueGoal(percentile, 1).percentile()), 0);
  }

  private CheapestReissue(AttemptTimes times, double needed, double leastMillis) {
    this.times = times.fromLimit(leastMillis);
    this.needed = needed;
    first = times.first();
  }

  /** Returns a search for this tail and longer ones, which is faster with pairs. */
  CheapestReissue from(double leastMillis) {
    return new CheapestReissue(times, needed, leastMillis);
  }

  /** Returns the tail without copies. */
  double withoutMillis() {
    return times.withoutMillis(needed);
  }

  /**
   * True if a budget reaches a tail. The test is a copy of each request at once, the best possible
   * policy.
   */
  boolean isReachable(double tailMillis) {
    return first.weightWithin(tailMillis) + times.weightRescued(0, tailMillis) >= needed;
  }

  /** Returns the cheapest SingleD(d): the longest delay that rescues enough requests. */
  Optional<TailPoint> singleD(double tailMillis) {
    double missing = needed - first.weightWithin(tailMillis);
    if (missing <= 0) {
      return Optional.of(none());
    }
    Rescues rescues = times.rescues(tailMillis);
    for (int answered = first.countWithin(0, tailMillis); answered >= least(); answered--) {
      if (rescues.after(delayMillis(answered)) >= missing) {
        return Optional.of(point(answered, 1, tailMillis));
      }
    }
    return Optional.empty();
  }

  /** Returns the cheapest SingleR(d, q). */
  Optional<TailPoint> singleR(double tailMillis) {
    double missing = needed - first.weightWithin(tailMillis);
    if (missing <= 0) {
      return Optional.of(none());
    }
    double most = times.weightRescued(0, tailMillis);
    Rescues rescues = times.rescues(tailMillis);
    double fewest = Double.POSITIVE_INFINITY;
    int best = -1;
    double probability = 0;
    for (int answered = first.countWithin(0, tailMillis); answered >= least(); answered--) {
      // A shorter delay is never cheaper now, even if its copies rescued as many as copies at once.
      if (missing / most * weightAfter(answered) > fewest) {
        break;
      }
      double rescued = rescues.after(delayMillis(answered));
      double sent = missing / rescued * weightAfter(answered);
      if (rescued >= missing && sent < fewest) {
        fewest = sent;
        best = answered;
        probability = Math.min(1, missing / rescued * (1 + ROUNDING));
      }
    }
    return best < 0 ? Optional.empty() : Optional.of(point(best, probability, tailMillis));
  }

  /** Returns the delay of an index: 0, or the first time at {@code answered - 1}. */
  private double delayMillis(int answered) {
    return answered == 0 ? 0 : first.millis(answered - 1);
  }

  /** Returns the least index of a delay. The delay 0 counts once. */
  private int least() {
    return first.leastMillis() > 0 ? 0 : 1;
  }

  private double weightAfter(int answered) {
    return first.totalWeight() - first.weightOfLeast(answered);
  }

  private TailPoint none() {
    return new TailPoint(withoutMillis(), 0, ReissuePolicy.NONE);
  }

  private TailPoint point(int answered, double probability, double tailMillis) {
    double delay = delayMillis(answered);
    return new TailPoint(
        reachedMillis(delay, tailMillis),
        probability * weightAfter(answered) / first.totalWeight(),
        ReissuePolicy.singleR(delay, probability));
  }

  /**
   * Returns the longest possible latency of a request, not above the tail, with a copy after this
   * delay.
   */
  private double reachedMillis(double delayMillis, double tailMillis) {
    int firsts = first.countWithin(0, tailMillis);
    int seconds = times.second().countWithin(delayMillis, tailMillis);
    double longestFirst = firsts == 0 ? 0 : first.millis(firsts - 1);
    double longestSecond = seconds == 0 ? 0 : delayMillis + times.second().millis(seconds - 1);
    return Math.max(longestFirst, longestSecond);
  }
}
