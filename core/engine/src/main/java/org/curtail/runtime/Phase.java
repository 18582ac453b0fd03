package org.curtail.runtime;

/**
 * A time during which a request was served by equally many threads.
 *
 * @param degree how many, at least 1
 * @param nanos how long, at least 0
 * @param chunks how many of its chunks were claimed meanwhile, at least 0
 */
public record Phase(int degree, long nanos, int chunks) {
  public Phase {
    if (degree < 1 || nanos < 0 || chunks < 0) {
      throw new IllegalArgumentException(
          "degree must be at least 1, nanos and chunks at least 0: degree=%d, nanos=%d, chunks=%d"
              .formatted(degree, nanos, chunks));
    }
  }
}
