package org.curtail.sim;

/**
 * Pauses of a whole machine, as a garbage collector or a neighbour makes them: during one nothing
 * progresses, wakes up or is decided, and requests that arrive wait. They come at random, the gaps
 * between them exponential, at the same moments whatever the policy.
 *
 * @param meanGapNanos from the end of a pause to the next one in the mean, in nanoseconds; 0 for no
 *     pauses
 * @param meanPauseNanos length of a pause in the mean; more than 0 exactly if there are pauses
 * @param lengthsVary whether lengths are exponential; else all are alike
 * @param seed of gaps and lengths
 */
public record Noise(long meanGapNanos, long meanPauseNanos, boolean lengthsVary, long seed) {
  /** No pauses. */
  public static final Noise NONE = new Noise(0, 0, false, 0);

  public Noise {
    if (meanGapNanos < 0 || meanPauseNanos < 0 || (meanGapNanos == 0) != (meanPauseNanos == 0)) {
      throw new IllegalArgumentException(
          "gaps and pauses must both be positive, or both 0: meanGapNanos=%d, meanPauseNanos=%d"
              .formatted(meanGapNanos, meanPauseNanos));
    }
  }

  /** Whether there are pauses. */
  public boolean pauses() {
    return meanPauseNanos > 0;
  }

  /** Share of the time that is lost to pauses, 0 to less than 1. */
  public double share() {
    return pauses() ? meanPauseNanos / ((double) meanGapNanos + meanPauseNanos) : 0;
  }
}
