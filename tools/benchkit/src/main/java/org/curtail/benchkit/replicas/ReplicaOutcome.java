package org.curtail.benchkit.replicas;

/**
 * Results of one block.
 *
 * @param block its latencies
 * @param beyondMs excess of the latency of each request that counts over the recorded time of its
 *     first copy: queues, noise, HTTP; less than 0 where a copy was faster
 * @param copies beside the first ones, of all requests
 * @param won of all requests, those that the second copy answered
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared; a few hundred are kept.
record ReplicaOutcome(MeasuredBlock block, double[] beyondMs, SentCopies copies, int won) {
  double[] latencyMs() {
    return block.latencyMs();
  }

  /** All, including those that do not count. */
  int requests() {
    return block.requests();
  }

  /** Of all requests, those without an answer. */
  int failed() {
    return block.failed();
  }

  /** Copies beside the first ones, per request. */
  double reissueFraction() {
    return (double) copies.sent() / requests();
  }
}
