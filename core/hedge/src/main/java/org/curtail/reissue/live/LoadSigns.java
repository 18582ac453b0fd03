package org.curtail.reissue.live;

/**
 * Signs of trouble of a service, in which copies would make it worse.
 *
 * @param attempts recent attempts that were answered or failed, on which the signs are based: at
 *     least 0
 * @param failedShare share of them that failed, 0 to 1
 * @param medianMillis recent median of first attempts; 0 if unknown
 * @param usualMedianMillis usual median; 0 if unknown
 * @param lateShare share of recent first attempts that took longer than the delay of the plan
 * @param plannedShare that share when the plan was made; 0 if unknown
 */
public record LoadSigns(
    long attempts,
    double failedShare,
    double medianMillis,
    double usualMedianMillis,
    double lateShare,
    double plannedShare) {}
