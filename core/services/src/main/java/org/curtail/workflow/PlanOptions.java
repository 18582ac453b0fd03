package org.curtail.workflow;

/**
 * How a plan for a workflow is made.
 *
 * @param byCriticality whether the variance of a stage counts by how often the stage is on the
 *     critical path of a slow request
 * @param polished whether the split is improved by trying, on simulated requests
 * @param safetyDeviations by how many standard deviations of what copies cost the plan stays below
 *     the budget, because the times are a sample only: at least 0; 1.645 keeps the budget in 95 %
 *     of cases
 * @param requests simulated to try and to predict: at least 1,000
 * @param seed of the simulation
 */
public record PlanOptions(
    boolean byCriticality, boolean polished, double safetyDeviations, int requests, long seed) {
  /** The plain plan: neither weighted nor polished, without margin. */
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

  /** The same with stages weighted by criticality. */
  public PlanOptions weightedByCriticality() {
    return new PlanOptions(true, polished, safetyDeviations, requests, seed);
  }

  /** The same with a split improved by trying. */
  public PlanOptions polishing() {
    return new PlanOptions(byCriticality, true, safetyDeviations, requests, seed);
  }

  /** The same with another margin. */
  public PlanOptions withSafety(double deviations) {
    return new PlanOptions(byCriticality, polished, deviations, requests, seed);
  }

  /** The same with another simulation. */
  public PlanOptions simulating(int otherRequests, long otherSeed) {
    return new PlanOptions(byCriticality, polished, safetyDeviations, otherRequests, otherSeed);
  }
}
