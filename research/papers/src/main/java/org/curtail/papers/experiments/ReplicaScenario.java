package org.curtail.papers.experiments;

import org.curtail.replicas.ReplicaSimulation;
import org.curtail.replicas.ReplicaTrace;
import org.curtail.replicas.ServiceTimes;
import org.curtail.sim.PoissonArrivals;

/**
 * Replicated servers under a load of Poisson arrivals.
 *
 * @param name in a few words; each once
 * @param service the servers, and a client that never sends again
 * @param times times to draw requests from
 * @param perSecond requests per second: finite, more than 0
 */
record ReplicaScenario(
    String name, ReplicaSimulation service, ServiceTimes times, double perSecond) {
  /** The share of the slots that first copies keep busy. */
  static ReplicaScenario atLoad(
      String name, ReplicaSimulation service, ServiceTimes times, double load) {
    return new ReplicaScenario(name, service, times, service.perSecond(load, times));
  }

  ReplicaTrace trace(int requests, long seed) {
    return ReplicaTrace.draw(new PoissonArrivals(perSecond), times, requests, seed);
  }
}
