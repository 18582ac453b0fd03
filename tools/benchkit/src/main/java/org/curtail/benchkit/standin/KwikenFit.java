package org.curtail.benchkit.standin;

import java.util.SplittableRandom;

/**
 * Properties of Bing's workflows that the Kwiken paper leaves open, drawn at random within bounds.
 * Each repeat has a fit of its own, so intervals over repeats include other fits. The paper's own
 * statements hold in each fit: {@link KwikenShape}, {@link KwikenTimes}.
 *
 * @param tail form of the slow part
 * @param medianSigma median of the stages' log-normal sigma, which determines the ratio of p99 to
 *     median
 * @param medianSpread standard deviation of the logarithm of the stages' medians
 * @param fanned share of stages with a few servers, besides those with thousands
 * @param drift standard deviation of the logarithm of a stage's factor on another day
 */
public record KwikenFit(
    Tail tail, double medianSigma, double medianSpread, double fanned, double drift) {
  /** Form of the slow part of a stage's latency; the paper's Figure 4 gives only its size. */
  public enum Tail {
    /** All times are log-normal. */
    LOG_NORMAL("log-normal"),
    /** A few requests have an additional exponential delay, by slow servers. */
    SLOW_SERVERS("slow servers"),
    /** The slowest tenth follows a power law. */
    POWER_LAW("power law");

    private final String words;

    Tail(String words) {
      this.words = words;
    }

    public String words() {
      return words;
    }
  }

  /** Returns the name in texts. */
  public String words() {
    return "tails %s, median sigma %.2f, medians spread by %.2f, %.0f %% of the stages ask few servers, days differ by %.0f %%"
        .formatted(tail.words(), medianSigma, medianSpread, 100 * fanned, 100 * drift);
  }

  /**
   * Returns the fit of a repeat. The forms of tails alternate; all else is drawn within its bounds.
   */
  public static KwikenFit of(long seed) {
    var random = new SplittableRandom(seed);
    Tail[] tails = Tail.values();
    return new KwikenFit(
        tails[Math.floorMod(seed, tails.length)],
        random.nextDouble(0.40, 0.50),
        random.nextDouble(1.4, 2.0),
        random.nextDouble(0.0, 0.3),
        random.nextDouble(0.02, 0.10));
  }
}
