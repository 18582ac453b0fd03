package org.curtail.runtime;

/**
 * What happened to a finished request. Moments are readings of the engine's {@link NanoClock}.
 *
 * @param arrivalNanos when it was submitted
 * @param startNanos when its first worker began, at least {@code arrivalNanos}
 * @param endNanos when its result was ready, at least {@code startNanos}
 * @param threadNanos time that all its workers together spent on it
 * @param peakDegree most workers that served it at the same time, at least 1
 */
public record Timeline(
    long arrivalNanos, long startNanos, long endNanos, long threadNanos, int peakDegree) {

  /** Time from submission to the result. */
  public long responseNanos() {
    return endNanos - arrivalNanos;
  }

  /** Time from the first worker's begin to the result. */
  public long executionNanos() {
    return endNanos - startNanos;
  }

  /** Degree of parallelism on average over the execution; at least 0. */
  public double meanDegree() {
    return executionNanos() == 0 ? 1 : (double) threadNanos / executionNanos();
  }
}
