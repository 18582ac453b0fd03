package org.curtail.automatic;

/**
 * What became of the requests that arrived in one slice of time.
 *
 * @param requests how many there were, at least 0
 * @param meanNanos their mean response time
 * @param p95Nanos its 95th percentile
 * @param isOverrun whether more requests were in the service at once than ever are with the safe
 *     policy, so that the slice was broken off or should have been
 */
record SliceOutcome(int requests, double meanNanos, double p95Nanos, boolean isOverrun) {
  SliceOutcome {
    if (requests < 0 || !(meanNanos >= 0) || !(p95Nanos >= 0)) {
      throw new IllegalArgumentException(
          "nothing of a slice may be negative: requests=%d, meanNanos=%s, p95Nanos=%s"
              .formatted(requests, meanNanos, p95Nanos));
    }
  }
}
