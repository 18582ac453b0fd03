package org.curtail.reissue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

/**
 * Logs of realistic length, with small probabilities and long sums: each delay's tail is found by
 * sorting all moments at which requests end with it.
 */
class LongLogPlanTest {
  private static final double ROUNDING = 1e-12;

  private record Moment(double millis, double share) {}

  /** Returns 0 and the first times. */
  private static double[] delays(double[] first) {
    return Arrays.stream(Arrays.copyOf(first, first.length + 1)).sorted().distinct().toArray();
  }

  private static double leastReaching(Moment[] moments, double share) {
    Arrays.sort(moments, (a, b) -> Double.compare(a.millis(), b.millis()));
    double reached = 0;
    for (Moment moment : moments) {
      reached += moment.share();
      if (reached >= share - ROUNDING) {
        return moment.millis();
      }
    }
    throw new AssertionError("all requests together are less than the share: " + reached);
  }

  private static double probability(double[] first, double delay, double budget) {
    long longer = Arrays.stream(first).filter(time -> time > delay).count();
    return Math.min(1, budget * first.length / longer);
  }

  /**
   * Returns the tail by two moments for each pair: it ends with its first attempt, or with the
   * copy.
   */
  private static double tailOfPairs(
      double[] first, double[] second, double delay, ReissueGoal goal) {
    double probability = probability(first, delay, goal.budget());
    Moment[] moments =
        IntStream.range(0, first.length)
            .boxed()
            .flatMap(i -> {
              double sent = first[i] > delay ? probability / first.length : 0;
              return Stream.of(
                  new Moment(first[i], 1.0 / first.length - sent),
                  new Moment(Math.min(first[i], delay + second[i]), sent));
            })
            .toArray(Moment[]::new);
    return leastReaching(moments, goal.percentile() / 100);
  }

  @Test
  void plansOfPairsAreTheBestOfAllDelays() {
    Cases.random(
        1,
        Cases.count(3, 6),
        random -> {
          double[] first = RandomLog.times(random, 700);
          double[] second = RandomLog.times(random, 700);
          ReissueGoal goal = new ReissueGoal(random.nextBoolean() ? 99 : 95, 0.02);
          ReissuePlan plan = ReissuePlanner.singleR(AttemptTimes.paired(first, second), goal);
          double best = Double.POSITIVE_INFINITY;
          double bestDelay = -1;
          for (double delay : delays(first)) {
            double tail = tailOfPairs(first, second, delay, goal);
            if (tail < best) {
              best = tail;
              bestDelay = delay;
            }
          }
          assertThat(plan.predictedMillis()).isEqualTo(best);
          assertThat(plan.policy().reissues().getFirst().delayMillis()).isEqualTo(bestDelay);
        });
  }

  @Test
  void plansOfIndependentTimesAreTheBestOfAllDelays() {
    Cases.random(
        100,
        Cases.count(3, 6),
        random -> {
          double[] first = RandomLog.times(random, 700);
          double[] second = RandomLog.times(random, 500);
          ReissueGoal goal = new ReissueGoal(random.nextBoolean() ? 99 : 95, 0.02);
          ReissuePlan plan = ReissuePlanner.singleR(AttemptTimes.independent(first, second), goal);
          double best = Double.POSITIVE_INFINITY;
          double bestDelay = -1;
          for (double delay : delays(first)) {
            double tail = tailOfIndependent(first, second, delay, goal);
            if (tail < best) {
              best = tail;
              bestDelay = delay;
            }
          }
          assertThat(plan.predictedMillis()).isEqualTo(best);
          assertThat(plan.policy().reissues().getFirst().delayMillis()).isEqualTo(bestDelay);
        });
  }

  /** Bisects the moments at which requests may end until the share changes. */
  private static double tailOfIndependent(
      double[] first, double[] second, double delay, ReissueGoal goal) {
    double probability = probability(first, delay, goal.budget());
    double[] moments =
        DoubleStream.concat(Arrays.stream(first), Arrays.stream(second).map(time -> delay + time))
            .sorted()
            .toArray();
    int low = 0;
    int high = moments.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      double limit = moments[middle];
      double late = (double) Arrays.stream(first).filter(time -> time > limit).count();
      double ended = (double) Arrays.stream(second).filter(time -> delay + time <= limit).count();
      double missed = late * (1 - probability * ended / second.length) / first.length;
      boolean reached = 1 - missed >= goal.percentile() / 100 - ROUNDING;
      low = reached ? low : middle + 1;
      high = reached ? middle : high;
    }
    return moments[low];
  }
}
