package org.curtail.sim;

import java.util.List;
import org.curtail.Prediction;

/**
 * History of an ended request that a steering can see. Times are nanoseconds of simulated time.
 *
 * @param arrivalNanos arrival, at least 0
 * @param startNanos time of its first thread, at least {@code arrivalNanos}
 * @param endNanos end, at least {@code startNanos}
 * @param attainedNanos sum of its threads' times; at least 0
 * @param peakDegree most threads that computed at the same time, at least 1
 * @param path its degrees in order, without preempted times; after very many changes, one phase of
 *     the mean degree replaces the last ones
 * @param preemptions number of preemptions, at least 0
 * @param preemptedNanos total preempted time, at most from start to end
 * @param prediction prediction of its demand before it ran; {@link Prediction#NONE} without one
 */
public record SimulatedEnd(
    long arrivalNanos,
    long startNanos,
    long endNanos,
    long attainedNanos,
    int peakDegree,
    List<SimulatedPhase> path,
    int preemptions,
    long preemptedNanos,
    Prediction prediction) {
  /** Creates the history of a request that was never preempted or predicted. */
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
    if (attainedNanos < 0 || peakDegree < 1 || preemptions < 0) {
      throw new IllegalArgumentException(
          "attainedNanos and preemptions must be at least 0, peakDegree at least 1: %d, %d, %d"
              .formatted(attainedNanos, preemptions, peakDegree));
    }
    if (preemptedNanos < 0 || preemptedNanos > endNanos - startNanos) {
      throw new IllegalArgumentException(
          "preemptedNanos must lie between 0 and %d: %d"
              .formatted(endNanos - startNanos, preemptedNanos));
    }
    path = List.copyOf(path);
  }

  /** Returns the time from arrival to end. */
  public long responseNanos() {
    return endNanos - arrivalNanos;
  }

  /** Returns the time from start to end, without preempted time. */
  public long executionNanos() {
    return endNanos - startNanos - preemptedNanos;
  }

  /**
   * Phase with a constant number of threads.
   *
   * @param degree number of computing threads, at least 1
   * @param nanos length, at least 0
   * @param workShare share of the request's work done in it, 0 to 1
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
