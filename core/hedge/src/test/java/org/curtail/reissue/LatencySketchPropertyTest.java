package org.curtail.reissue;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.curtail.reissue.times.Pairs;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class LatencySketchPropertyTest {
  /** From nanoseconds to days, with zeros, ties and powers of two. */
  private static double[] times(RandomGenerator random, int count) {
    double[] times = RandomLog.times(random, count);
    double scale = Math.pow(10, random.nextInt(-6, 8));
    for (int i = 0; i < count; i++) {
      times[i] *= scale;
      if (random.nextInt(20) == 0) {
        times[i] = Math.scalb(1.0, random.nextInt(-10, 10));
      }
    }
    return times;
  }

  private static LatencySketch sketch(double error, int buckets, double... times) {
    var sketch = new LatencySketch(error, buckets);
    Arrays.stream(times).forEach(sketch::add);
    return sketch;
  }

  private static void assertSame(LatencySketch sketch, LatencySketch other) {
    assertThat(sketch.relativeError()).isEqualTo(other.relativeError());
    assertThat(sketch.millis()).isEqualTo(other.millis());
    assertThat(sketch.weights()).isEqualTo(other.weights());
    assertThat(sketch.weight()).isEqualTo(other.weight());
  }

  @Test
  void percentileExceedsTheTrueOneByAtMostTheError() {
    Cases.random(
        1_000,
        Cases.count(100, 1_000),
        random -> {
          double[] times = times(random, random.nextInt(1, 300));
          double asked = random.nextDouble(1e-4, 0.2);
          LatencySketch sketch = sketch(asked, random.nextInt(16, 400), times);
          assertThat(sketch.weight()).isEqualTo(times.length);
          Arrays.sort(times);
          for (double percentile : new double[] {0, 10, 50, 90, 99, 99.9, 100}) {
            double exact = RandomLog.percentile(times, percentile);
            assertThat(sketch.percentileMillis(percentile))
                .isBetween(exact, exact * (1 + sketch.relativeError()));
          }
        });
  }

  @Test
  void shareBeyondATimeOfTheSketchIsExact() {
    Cases.random(
        2_000,
        Cases.count(100, 1_000),
        random -> {
          double[] times = times(random, random.nextInt(1, 300));
          LatencySketch sketch = sketch(0.05, random.nextInt(16, 200), times);
          for (double delay : sketch.millis()) {
            double beyond = 0;
            for (int i = 0; i < sketch.millis().length; i++) {
              beyond += sketch.millis()[i] > delay ? sketch.weights()[i] : 0;
            }
            assertThat(beyond)
                .isEqualTo((double) Arrays.stream(times).filter(x -> x > delay).count());
          }
        });
  }

  @Test
  void bucketsAreLimitedAndTheErrorDoublesOnlyIfNeeded() {
    Cases.random(
        3_000,
        Cases.count(100, 1_000),
        random -> {
          double[] times = times(random, random.nextInt(1, 300));
          int most = random.nextInt(16, 60);
          LatencySketch sketch = sketch(0.01, most, times);
          assertThat(sketch.millis()).hasSizeLessThanOrEqualTo(most);
          if (sketch.relativeError() > 1.0 / 128 && sketch.relativeError() <= 1) {
            assertThat(sketch(sketch.relativeError() / 2, 1_000, times).millis())
                .hasSizeGreaterThan(most);
          }
        });
  }

  @Test
  void partsMergeIntoTheSketchOfTheWholeInAnyOrder() {
    Cases.random(
        4_000,
        Cases.count(100, 1_000),
        random -> {
          double[] times = times(random, random.nextInt(2, 300));
          int most = random.nextInt(16, 100);
          int cut = random.nextInt(times.length);
          LatencySketch whole = sketch(0.01, most, times);
          LatencySketch left = sketch(0.01, most, Arrays.copyOf(times, cut));
          LatencySketch right = sketch(0.01, most, Arrays.copyOfRange(times, cut, times.length));
          var merged = new LatencySketch(0.01, most);
          merged.merge(right);
          merged.merge(left);
          assertSame(merged, whole);
          left.merge(right);
          assertSame(left, whole);
        });
  }

  @Test
  void weightCountsAsThatNumberOfTimes() {
    Cases.random(
        5_000,
        300,
        random -> {
          double[] times = times(random, 40);
          var weighted = new LatencySketch(0.02, 64);
          var repeated = new LatencySketch(0.02, 64);
          for (double time : times) {
            int weight = random.nextInt(1, 9);
            weighted.add(time, weight);
            for (int i = 0; i < weight; i++) {
              repeated.add(time);
            }
          }
          assertSame(weighted, repeated);
        });
  }

  /** Predictions from sketches hold, and are hardly worse than those from the times. */
  @Test
  void plansFromSketchesKeepTheirBudgetAndAreNearTheBest() {
    Cases.random(
        6_000,
        Cases.count(150, 600),
        random -> {
          double[] firsts = RandomLog.times(random, random.nextInt(1, 80));
          double[] seconds = RandomLog.times(random, random.nextInt(1, 80));
          ReissueGoal goal = RandomLog.goal(random);
          LatencySketch first = sketch(0.1, 64, firsts);
          LatencySketch second = sketch(0.1, 64, seconds);
          AttemptTimes exact = AttemptTimes.independent(firsts, seconds);
          double error = Math.max(first.relativeError(), second.relativeError());
          assertNearTheBest(first.attemptTimes(second), exact, goal, error);
        });
  }

  @Test
  void plansFromSketchesOfPairsKeepTheirBudgetAndAreNearTheBest() {
    Cases.random(
        7_000,
        Cases.count(150, 600),
        random -> {
          int count = random.nextInt(1, 120);
          double[] firsts = RandomLog.times(random, count);
          double[] seconds = RandomLog.times(random, count);
          var sketch = new PairSketch(0.1, random.nextInt(16, 100));
          for (int i = 0; i < count; i++) {
            seconds[i] = random.nextInt(3) == 0 ? firsts[i] : seconds[i];
            sketch.add(firsts[i], seconds[i]);
          }
          assertThat(sketch.weight()).isEqualTo(count);
          assertNearTheBest(
              sketch.attemptTimes(),
              AttemptTimes.paired(firsts, seconds),
              RandomLog.goal(random),
              sketch.relativeError());
        });
  }

  private static void assertNearTheBest(
      AttemptTimes sketched, AttemptTimes exact, ReissueGoal goal, double error) {
    ReissuePlan plan = ReissuePlanner.singleR(sketched, goal);
    ReissueForecast truth = ReissueForecast.of(exact, plan.policy());
    assertThat(truth.reissueFraction()).isCloseTo(plan.reissueFraction(), within(1e-12));
    double rounding = 1 + 1e-12;
    double tail = truth.percentileMillis(goal.percentile());
    assertThat(tail)
        .isBetween(
            plan.predictedMillis() / (1 + error) / rounding, plan.predictedMillis() * rounding);
    double best = ReissuePlanner.singleR(exact, goal).predictedMillis();
    assertThat(tail).isLessThanOrEqualTo(best * (1 + error) * (1 + error) * rounding);
  }

  @Test
  void pairsMergeIntoThePairsOfTheWhole() {
    Cases.random(
        8_000,
        Cases.count(100, 500),
        random -> {
          int most = random.nextInt(16, 100);
          var whole = new PairSketch(0.01, most);
          var left = new PairSketch(0.01, most);
          var right = new PairSketch(0.01, most);
          double[] firsts = times(random, 120);
          double[] seconds = times(random, 120);
          for (int i = 0; i < firsts.length; i++) {
            whole.add(firsts[i], seconds[i]);
            (random.nextBoolean() ? left : right).add(firsts[i], seconds[i]);
          }
          left.merge(right);
          assertThat(left.relativeError()).isEqualTo(whole.relativeError());
          assertThat(left.weight()).isEqualTo(whole.weight());
          Pairs merged = requireNonNull(left.attemptTimes().pairs());
          Pairs expected = requireNonNull(whole.attemptTimes().pairs());
          assertThat(merged.count()).isEqualTo(expected.count()).isLessThanOrEqualTo(most);
          for (int i = 0; i < merged.count(); i++) {
            assertThat(merged.firstMillis(i)).isEqualTo(expected.firstMillis(i));
            assertThat(merged.secondMillis(i)).isEqualTo(expected.secondMillis(i));
            assertThat(merged.weight(i)).isEqualTo(expected.weight(i));
          }
        });
  }
}
