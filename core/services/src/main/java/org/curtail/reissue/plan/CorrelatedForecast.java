package org.curtail.reissue.plan;

import java.util.Arrays;
import java.util.List;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.times.LeastTime;

/**
 * The forecast of a policy whose copies depend on the originals; a log without pairs cannot show
 * whether they do. A share rho of requests has copies exactly as slow, by rank, as the original (a
 * request of the slowest percent has copies of the slowest percent); the others have independent
 * copies. Both samples stay as they are, and Spearman's rank correlation is rho. This is hard on
 * reissue: in the tail, that share gains almost nothing.
 */
final class CorrelatedForecast {
  private final AttemptTimes times;
  private final List<Reissue> reissues;
  private final double correlation;

  /**
   * Creates a forecast from independent times.
   *
   * @param correlation from 0 to 1
   */
  CorrelatedForecast(AttemptTimes times, ReissuePolicy policy, double correlation) {
    this.times = times;
    this.reissues = policy.reissues();
    this.correlation = correlation;
  }

  double percentileMillis(double percentile) {
    double needed = percentile / 100 * (1 - AttemptTimes.ROUNDING);
    double withoutMillis = times.withoutMillis(times.weightToReach(percentile));
    double lowMillis = Math.min(times.first().leastMillis(), times.second().leastMillis());
    return LeastTime.between(
        Math.min(lowMillis, withoutMillis),
        withoutMillis,
        limitMillis -> shareWithin(limitMillis) >= needed);
  }

  double shareWithin(double limitMillis) {
    double inTime = times.first().weightWithin(limitMillis) / times.first().totalWeight();
    double late = times.weightAfter(limitMillis) / times.first().totalWeight();
    double[] ended = new double[reissues.size()];
    double missed = 1;
    for (int i = 0; i < ended.length; i++) {
      Reissue copy = reissues.get(i);
      ended[i] =
          times.second().weightWithin(copy.delayMillis(), limitMillis)
              / times.second().totalWeight();
      missed *= 1 - copy.probability() * ended[i];
    }
    return inTime
        + (1 - correlation) * late * (1 - missed)
        + correlation * (late - stillLate(inTime, ended));
  }

  /**
   * Returns the late share of requests with attempts of one rank, from rank to rank of the copies.
   */
  private double stillLate(double inTime, double[] ended) {
    double[] ranks = new double[ended.length + 2];
    ranks[0] = inTime;
    ranks[1] = 1;
    for (int i = 0; i < ended.length; i++) {
      ranks[i + 2] = Math.max(inTime, ended[i]);
    }
    Arrays.sort(ranks);
    double late = 0;
    for (int r = 1; r < ranks.length; r++) {
      double missed = 1;
      for (int i = 0; i < ended.length; i++) {
        missed *= ended[i] >= ranks[r] ? 1 - reissues.get(i).probability() : 1;
      }
      late += (ranks[r] - ranks[r - 1]) * missed;
    }
    return late;
  }
}
