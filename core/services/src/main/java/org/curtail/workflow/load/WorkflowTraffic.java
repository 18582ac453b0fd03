package org.curtail.workflow.load;

import org.curtail.sim.Arrivals;
import org.curtail.sim.PoissonArrivals;

/**
 * Arrivals at a workflow, and the seed of all random draws. All plans and servers get the same
 * requests.
 *
 * @param arrivals arrival process
 * @param requests number of requests: at least 1
 * @param seed seed of arrivals, times and coins; any
 */
public record WorkflowTraffic(Arrivals arrivals, int requests, long seed) {
  /** Step between the seeds of repetitions. */
  private static final long OTHER_SEEDS = 0x9E3779B97F4A7C15L;

  public WorkflowTraffic {
    if (requests < 1) {
      throw new IllegalArgumentException("requests must be at least 1: " + requests);
    }
  }

  /**
   * Returns Poisson arrivals, as of many independent users.
   *
   * @param perSecond mean rate: finite, above 0
   */
  public static WorkflowTraffic poisson(double perSecond, int requests, long seed) {
    return new WorkflowTraffic(new PoissonArrivals(perSecond), requests, seed);
  }

  /**
   * Returns other requests with the same distributions; this traffic for 0.
   *
   * @param repeat number of the repetition: at least 0; each repetition has other requests
   */
  public WorkflowTraffic again(int repeat) {
    if (repeat < 0) {
      throw new IllegalArgumentException("repeat must be at least 0: " + repeat);
    }
    return new WorkflowTraffic(arrivals, requests, seed + repeat * OTHER_SEEDS);
  }
}
