package org.curtail.benchkit.replicas;

import java.util.Optional;

/**
 * Results of the requests of one block. Arrays have one entry per request that counts, in order of
 * arrival.
 *
 * @param latencyMs from the request's planned arrival to its answer
 * @param latenessMs delay between planned arrival and hand-over
 * @param requests all, including those that do not count
 * @param failed of all requests, those without an answer
 * @param failure reason of the first failure
 * @param wallMs from the block's begin to its last answer
 * @param cpuMs CPU time of the whole process in that time, servers included
 * @param gcMs time in garbage collections
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
