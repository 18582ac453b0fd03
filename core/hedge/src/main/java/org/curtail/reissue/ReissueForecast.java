package org.curtail.reissue;

import java.util.List;
import org.curtail.reissue.times.LeastTime;
import org.curtail.reissue.times.Pairs;
import org.curtail.reissue.times.Sample;

/**
 * The exact effect of a policy if attempts take the times of a log: no draws. A request ends with
 * the first of its attempts to end. A copy is sent with its probability if the request has no
 * answer after the delay (an answer at that very moment counts), and takes a second time. Load does
 * not change: the effect of the copies on the times is not included.
 *
 * <p>Several copies each draw a second time of their own (the MultipleR of Kaler, He, Elnikety,
 * SPAA'17). Pairs show one copy only. Immutable.
 */
public final class ReissueForecast {
  private final AttemptTimes times;
  private final ReissuePolicy policy;

  private ReissueForecast(AttemptTimes times, ReissuePolicy policy) {
    this.times = times;
    this.policy = policy;
  }

  /**
   * Returns the forecast of a policy on a log.
   *
   * @throws IllegalArgumentException if the times are pairs and the policy sends several copies
   */
  public static ReissueForecast of(AttemptTimes times, ReissuePolicy policy) {
    ReissueBound.requireKnown(times, Math.max(1, policy.reissues().size()));
    return new ReissueForecast(times, policy);
  }

  /**
   * Returns the latency at a percentile by nearest rank: the least within which that share of all
   * requests ends, up to a relative 1e-12 for rounding.
   *
   * @param percentile more than 0, at most 100
   */
  public double percentileMillis(double percentile) {
    if (!(percentile > 0 && percentile <= 100)) {
      throw new IllegalArgumentException(
          "percentile must be more than 0 and at most 100: " + percentile);
    }
    double needed = times.weightToReach(percentile);
    double leastMillis =
        times.leastPossibleMillis(needed, reissueFraction() * times.first().totalWeight());
    AttemptTimes later = times.fromLimit(leastMillis);
    return LeastTime.between(
        leastMillis,
        times.withoutMillis(needed),
        limitMillis -> weightWithin(later, limitMillis) >= needed);
  }

  /**
   * Returns the share of requests that end within a latency, 0 to 1: the distribution function.
   *
   * @param limitMillis not NaN
   */
  public double shareWithin(double limitMillis) {
    if (Double.isNaN(limitMillis)) {
      throw new IllegalArgumentException("limitMillis must be a number: " + limitMillis);
    }
    return Math.min(1, weightWithin(times, limitMillis) / times.first().totalWeight());
  }

  /** Returns the expected copies per request, from 0 to the number of reissues. */
  public double reissueFraction() {
    double fraction = 0;
    for (int i = 0; i < policy.reissues().size(); i++) {
      Reissue reissue = policy.reissues().get(i);
      fraction +=
          reissue.probability()
              * shareUnanswered(times, policy.reissues().subList(0, i), reissue.delayMillis());
    }
    return fraction;
  }

  /**
   * Returns the share of requests without an answer of the first attempt or of earlier copies after
   * a delay.
   */
  public static double shareUnanswered(
      AttemptTimes times, List<Reissue> earlier, double delayMillis) {
    double share = times.weightAfter(delayMillis) / times.first().totalWeight();
    for (Reissue copy : earlier) {
      share *= 1 - copy.probability() * shareEnded(times, copy, delayMillis);
    }
    return share;
  }

  /** Returns the share of sent copies that end within a latency of the request. */
  private static double shareEnded(AttemptTimes times, Reissue copy, double limitMillis) {
    return times.second().weightWithin(copy.delayMillis(), limitMillis)
        / times.second().totalWeight();
  }

  private double weightWithin(AttemptTimes times, double limitMillis) {
    List<Reissue> reissues = policy.reissues();
    double inTime = times.first().weightWithin(limitMillis);
    if (reissues.size() == 1) {
      Reissue copy = reissues.getFirst();
      return inTime + copy.probability() * times.weightRescued(copy.delayMillis(), limitMillis);
    }
    double rescued = 0;
    for (Reissue copy : reissues) {
      rescued += (1 - rescued) * copy.probability() * shareEnded(times, copy, limitMillis);
    }
    return inTime + times.weightAfter(limitMillis) * rescued;
  }

  /** Returns the mean latency. */
  public double meanMillis() {
    Pairs pairs = times.pairs();
    return (pairs == null ? sumOfIndependent() : sumOf(pairs)) / times.first().totalWeight();
  }

  /** Sums the waiting weight from each moment at which a request may end to the next. */
  private double sumOfIndependent() {
    Sample first = times.first();
    Sample second = times.second();
    List<Reissue> copies = policy.reissues();
    int[] ended = new int[copies.size()];
    double sum = 0;
    double sinceMillis = 0;
    int answered = 0;
    while (answered < first.size()) {
      double waiting = first.totalWeight() - first.weightOfLeast(answered);
      double untilMillis = first.millis(answered);
      for (int i = 0; i < ended.length; i++) {
        Reissue copy = copies.get(i);
        waiting *= 1 - copy.probability() * second.weightOfLeast(ended[i]) / second.totalWeight();
        if (ended[i] < second.size()) {
          untilMillis = Math.min(untilMillis, copy.delayMillis() + second.millis(ended[i]));
        }
      }
      sum += waiting * (untilMillis - sinceMillis);
      sinceMillis = untilMillis;
      if (first.millis(answered) <= untilMillis) {
        answered++;
      }
      for (int i = 0; i < ended.length; i++) {
        while (ended[i] < second.size()
            && copies.get(i).delayMillis() + second.millis(ended[i]) <= untilMillis) {
          ended[i]++;
        }
      }
    }
    return sum;
  }

  private double sumOf(Pairs pairs) {
    double sum = 0;
    for (int i = 0; i < pairs.count(); i++) {
      double meanMillis = pairs.firstMillis(i);
      for (Reissue copy : policy.reissues()) {
        double copyMillis = copy.delayMillis() + pairs.secondMillis(i);
        meanMillis -= copy.probability() * Math.max(0, meanMillis - copyMillis);
      }
      sum += pairs.weight(i) * meanMillis;
    }
    return sum;
  }
}
