package org.curtail.cli.serve;

import java.time.Duration;

/**
 * Limits of a search.
 *
 * @param queryLength longest query, in characters
 * @param topHits most hits
 * @param timeout longest time until the deadline, and that of a request that names none
 */
record SearchLimits(int queryLength, int topHits, Duration timeout) {
  SearchLimits {
    if (queryLength < 1 || topHits < 1 || !timeout.isPositive()) {
      throw new IllegalArgumentException(
          "limits must be positive: queryLength=%d, topHits=%d, timeout=%s"
              .formatted(queryLength, topHits, timeout));
    }
  }
}
