package org.curtail.sim;

import java.util.List;
import org.curtail.Prediction;

/**
 * What a service sees of a request that has ended: when it came, and who served it. Moments are
 * nanoseconds of simulated time.
 *
 * @param arrivalNanos when it arrived, at least 0
 * @param startNanos when it was given its first thread, at least {@code arrivalNanos}
 * @param endNanos when it ended, at least {@code startNanos}
 * @param attainedNanos for how long threads have served it, all added up; at least 0
 * @param peakDegree most threads that computed at the same time, at least 1
 * @param path the degrees that it had, in order, those of the time aside left out. Of a path of
 *     very many changes the last are merged into one phase of their mean degree.
 * @param timesAside how often it was set aside, at least 0
 * @param asideNanos for how long in all, at most from start to end
 * @param prediction what was said of its demand before it ran; {@link Prediction#NONE} if nothing
 */
public record SimulatedEnd(
    long arrivalNanos,
    long startNanos,
    long endNanos,
    long attainedNanos,
    int peakDegree,
    List<SimulatedPhase> path,
    int timesAside,
    long asideNanos,
    Prediction prediction) {
  /** Of a request that was never set aside, and that nobody predicted. */
  public SimulatedEnd(
      long arrivalNanos,
      long startNanos,
      long endNanos,
      long attainedNanos,
      int peakDegree,
      List<SimulatedPhase> path) {
    this(
        arrivalNanos, startNanos, endNanos, attainedNanos, peakDegree, path, 0, 0, Prediction.NONE);
  }

  public SimulatedEnd {
    if (arrivalNanos < 0 || startNanos < arrivalNanos || endNanos < startNanos) {
      throw new IllegalArgumentException(
          "arrival, start and end must follow each other: %d, %d, %d"
              .formatted(arrivalNanos, startNanos, endNanos));
    }
    if (attainedNanos < 0 || peakDegree < 1 || timesAside < 0) {
      throw new IllegalArgumentException(
          "attainedNanos and timesAside must be at least 0, peakDegree at least 1: %d, %d, %d"
              .formatted(attainedNanos, timesAside, peakDegree));
    }
    if (asideNanos < 0 || asideNanos > endNanos - startNanos) {
      throw new IllegalArgumentException(
          "asideNanos must lie between 0 and %d: %d".formatted(endNanos - startNanos, asideNanos));
    }
    path = List.copyOf(path);
  }

  /** Time from arrival to end. */
  public long responseNanos() {
    return endNanos - arrivalNanos;
  }

  /** Time from start to end, without that for which it was aside. */
  public long executionNanos() {
    return endNanos - startNanos - asideNanos;
  }

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
}
