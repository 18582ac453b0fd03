package org.curtail.lab.replicas;

import java.util.Optional;

/**
 * What came of one block. Arrays have one entry per request that counts, in order of arrival.
 *
 * @param latencyMs from when the request was due to its answer
 * @param latenessMs how late it was handed over
 * @param beyondMs by how much latency is more than the recorded time of the first copy: queues,
 *     noise, HTTP; less than 0 where a copy was faster
 * @param requests all, those too that do not count
 * @param copies beside the first ones, of all requests
 * @param won of all requests, those that the second copy answered
 * @param failed of all requests, those without an answer
 * @param failure why the first of them failed
 * @param wallMs from the block's begin to its last answer
 * @param cpuMs CPU time of the whole process in that time, replicas included
 * @param gcMs time in garbage collections
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared; a few hundred are kept.
record ReplicaOutcome(
    double[] latencyMs,
    double[] latenessMs,
    double[] beyondMs,
    int requests,
    SentCopies copies,
    int won,
    int failed,
    Optional<String> failure,
    double wallMs,
    double cpuMs,
    double gcMs) {
  /** Copies beside the first ones, per request. */
  double reissueFraction() {
    return (double) copies.sent() / requests;
  }
}
