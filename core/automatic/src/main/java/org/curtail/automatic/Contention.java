package org.curtail.automatic;

import org.curtail.runtime.Timeline;

/**
 * What other requests that are in the service do to the times of one: they {@linkplain SharedCores
 * share the cores} if they are more than these, and otherwise {@linkplain Company slow} each other.
 */
final class Contention {
  private final SharedCores shared;
  private final Company company;

  /**
   * Nobody is there.
   *
   * @param cores at least 1
   */
  Contention(int cores) {
    shared = new SharedCores(cores);
    company = new Company(cores);
  }

  /**
   * From now on so many requests are there. Times must not go back.
   *
   * @param served of them, at the same time: those that wait take nothing
   * @param inService all of them
   */
  void changed(long nowNanos, int served, int inService) {
    shared.changed(nowNanos, served);
    company.changed(nowNanos, inService);
  }

  /**
   * What a request that has ended tells of itself: as if it had not shared the cores.
   *
   * @param arrivalNanos when it came, by the clock of the changes
   * @param startNanos when it started
   * @param endNanos when it ended
   * @param servedBy in whose slices of time
   * @param standsFor for how many requests it stands
   */
  ArrivalOrder.Ended alone(
      Timeline request,
      long arrivalNanos,
      long startNanos,
      long endNanos,
      ServedBy servedBy,
      double standsFor) {
    return new ArrivalOrder.Ended(
        shared.alone(request, startNanos, endNanos),
        arrivalNanos,
        servedBy,
        company.isAlike(request, startNanos),
        standsFor);
  }
}
