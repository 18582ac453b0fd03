package org.curtail.diagnose;

/**
 * The time of a request above the usual.
 *
 * @param nanos by cause; may be negative
 * @param usualNanos usual latency
 */
record Excess(CauseNanos nanos, long usualNanos) {
  static Excess of(Breakdown request, CauseNanos usual) {
    return new Excess(request.nanos().minus(usual), usual.sum());
  }

  long of(Cause cause) {
    return nanos.of(cause);
  }

  /** Returns the excess of all causes together. */
  long sum() {
    return nanos.sum();
  }

  /**
   * Returns the excess of a cause as a share of the usual latency. Work and interference vary
   * together: a limit decides to which of them additional computation counts.
   */
  double shareToVary(Cause cause) {
    long excess =
        cause == Cause.WORK || cause == Cause.INTERFERENCE
            ? of(Cause.WORK) + of(Cause.INTERFERENCE)
            : of(cause);
    return (double) excess / Math.max(1, usualNanos);
  }
}
