package org.curtail.automatic;

/**
 * What a service has to do at present.
 *
 * @param perSecond requests that arrive; 0 as long as that is not known
 * @param backgroundCores of the service's cores, so many are kept busy by what is not requests, in
 *     the mean; at least 0
 */
record PresentLoad(double perSecond, double backgroundCores) {
  private static final double MS_PER_S = 1e3;

  /**
   * As a share of what the cores carry if each request is served by one thread, as in {@link
   * PolicyMap}. What else the cores do counts: a core that it takes is not there for a second
   * thread of a request.
   *
   * @param meanMs mean time of a request on one thread
   */
  double utilisation(double meanMs, int cores) {
    return (perSecond * meanMs / MS_PER_S + backgroundCores) / cores;
  }
}
