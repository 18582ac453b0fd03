package org.curtail.diagnose;

/**
 * A split part of a request's time.
 *
 * @param nanos by cause
 * @param cpuNanos CPU time of it; 0 if unknown
 * @param restBoundNanos upper bound of the rest
 * @param uncertainNanos greatest error of each cause
 */
record SplitTime(CauseNanos nanos, long cpuNanos, long restBoundNanos, long uncertainNanos) {}
