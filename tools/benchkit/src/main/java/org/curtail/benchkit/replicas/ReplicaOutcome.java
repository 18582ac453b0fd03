package org.curtail.benchkit.replicas;

/**
 * Results of a block.
 *
 * @param block latencies
 * @param beyondMs latency of each counted request minus the recorded time of its original: queues,
 *     noise and HTTP; below 0 if a copy was faster
 * @param copies copies of all requests
 * @param won number of requests whose copy answered first
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared; a few hundred are kept.
record ReplicaOutcome(MeasuredBlock block, double[] beyondMs, SentCopies copies, int won) {
  double[] latencyMs() {
    return block.latencyMs();
  }

  /** Returns the number of all requests, including those that do not count. */
  int requests() {
    return block.requests();
  }

  /** Returns the number of all requests without an answer. */
  int failed() {
    return block.failed();
  }

  /** Returns the number of copies per request. */
  double reissueFraction() {
    return (double) copies.sent() / requests();
  }
}
