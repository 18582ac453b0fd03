package org.curtail.workflow;

/**
 * The distribution of a generated stage's times: log-normal, or bimodal with most times at the
 * median and the others far above it.
 *
 * @param medianMillis median of the times, or of the fast ones: above 0
 * @param sigma standard deviation of the logarithm: at least 0; unused by bimodal times
 * @param slowFactor factor of the slow tenth; 1 if the times are log-normal
 */
record StageLaw(double medianMillis, double sigma, double slowFactor) {
  /** Limit of times, as by a time-out, in medians. */
  private static final double MOST_MEDIANS = 50;

  /** Normal quantile that a tenth exceeds. */
  private static final double UPPER_TENTH = 1.2815515655446004;

  /** Standard deviation of the logarithm of bimodal times, within each mode. */
  private static final double WITHIN_MODE = 0.1;

  /**
   * Draws times of a stage.
   *
   * @param stage index of the stage
   * @param coupling correlation of the normal numbers behind the times of original call and copy: 0
   *     to 1; pairs if above 0
   */
  StageTimes times(int samples, double coupling, long sampleSeed, int stage) {
    var firsts = new Chance(sampleSeed, stage, Chance.Purpose.SAMPLE);
    var seconds = new Chance(sampleSeed, stage, Chance.Purpose.SECOND_SAMPLE);
    var noise = new Chance(sampleSeed, stage, Chance.Purpose.NOISE);
    var secondNoise = new Chance(sampleSeed, stage, Chance.Purpose.SECOND_NOISE);
    double rest = Math.sqrt(1 - coupling * coupling);
    double[] firstMillis = new double[samples];
    double[] secondMillis = new double[samples];
    for (int i = 0; i < samples; i++) {
      double common = firsts.normal(i);
      firstMillis[i] = millis(common, noise, i);
      if (coupling > 0) {
        secondMillis[i] = millis(coupling * common + rest * seconds.normal(i), secondNoise, i);
      }
    }
    return coupling > 0
        ? StageTimes.paired(firstMillis, secondMillis)
        : StageTimes.independent(firstMillis);
  }

  private double millis(double normal, Chance noise, int place) {
    if (slowFactor == 1) {
      return medianMillis * Math.min(MOST_MEDIANS, StrictMath.exp(sigma * normal));
    }
    double mode = normal > UPPER_TENTH ? slowFactor : 1;
    return medianMillis * mode * StrictMath.exp(WITHIN_MODE * noise.normal(place));
  }
}
