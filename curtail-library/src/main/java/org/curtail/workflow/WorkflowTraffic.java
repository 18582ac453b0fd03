package org.curtail.workflow;

import org.curtail.sim.Arrivals;
import org.curtail.sim.PoissonArrivals;

/**
 * Requests that come to a workflow, with all that chance decides about them. The same traffic meets
 * all plans and all servers alike.
 *
 * @param arrivals when they come
 * @param requests how many: at least 1
 * @param seed of arrivals, times and coins; any
 */
public record WorkflowTraffic(Arrivals arrivals, int requests, long seed) {
  public WorkflowTraffic {
    if (requests < 1) {
      throw new IllegalArgumentException("requests must be at least 1: " + requests);
    }
  }

  /**
   * Requests of many independent users.
   *
   * @param perSecond in the mean: finite, above 0
   */
  public static WorkflowTraffic poisson(double perSecond, int requests, long seed) {
    return new WorkflowTraffic(new PoissonArrivals(perSecond), requests, seed);
  }
}
