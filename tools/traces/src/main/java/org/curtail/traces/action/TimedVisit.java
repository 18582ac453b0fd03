package org.curtail.traces.action;

/**
 * A visit as a test of causes sees it.
 *
 * @param request that made it, by number
 * @param startNanos when it began
 * @param millis what it took
 */
record TimedVisit(int request, long startNanos, double millis) {}
