package org.curtail.papers.experiments;

import org.curtail.replicas.ReplicaSimulation;
import org.curtail.replicas.ReplicaTrace;
import org.curtail.replicas.ServiceTimes;
import org.curtail.sim.PoissonArrivals;

/**
 * Replicated servers under a load of Poisson arrivals.
 *
 * @param name unique name, in a few words
 * @param service the servers, with a client without copies
 * @param times times of requests, to draw from
 * @param perSecond requests per second: finite, above 0
 */
record ReplicaScenario(
    String name, ReplicaSimulation service, ServiceTimes times, double perSecond) {
  /** Returns the share of slots busy with first calls. */
  static ReplicaScenario atLoad(
      String name, ReplicaSimulation service, ServiceTimes times, double load) {
    return new ReplicaScenario(name, service, times, service.perSecond(load, times));
  }

  ReplicaTrace trace(int requests, long seed) {
    return ReplicaTrace.draw(new PoissonArrivals(perSecond), times, requests, seed);
  }
}
