package org.curtail.benchkit.capacity;

import org.curtail.Profile;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;

/**
 * Independent traces at any rate, common to all policies. At f times the rate, all arrival times of
 * a trace are divided by f; nothing else changes.
 *
 * @param profile demands of the requests
 * @param requests number of requests of each trace: at least 1
 * @param seed seed of the first trace; each further trace has the next seed
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
   * @param perSecond requests per second: finite, above 0
   * @param index index of the trace: at least 0
   */
  public Trace trace(double perSecond, int index) {
    return Traces.draw(new PoissonArrivals(perSecond), profile, requests, seed(index));
  }

  /**
   * Returns the seed of a trace.
   *
   * @param index index of the trace: at least 0
   */
  public long seed(int index) {
    return seed + index;
  }
}
