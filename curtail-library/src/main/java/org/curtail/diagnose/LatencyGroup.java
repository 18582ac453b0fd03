package org.curtail.diagnose;

/**
 * Requests of similar latency, on average.
 *
 * @param fromPercentile of the fastest one, 0 to 100
 * @param toPercentile of the slowest one, above {@code fromPercentile}
 * @param requests how many there are, at least 1
 * @param fromNanos latency of the fastest one
 * @param toNanos latency of the slowest one
 * @param meanNanos their mean latency, rounded down
 * @param nanos their mean parts, which add up to {@code meanNanos}
 */
public record LatencyGroup(
    double fromPercentile,
    double toPercentile,
    int requests,
    long fromNanos,
    long toNanos,
    long meanNanos,
    CauseNanos nanos) {}
