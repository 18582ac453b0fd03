package org.curtail.benchkit.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.curtail.reissue.AttemptTimes;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class RankCorrelationPropertyTest {
  private static RankCorrelation of(double[] first, double[] second) {
    return RankCorrelation.of(AttemptTimes.paired(first, second)).orElseThrow();
  }

  /** Pearson's correlation of ranks that are counted one by one. */
  private static double counted(double[] first, double[] second) {
    double[] ranksOfFirst = ranks(first);
    double[] ranksOfSecond = ranks(second);
    double middle = (first.length + 1) / 2.0;
    double[] sums = new double[3];
    for (int i = 0; i < first.length; i++) {
      double x = ranksOfFirst[i] - middle;
      double y = ranksOfSecond[i] - middle;
      sums[0] += x * y;
      sums[1] += x * x;
      sums[2] += y * y;
    }
    return sums[0] / Math.sqrt(sums[1] * sums[2]);
  }

  private static double[] ranks(double[] values) {
    return Arrays.stream(values)
        .map(value ->
            Arrays.stream(values).filter(other -> other < value).count()
                + (1 + Arrays.stream(values).filter(other -> other == value).count()) / 2.0)
        .toArray();
  }

  private static double[] times(RandomGenerator random, int size, boolean hasTies) {
    return IntStream.range(0, size)
        .mapToDouble(
            i -> hasTies ? (i < 2 ? i : random.nextInt(5)) : Math.exp(3 * random.nextGaussian()))
        .toArray();
  }

  @Test
  void itIsTheCorrelationOfCountedRanksAlsoWithTies() {
    Cases.random(
        1,
        300,
        random -> {
          int size = random.nextInt(10, 60);
          double[] first = times(random, size, random.nextBoolean());
          double[] second = times(random, size, random.nextBoolean());
          RankCorrelation found = of(first, second);
          assertThat(found.value()).isCloseTo(counted(first, second), within(1e-9));
          assertThat(found.value()).isBetween(found.low(), found.high());
          assertThat(found.pairs()).isEqualTo(size);
        });
  }

  @Test
  void weightsCountAsSoManyPairs() {
    Cases.random(
        2,
        200,
        random -> {
          double[] first = times(random, 20, true);
          double[] second = times(random, 20, false);
          int[] weights = random.ints(20, 1, 4).toArray();
          double[] repeatedFirst = repeated(first, weights);
          double[] repeatedSecond = repeated(second, weights);
          AttemptTimes weighted =
              AttemptTimes.paired(first, second, Arrays.stream(weights).asDoubleStream().toArray());
          assertThat(RankCorrelation.of(weighted).orElseThrow().value())
              .isCloseTo(of(repeatedFirst, repeatedSecond).value(), within(1e-9));
        });
  }

  private static double[] repeated(double[] values, int[] weights) {
    return IntStream.range(0, values.length)
        .boxed()
        .flatMap(i -> IntStream.range(0, weights[i]).mapToObj(copy -> values[i]))
        .mapToDouble(Double::doubleValue)
        .toArray();
  }

  @Test
  void theSameOrderHasOneAndTheReverseMinusOne() {
    double[] ascending = IntStream.range(0, 12).mapToDouble(i -> i * i).toArray();
    double[] descending = IntStream.range(0, 12).mapToDouble(i -> 100 - i).toArray();
    assertThat(of(ascending, ascending)).isEqualTo(new RankCorrelation(1, 1, 1, 12));
    assertThat(of(ascending, descending)).isEqualTo(new RankCorrelation(-1, -1, -1, 12));
  }

  @Test
  void fewPairsOrNoOrderHaveNoCorrelation() {
    double[] equal = new double[50];
    double[] nine = IntStream.range(0, 9).mapToDouble(i -> i).toArray();
    assertThat(RankCorrelation.of(AttemptTimes.paired(nine, nine))).isEmpty();
    assertThat(
            RankCorrelation.of(
                AttemptTimes.paired(equal, times(new SplittableRandom(3), 50, false))))
        .isEmpty();
    assertThat(
            RankCorrelation.of(AttemptTimes.independent(times(new SplittableRandom(4), 50, false))))
        .isEmpty();
  }

  /** With normal logarithms of correlation r, the rank correlation is 6 / pi asin(r / 2). */
  @Test
  void intervalsCoverTheTrueCorrelationAsOftenAsTheySay() {
    for (double correlation : new double[] {0, 0.5, 0.9}) {
      double truth = 6 / Math.PI * Math.asin(correlation / 2);
      int[] covered = new int[1];
      Cases.random(
          1000,
          1000,
          random -> {
            double[] first = new double[100];
            double[] second = new double[100];
            for (int i = 0; i < first.length; i++) {
              double shared = random.nextGaussian();
              first[i] = Math.exp(shared);
              second[i] =
                  Math.exp(
                      correlation * shared
                          + Math.sqrt(1 - correlation * correlation) * random.nextGaussian());
            }
            RankCorrelation found = of(first, second);
            covered[0] += found.low() <= truth && truth <= found.high() ? 1 : 0;
          });
      assertThat(covered[0]).as("of 1000 at %s", correlation).isBetween(920, 975);
    }
  }
}
