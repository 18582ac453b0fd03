package org.curtail.sim;

/**
 * A time during which a simulated request was served by equally many threads.
 *
 * @param degree how many computed, at least 1
 * @param nanos how long, at least 0
 * @param workShare how much of all its work was done meanwhile, 0 to 1
 */
public record SimulatedPhase(int degree, long nanos, double workShare) {
  public SimulatedPhase {
    if (degree < 1 || nanos < 0) {
      throw new IllegalArgumentException(
          "degree must be at least 1 and nanos at least 0: degree=%d, nanos=%d"
              .formatted(degree, nanos));
    }
    if (!(workShare >= 0 && workShare <= 1)) {
      throw new IllegalArgumentException("workShare must lie between 0 and 1: " + workShare);
    }
  }
}
