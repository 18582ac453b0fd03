package org.curtail.workflow;

/**
 * What stopping brings to a stage, and what it loses, on the visits from which it was chosen.
 *
 * @param answer when the stage stops waiting
 * @param loss share of needed answers that come too late: 0 to 1
 * @param meanMillis of the stage's latency
 * @param varianceMillisSquared of the stage's latency
 */
record PartialPoint(
    PartialAnswer answer, double loss, double meanMillis, double varianceMillisSquared) {}
