package org.curtail.sim;

import java.util.SplittableRandom;
import org.curtail.dispatch.DispatchedRequest;

/**
 * Pauses of a whole machine, as by a garbage collector or a neighbour. During a pause nothing
 * progresses, wakes up or is decided, and arriving requests wait. Gaps are random and exponential.
 * Pauses come at the same times under any policy.
 *
 * @param meanGapNanos mean time from the end of a pause to the next one, in nanoseconds; 0 for no
 *     pauses
 * @param meanPauseNanos mean length of a pause; 0 exactly if there are no pauses
 * @param lengthsVary true if lengths are exponential; else all are equal
 * @param seed seed of gaps and lengths
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

  /** Returns true if there are pauses. */
  public boolean pauses() {
    return meanPauseNanos > 0;
  }

  /** Returns the share of time lost to pauses, 0 to less than 1. */
  public double share() {
    return pauses() ? meanPauseNanos / ((double) meanGapNanos + meanPauseNanos) : 0;
  }

  static final class Pauses {
    private final Noise noise;
    private final SplittableRandom random;

    /** Start of the next pause, or never. */
    private long beginNanos = DispatchedRequest.NEVER;

    private long endNanos;

    Pauses(Noise noise) {
      this.noise = noise;
      random = new SplittableRandom(noise.seed());
      passed();
    }

    long beginNanos() {
      return beginNanos;
    }

    long endNanos() {
      return endNanos;
    }

    void passed() {
      if (noise.pauses()) {
        double length = noise.lengthsVary() ? Exponential.unit(random) : 1;
        beginNanos = endNanos + Math.round(noise.meanGapNanos() * Exponential.unit(random));
        endNanos = beginNanos + Math.max(1, Math.round(noise.meanPauseNanos() * length));
      }
    }
  }
}
