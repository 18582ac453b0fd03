package org.curtail.reissue;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.function.DoubleSupplier;
import java.util.random.RandomGenerator;

/**
 * A short log of any shape, drawn at random: light, heavy or bimodal, with or without ties, zeros,
 * weights and pairs.
 *
 * @param firstMillis times of first attempts
 * @param firstWeights weight of each; whole numbers
 * @param secondMillis times of copies; if paired, of the same requests
 * @param secondWeights weight of each; if paired, the same as of the first
 * @param weighted true if any weight is not 1
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record RandomLog(
    double[] firstMillis,
    double[] firstWeights,
    double[] secondMillis,
    double[] secondWeights,
    boolean paired,
    boolean weighted) {
  private static final int SHAPES = 6;

  /** Draws up to {@code most} first attempts and as many copies. */
  public static RandomLog draw(RandomGenerator random, int most) {
    boolean paired = random.nextBoolean();
    boolean weighted = random.nextInt(3) == 0;
    int firsts = random.nextInt(1, most + 1);
    int seconds = paired ? firsts : random.nextInt(1, most + 1);
    double[] first = times(random, firsts);
    double[] second = times(random, seconds);
    if (paired && random.nextBoolean()) {
      correlate(first, second, random);
    }
    double[] firstWeights = weights(random, firsts, weighted);
    double[] secondWeights = paired ? firstWeights : weights(random, seconds, weighted);
    return new RandomLog(first, firstWeights, second, secondWeights, paired, weighted);
  }

  /** Draws a goal that a share often meets exactly, and often not at all. */
  public static ReissueGoal goal(RandomGenerator random) {
    double[] percentiles = {50, 75, 90, 95, 99, 99.9, random.nextInt(1, 100), 12.5, 66.6};
    double[] budgets = {1, 0.5, 0.1, 0.05, 0.02, 0.07, 0.29, random.nextInt(1, 100) / 100.0, 0.001};
    return new ReissueGoal(
        percentiles[random.nextInt(percentiles.length)], budgets[random.nextInt(budgets.length)]);
  }

  public AttemptTimes times() {
    if (paired) {
      return weighted
          ? AttemptTimes.paired(firstMillis, secondMillis, firstWeights)
          : AttemptTimes.paired(firstMillis, secondMillis);
    }
    return weighted
        ? AttemptTimes.independent(firstMillis, firstWeights, secondMillis, secondWeights)
        : AttemptTimes.independent(firstMillis, secondMillis);
  }

  public static double[] times(RandomGenerator random, int count) {
    DoubleSupplier shape =
        switch (random.nextInt(SHAPES)) {
          case 0 -> () -> random.nextInt(6);
          case 1 -> () -> Math.pow(1 - random.nextDouble(), -1.2);
          case 2 -> () -> random.nextInt(10) == 0 ? 20 + random.nextDouble() : random.nextDouble();
          case 3 -> () -> Math.rint(10 * Math.exp(random.nextGaussian())) / 10;
          case 4 -> () -> random.nextInt(5) == 0 ? 100 : random.nextInt(3);
          default -> () -> 5 + random.nextGaussian();
        };
    double[] times = new double[count];
    Arrays.setAll(times, i -> Math.max(0, shape.getAsDouble()));
    return times;
  }

  private static void correlate(double[] first, double[] second, RandomGenerator random) {
    for (int i = 0; i < first.length; i++) {
      if (random.nextBoolean()) {
        second[i] = random.nextBoolean() ? first[i] : first[i] / 2 + second[i] / 2;
      }
    }
  }

  private static double[] weights(RandomGenerator random, int count, boolean weighted) {
    double[] weights = new double[count];
    Arrays.setAll(weights, i -> weighted ? random.nextInt(5) : 1);
    // At least one weight must not be 0.
    weights[0] = Math.max(1, weights[0]);
    return weights;
  }

  /**
   * Returns the smallest of ascending times that a percentage of them does not exceed: nearest
   * rank.
   */
  public static double percentile(double[] ascending, double percentile) {
    // Exact decimals: a binary 0.07 would be one rank too far.
    int rank =
        BigDecimal.valueOf(percentile)
            .multiply(BigDecimal.valueOf(ascending.length))
            .divide(BigDecimal.valueOf(100))
            .setScale(0, RoundingMode.CEILING)
            .intValueExact();
    return ascending[Math.max(rank - 1, 0)];
  }
}
