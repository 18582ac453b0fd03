package org.curtail.cli.reissue;

import org.curtail.reissue.AttemptTimes;
import org.curtail.replicas.ServiceTimes;

/** Some consecutive requests of a log: exact, or in a sketch. */
interface AttemptPart {
  /** Number of requests. */
  double requests();

  /** Number of requests with a second time. */
  double pairs();

  /** First times; copies are assumed to be like them. */
  AttemptTimes firstOnly();

  /** First times, and second ones independent of them; there must be some. */
  AttemptTimes independent();

  /** The times of requests that have both, and of no others; there must be some. */
  AttemptTimes pairsOnly();

  /**
   * Both times of all requests: a request without a second time gets that of the request with both
   * whose first one is nearest. So the slow tail of first times is that of all.
   */
  AttemptTimes paired();

  /** The same for a simulation, in which each request draws one of the times. */
  ServiceTimes serviceTimes(Pairing pairing);

  /** The times in the form of a pairing. */
  default AttemptTimes times(Pairing pairing) {
    return switch (pairing) {
      case UNKNOWN -> firstOnly();
      case INDEPENDENT -> independent();
      case PAIRED -> paired();
    };
  }

  /** True if it has the times that a pairing needs. */
  default boolean has(Pairing pairing) {
    return pairing == Pairing.UNKNOWN ? requests() > 0 : pairs() > 0;
  }
}
