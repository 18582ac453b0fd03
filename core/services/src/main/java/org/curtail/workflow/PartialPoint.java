package org.curtail.workflow;

/**
 * The effect of a stop rule on a stage, on the visits from which it was chosen.
 *
 * @param answer the rule
 * @param loss share of needed answers that come too late: 0 to 1
 * @param meanMillis mean of the stage's latency
 * @param varianceMillisSquared variance of the stage's latency
 */
record PartialPoint(
    PartialAnswer answer, double loss, double meanMillis, double varianceMillisSquared) {}
