package org.curtail.cli.diagnose;

/**
 * The probability that an arrival at an M/M/k queue has to wait (Erlang's C formula).
 *
 * <p>Source: Harchol-Balter, Performance Modeling and Design of Computer Systems (2013), 14.5.
 */
final class ErlangC {
  private ErlangC() {}

  /**
   * The probability.
   *
   * @param servers at least 1
   * @param offered load in servers: rate of arrivals times mean service, from 0, below {@code
   *     servers}
   */
  static double waits(int servers, double offered) {
    // Erlang's B by its recursion, which neither overflows nor cancels.
    double lost = 1;
    for (int n = 1; n <= servers; n++) {
      lost = offered * lost / (n + offered * lost);
    }
    return lost / (1 - offered / servers * (1 - lost));
  }

  /**
   * Mean wait in an M/G/k queue: that of an M/M/k queue, times the mean of the squared coefficients
   * of variation of an exponential time and of the service (Lee and Longton 1959). Exact for one
   * server, and for exponential services.
   *
   * @param perNano rate of arrivals
   * @param squaredVariation of services, at least 0
   * @return infinite if the servers cannot carry the load
   */
  static double meanWaitNanos(
      int servers, double perNano, double meanServiceNanos, double squaredVariation) {
    double offered = perNano * meanServiceNanos;
    if (offered >= servers) {
      return Double.POSITIVE_INFINITY;
    }
    double exponential = waits(servers, offered) * meanServiceNanos / (servers - offered);
    return exponential * (1 + squaredVariation) / 2;
  }
}
