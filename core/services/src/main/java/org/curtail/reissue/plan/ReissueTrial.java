package org.curtail.reissue.plan;

import org.curtail.reissue.ReissuePolicy;

/**
 * A policy that ran under load, and what came of it.
 *
 * @param budget for which it was planned; 0 for no reissue
 * @param predictedMillis the tail that was expected beforehand; equal to the observed one if
 *     nothing was expected
 * @param observedMillis the tail that was observed: at least 0, infinite if the load was too much
 * @param observedFraction copies that were sent beside the first ones, per request
 */
public record ReissueTrial(
    double budget,
    ReissuePolicy policy,
    double predictedMillis,
    double observedMillis,
    double observedFraction) {}
