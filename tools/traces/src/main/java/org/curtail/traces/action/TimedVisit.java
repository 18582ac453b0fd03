package org.curtail.traces.action;

/**
 * A visit in a test of causes.
 *
 * @param request number of the request
 * @param startNanos start
 * @param millis duration
 */
record TimedVisit(int request, long startNanos, double millis) {}
