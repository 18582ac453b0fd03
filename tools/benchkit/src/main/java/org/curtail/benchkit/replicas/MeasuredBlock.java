package org.curtail.benchkit.replicas;

import java.util.Optional;

/**
 * Results of the requests of a block. Arrays have an entry per request that counts, in order of
 * arrival.
 *
 * @param latencyMs time from planned arrival to answer
 * @param latenessMs time from planned arrival to sending
 * @param requests number of all requests, including those that do not count
 * @param failed number of all requests without an answer
 * @param failure reason of the first failure
 * @param wallMs time from the begin of the block to its last answer
 * @param cpuMs CPU time of the whole process in this time, including servers
 * @param gcMs time of garbage collections
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared; a few hundred are kept.
public record MeasuredBlock(
    double[] latencyMs,
    double[] latenessMs,
    int requests,
    int failed,
    Optional<String> failure,
    double wallMs,
    double cpuMs,
    double gcMs) {}
