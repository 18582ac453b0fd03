package org.curtail.workflow;

/**
 * Options for planning a workflow.
 *
 * @param byCriticality true to weight the variance of a stage by its frequency on the critical path
 *     of slow requests
 * @param polished true to improve the split on simulated requests
 * @param safetyDeviations margin below the budget, in standard deviations of the cost of copies: at
 *     least 0. The times are a sample, so the cost is uncertain; 1.645 keeps the budget in 95 % of
 *     cases
 * @param requests number of simulated requests that improve the split and predict its effect: at
 *     least 1,000
 * @param seed seed of the simulation
 */
public record PlanOptions(
    boolean byCriticality, boolean polished, double safetyDeviations, int requests, long seed) {
  /** The plain plan: equal weights, no improvement by simulation, no margin. */
  public static final PlanOptions DEFAULT = new PlanOptions(false, false, 0, 20_000, 1);

  public PlanOptions {
    if (!(safetyDeviations >= 0 && safetyDeviations < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "safetyDeviations must be at least 0 and finite: " + safetyDeviations);
    }
    if (requests < 1_000) {
      throw new IllegalArgumentException("requests must be at least 1000: " + requests);
    }
  }

  /** Returns these options with stages weighted by criticality. */
  public PlanOptions weightedByCriticality() {
    return new PlanOptions(true, polished, safetyDeviations, requests, seed);
  }

  /** Returns these options with a split improved on simulated requests. */
  public PlanOptions polishing() {
    return new PlanOptions(byCriticality, true, safetyDeviations, requests, seed);
  }

  /** Returns these options with another margin. */
  public PlanOptions withSafety(double deviations) {
    return new PlanOptions(byCriticality, polished, deviations, requests, seed);
  }

  /** Returns these options with another simulation. */
  public PlanOptions simulating(int otherRequests, long otherSeed) {
    return new PlanOptions(byCriticality, polished, safetyDeviations, otherRequests, otherSeed);
  }
}
