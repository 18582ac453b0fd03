package org.curtail.workflow;

/**
 * The formula of a generated stage's times: log-normal, or mostly at the median and else far above
 * it.
 *
 * @param medianMillis of the times, or of the fast ones: above 0
 * @param sigma of the logarithm: at least 0; not of bimodal times
 * @param slowFactor by which the slow tenth takes longer; 1 if the times are log-normal
 */
record StageLaw(double medianMillis, double sigma, double slowFactor) {
  /** Times are limited as by a time-out: to so many medians. */
  private static final double MOST_MEDIANS = 50;

  /** Of a normal number: a tenth is above. */
  private static final double UPPER_TENTH = 1.2815515655446004;

  /** Standard deviation of the logarithm of bimodal times, within each mode. */
  private static final double WITHIN_MODE = 0.1;

  /**
   * Times of a stage.
   *
   * @param stage by index
   * @param coupling correlation of the normal numbers behind first and second times: 0 to 1; pairs
   *     if above 0
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
