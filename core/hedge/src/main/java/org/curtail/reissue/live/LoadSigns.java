package org.curtail.reissue.live;

/**
 * What tells whether a service is in trouble, so that copies would make it worse.
 *
 * @param attempts attempts that were answered or failed lately, of which the signs are: at least 0
 * @param failedShare share of them that failed, 0 to 1
 * @param medianMillis of first attempts lately; 0 if not known
 * @param usualMedianMillis what it usually is; 0 if not known
 * @param lateShare share of first attempts lately that took longer than the delay of the plan
 * @param plannedShare the same share when the plan was made; 0 if not known
 */
public record LoadSigns(
    long attempts,
    double failedShare,
    double medianMillis,
    double usualMedianMillis,
    double lateShare,
    double plannedShare) {}
