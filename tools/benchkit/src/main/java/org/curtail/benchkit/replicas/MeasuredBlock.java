package org.curtail.benchkit.replicas;

import java.util.Optional;

/**
 * What came of the requests of one block. Arrays have one entry per request that counts, in order
 * of arrival.
 *
 * @param latencyMs from when the request was due to its answer
 * @param latenessMs how late it was handed over
 * @param requests all, those too that do not count
 * @param failed of all requests, those without an answer
 * @param failure why the first of them failed
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
