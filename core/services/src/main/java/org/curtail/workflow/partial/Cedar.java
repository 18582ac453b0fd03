package org.curtail.workflow.partial;

import java.util.Arrays;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.StopRule;
import org.curtail.workflow.estimate.NormalDistribution;
import org.curtail.workflow.visit.OrderStatistic;

/**
 * Cedar's rule (Kumar, Ananthanarayanan, Ratnasamy, Stoica: "Hold 'em or fold 'em? Aggregation
 * queries under performance variations", EuroSys'16), which Kwiken compares with. The rule has an
 * end-to-end deadline. One more step of waiting gains the answers that arrive in this step, times
 * the probability that the request still keeps the deadline. Waiting risks the present answers,
 * times the fall of this probability. The best wait has the greatest sum of gains minus risks.
 *
 * <p>The rule learns the responders' times during the visit. The rule assumes log-normal times: the
 * logarithms of the answers so far then form a line over the expected order statistics of the
 * normal distribution (Blom's formula). Least squares fit the line after each twentieth of the
 * answers. Before two answers, the rule waits. Immutable.
 */
final class Cedar implements StopRule {
  private static final int STEPS = 100;
  private static final int LOOKS = 20;

  /** Least time, in milliseconds; lesser times count as this time. */
  private static final double LEAST_MILLIS = 1e-6;

  /** Least sigma: equal times would give 0. */
  private static final double LEAST_SIGMA = 1e-6;

  private final double deadlineMillis;
  private final StageTimes upstream;
  private final double[] logSteps;
  private final double[] inTime;

  private Cedar(double deadlineMillis, StageTimes upstream) {
    this.deadlineMillis = deadlineMillis;
    this.upstream = upstream;
    double[] ascending = upstream.firstMillis();
    Arrays.sort(ascending);
    logSteps = new double[STEPS + 1];
    inTime = new double[STEPS + 1];
    for (int i = 0; i <= STEPS; i++) {
      double wait = deadlineMillis * i / STEPS;
      logSteps[i] = StrictMath.log(wait);
      inTime[i] =
          (double) OrderStatistic.within(ascending, deadlineMillis - wait) / ascending.length;
    }
  }

  /**
   * Returns the rule for a deadline.
   *
   * @param deadlineMillis time since the visit began for the visit and the rest of the request:
   *     above 0, finite
   * @param upstream times from the end of the stage to the end of the request
   */
  static Cedar of(double deadlineMillis, StageTimes upstream) {
    if (!(deadlineMillis > 0 && deadlineMillis < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "deadlineMillis must be above 0 and finite: " + deadlineMillis);
    }
    return new Cedar(deadlineMillis, upstream);
  }

  /** Returns the deadline since the visit began, for the visit and the rest of the request. */
  double deadlineMillis() {
    return deadlineMillis;
  }

  /** Returns the times from the end of the stage to the end of the request. */
  StageTimes upstream() {
    return upstream;
  }

  @Override
  public double endMillis(double[] ascendingMillis) {
    int needed = ascendingMillis.length;
    var line = new Line(needed);
    double wait = deadlineMillis;
    int seen = 0;
    for (int look = 1; look <= LOOKS; look++) {
      int answered = Math.max(2, Math.ceilDiv(needed * look, LOOKS));
      if (answered >= needed || ascendingMillis[answered - 1] >= wait) {
        break;
      }
      while (seen < answered) {
        line.add(ascendingMillis[seen++]);
      }
      wait = Math.max(bestWait(line.mu(), line.sigma(), needed), ascendingMillis[answered - 1]);
    }
    return Math.min(ascendingMillis[needed - 1], wait);
  }

  /**
   * Returns the wait of the greatest gain, for this mean and deviation of the logarithms of times.
   */
  double bestWait(double mu, double sigma, int responders) {
    double best = 0;
    double most = 0;
    double sum = 0;
    double answered = 0;
    for (int i = 0; i < STEPS; i++) {
      double then = NormalDistribution.shareUpTo((logSteps[i + 1] - mu) / sigma);
      double gain = (then - answered) * inTime[i + 1];
      double missing = answered - power(answered, responders);
      sum += gain - missing * (inTime[i] - inTime[i + 1]);
      if (sum > most) {
        most = sum;
        best = deadlineMillis * (i + 1) / STEPS;
      }
      answered = then;
    }
    return best;
  }

  private static double power(double share, int exponent) {
    double power = 1;
    double square = share;
    for (int left = exponent; left > 0 && power > 0; left >>= 1) {
      if ((left & 1) == 1) {
        power *= square;
      }
      square *= square;
    }
    return power;
  }

  /** A regression of the logarithms of answers on their expected order statistics. */
  private static final class Line {
    private final int needed;
    private int count;
    private double sumX;
    private double sumY;
    private double sumXx;
    private double sumXy;

    Line(int needed) {
      this.needed = needed;
    }

    void add(double millis) {
      count++;
      double x = NormalDistribution.quantile((count - 0.375) / (needed + 0.25));
      double y = StrictMath.log(Math.max(LEAST_MILLIS, millis));
      sumX += x;
      sumY += y;
      sumXx += x * x;
      sumXy += x * y;
    }

    double sigma() {
      double slope = (count * sumXy - sumX * sumY) / (count * sumXx - sumX * sumX);
      return Math.max(LEAST_SIGMA, slope);
    }

    double mu() {
      return (sumY - sigma() * sumX) / count;
    }
  }
}
