package org.curtail.workflow;

/**
 * What a stage contributes to latencies.
 *
 * @param stage its name
 * @param meanMillis its contribution to a request, on average; 0 for those in which it is not on
 *     the critical path
 * @param deviationMillis standard deviation of the same
 * @param share {@code meanMillis} as a share of the mean latency: 0 to 1
 * @param criticalFraction share of requests on whose critical path it is: 0 to 1
 * @param meanOfSlowestMillis its contribution to a slow request, on average
 * @param criticalFractionOfSlowest share of slow requests on whose critical path it is: 0 to 1
 * @param blamedFraction share of slow requests for which it is blamed: 0 to 1; over all stages they
 *     may add up to more than 1
 */
public record StageBlame(
    String stage,
    double meanMillis,
    double deviationMillis,
    double share,
    double criticalFraction,
    double meanOfSlowestMillis,
    double criticalFractionOfSlowest,
    double blamedFraction) {}
