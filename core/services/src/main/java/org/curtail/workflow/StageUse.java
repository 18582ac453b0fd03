package org.curtail.workflow;

/**
 * What became of a stage under load.
 *
 * @param stage its name
 * @param visits of it, those within copies of its caller counted
 * @param reissueFraction copies of calls per call
 * @param utilisation share of its slots that computed, from 0 to the last arrival; 0 if nobody ever
 *     waits
 * @param meanWaitMillis from when an attempt was sent until it was served, of those that were
 * @param meanMillis of a visit, from its begin to its end, with what is within it
 * @param loss share of the needed responders that were not waited for
 * @param keptUp whether its calls did not pile up until the end
 */
public record StageUse(
    String stage,
    long visits,
    double reissueFraction,
    double utilisation,
    double meanWaitMillis,
    double meanMillis,
    double loss,
    boolean keptUp) {}
