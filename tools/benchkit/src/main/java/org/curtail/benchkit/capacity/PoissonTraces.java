package org.curtail.benchkit.capacity;

import org.curtail.Profile;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;

/**
 * Independent traces at any rate, common to all policies: at f times the rate, all times of a trace
 * are divided by f and nothing else changes.
 *
 * @param profile the demands of the requests
 * @param requests in each trace; at least 1
 * @param seed of the first trace; each further trace has the next seed
 */
public record PoissonTraces(Profile profile, int requests, long seed) {
  public PoissonTraces {
    if (requests < 1) {
      throw new IllegalArgumentException("requests must be at least 1: " + requests);
    }
  }

  /**
   * Returns a trace.
   *
   * @param perSecond requests per second; finite, more than 0
   * @param index at least 0
   */
  public Trace trace(double perSecond, int index) {
    return Traces.draw(new PoissonArrivals(perSecond), profile, requests, seed(index));
  }

  /**
   * The seed of a trace.
   *
   * @param index at least 0
   */
  public long seed(int index) {
    return seed + index;
  }
}
