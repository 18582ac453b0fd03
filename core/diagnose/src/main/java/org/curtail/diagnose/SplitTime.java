package org.curtail.diagnose;

/**
 * A part of a request's time, split.
 *
 * @param nanos by cause
 * @param cpuNanos of it, CPU time; 0 if it is not known
 * @param restBoundNanos the most that may be rest
 * @param uncertainNanos by how much each cause may be off
 */
record SplitTime(CauseNanos nanos, long cpuNanos, long restBoundNanos, long uncertainNanos) {}
