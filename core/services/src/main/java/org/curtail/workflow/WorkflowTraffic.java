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
  /** Far from the seeds that people choose. */
  private static final long OTHER_SEEDS = 0x9E3779B97F4A7C15L;

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

  /**
   * Other requests of the same kind; the same ones for 0.
   *
   * @param repeat at least 0; each has others
   */
  public WorkflowTraffic again(int repeat) {
    if (repeat < 0) {
      throw new IllegalArgumentException("repeat must be at least 0: " + repeat);
    }
    return new WorkflowTraffic(arrivals, requests, seed + repeat * OTHER_SEEDS);
  }
}
