package org.curtail.reissue.plan;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.ReissueForecast;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.plan.LoadFeedback.FeedbackStep;

/**
 * A service whose attempts become slower with the load of copies, by 1 / (1 - utilisation) as the
 * mean time of a queue. The number of copies depends on the attempts' times, so both are computed
 * together.
 */
final class LoadedService {
  private static final int ROUNDS = 10_000;

  private final double[] idleMillis;
  private final double utilisation;

  /**
   * A service.
   *
   * @param idleMillis times without load
   * @param utilisation without copies: 0 to 1
   */
  LoadedService(double[] idleMillis, double utilisation) {
    this.idleMillis = idleMillis;
    this.utilisation = utilisation;
  }

  static double[] lognormal(long seed, int count) {
    var random = new SplittableRandom(seed);
    double[] times = new double[count];
    Arrays.setAll(times, i -> Math.exp(random.nextGaussian()));
    return times;
  }

  /** Returns the observation of a policy. */
  ReissueObservation run(ReissuePolicy policy, double percentile) {
    double copies = 0;
    AttemptTimes times = times(0);
    for (int i = 0; i < ROUNDS; i++) {
      ReissueForecast forecast = ReissueForecast.of(times, policy);
      if (utilisation * (1 + forecast.reissueFraction()) >= 1) {
        return new ReissueObservation(Double.POSITIVE_INFINITY, forecast.reissueFraction(), times);
      }
      if (forecast.reissueFraction() == copies) {
        break;
      }
      copies = forecast.reissueFraction();
      times = times(copies);
    }
    return new ReissueObservation(
        ReissueForecast.of(times, policy).percentileMillis(percentile), copies, times);
  }

  private AttemptTimes times(double copies) {
    double slowdown = 1 / (1 - utilisation * (1 + copies));
    return AttemptTimes.independent(Arrays.stream(idleMillis).map(x -> x * slowdown).toArray());
  }

  /** Runs all requested policies until there is a verdict. */
  LoadFeedback settle(LoadFeedback feedback, double percentile) {
    LoadFeedback next = feedback;
    while (next.step() instanceof FeedbackStep.Run run) {
      next = next.observe(run(run.policy(), percentile));
    }
    return next;
  }
}
