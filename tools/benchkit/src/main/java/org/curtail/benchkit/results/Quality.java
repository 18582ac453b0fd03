package org.curtail.benchkit.results;

/**
 * Mean quality of the hits of a run relative to sequential search, from -1 to 1: above 0 is better,
 * 0 is equal (Adaptive parallelism paper, section 6.1).
 *
 * @param proportional quality with the same weight for each rank
 * @param exponential quality with weights that halve from rank to rank
 */
public record Quality(double proportional, double exponential) {
  /** The quality of sequential search. */
  public static final Quality EQUAL = new Quality(0, 0);

  /** Rounding error of sums of weights that should be 0. */
  private static final double ROUNDING = 1e-9;

  /** True if the quality is at least that of sequential search, by both weights. */
  public boolean reachesSequential() {
    return proportional > -ROUNDING && exponential > -ROUNDING;
  }
}
