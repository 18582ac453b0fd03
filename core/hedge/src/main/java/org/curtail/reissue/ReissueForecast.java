package org.curtail.reissue;

import java.util.List;
import org.curtail.reissue.times.LeastTime;
import org.curtail.reissue.times.Pairs;
import org.curtail.reissue.times.Sample;

/**
 * The exact effect of a policy on requests with the times of a log, computed without random draws.
 * A request ends with its first answer. A copy is sent with its probability, if the request has no
 * answer after the delay. An answer exactly at the delay counts as an answer. A copy lasts one of
 * the second times. The load of the copies is not included.
 *
 * <p>Several copies have independent second times (MultipleR of Kaler, He, Elnikety, SPAA'17). With
 * pairs, a policy may have one copy only. Immutable.
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
   * Returns the latency at a percentile by nearest rank, with a relative tolerance of 1e-12 for
   * rounding.
   *
   * @param percentile percentile: more than 0, at most 100
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
   * Returns the share of requests that end within a latency, 0 to 1.
   *
   * @param limitMillis latency in milliseconds, not NaN
   */
  public double shareWithin(double limitMillis) {
    if (Double.isNaN(limitMillis)) {
      throw new IllegalArgumentException("limitMillis must be a number: " + limitMillis);
    }
    return Math.min(1, weightWithin(times, limitMillis) / times.first().totalWeight());
  }

  /** Returns the expected number of copies per request, from 0 to the number of reissues. */
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
   * Returns the share of requests without an answer after a delay. Only the first attempt and the
   * given earlier copies count.
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

  /**
   * Integrates the weight of waiting requests over time, between all moments at which a request may
   * end.
   */
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
