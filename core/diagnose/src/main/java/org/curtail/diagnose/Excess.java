package org.curtail.diagnose;

/**
 * What a request took above the usual.
 *
 * @param nanos by cause; may be negative
 * @param usualNanos latency that is usual for it
 */
record Excess(CauseNanos nanos, long usualNanos) {
  static Excess of(Breakdown request, CauseNanos usual) {
    return new Excess(request.nanos().minus(usual), usual.sum());
  }

  long of(Cause cause) {
    return nanos.of(cause);
  }

  /** Of all causes together. */
  long sum() {
    return nanos.sum();
  }

  /**
   * The excess of a cause as a share of the usual latency. Work and interference vary together:
   * what a request computes more than usual is called one or the other by a limit.
   */
  double shareToVary(Cause cause) {
    long excess =
        cause == Cause.WORK || cause == Cause.INTERFERENCE
            ? of(Cause.WORK) + of(Cause.INTERFERENCE)
            : of(cause);
    return (double) excess / Math.max(1, usualNanos);
  }
}
