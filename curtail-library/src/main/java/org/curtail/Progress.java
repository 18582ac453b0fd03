package org.curtail;

/**
 * How far one request has come: all that a {@link Policy} is shown of it. How long the request will
 * still take is deliberately absent, since nobody knows; somebody may have predicted it.
 *
 * @param ageNanos time since the request arrived; at least 0
 * @param executionNanos time since it started, 0 while it waits; at most {@code ageNanos}
 * @param degree the degree of parallelism last decided for it, 0 before the first decision
 * @param predictedNanos how long the whole request was predicted to take on one thread; {@link
 *     #UNPREDICTED} if it was not
 */
public record Progress(long ageNanos, long executionNanos, int degree, long predictedNanos) {
  /** For {@link #predictedNanos}: nobody said anything. */
  public static final long UNPREDICTED = -1;

  /** Of a request that nobody predicted. */
  public Progress(long ageNanos, long executionNanos, int degree) {
    this(ageNanos, executionNanos, degree, UNPREDICTED);
  }

  public Progress {
    if (executionNanos < 0 || ageNanos < executionNanos) {
      throw new IllegalArgumentException(
          "executionNanos must lie between 0 and ageNanos: executionNanos="
              + executionNanos
              + ", ageNanos="
              + ageNanos);
    }
    if (degree < 0) {
      throw new IllegalArgumentException("degree must not be negative: " + degree);
    }
    if (predictedNanos <= 0 && predictedNanos != UNPREDICTED) {
      throw new IllegalArgumentException(
          "predictedNanos must be positive or UNPREDICTED: " + predictedNanos);
    }
  }
}
