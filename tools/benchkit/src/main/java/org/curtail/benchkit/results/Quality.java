package org.curtail.benchkit.results;

/**
 * Quality of the hits of a run relative to those of sequential search, on average over its answers:
 * above 0 is better, below is worse, 0 is equal; -1 to 1 (Adaptive parallelism paper, section 6.1).
 *
 * @param proportional with the same weight for every rank
 * @param exponential with half the weight of a rank for the next one
 */
public record Quality(double proportional, double exponential) {
  /** No better and no worse. */
  public static final Quality EQUAL = new Quality(0, 0);

  /** Rounding error of sums of weights that should be 0. */
  private static final double ROUNDING = 1e-9;

  /** True if it is at least that of sequential search, by both weights. */
  public boolean reachesSequential() {
    return proportional > -ROUNDING && exponential > -ROUNDING;
  }
}
