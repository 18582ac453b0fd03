package org.curtail.automatic;

import org.curtail.automatic.choose.PolicyMap;

/**
 * The current load of a service.
 *
 * @param perSecond arriving requests; 0 while unknown
 * @param backgroundCores mean number of the service's cores kept busy by anything but requests; at
 *     least 0
 */
record CurrentLoad(double perSecond, double backgroundCores) {
  private static final double MS_PER_S = 1e3;

  /**
   * Returns the load as a share of what the cores carry with one thread for each request, as in
   * {@link PolicyMap}. Other work counts: a core that it takes is not free for a second thread of a
   * request.
   *
   * @param meanMs mean time of a request on one thread
   */
  double utilisation(double meanMs, int cores) {
    return (perSecond * meanMs / MS_PER_S + backgroundCores) / cores;
  }
}
