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

  /** First times and independent second times; there must be second times. */
  AttemptTimes independent();

  /** Times of the requests with both times only; there must be such requests. */
  AttemptTimes pairsOnly();

  /**
   * Both times of all requests. A request without a second time gets that of another request: the
   * one with both times and the nearest first time. So the slow tail of first times is that of all
   * requests.
   */
  AttemptTimes paired();

  /**
   * Both times of all requests for a simulation, in which each request draws one of these pairs.
   */
  ServiceTimes serviceTimes(Pairing pairing);

  /** The times in the form of a pairing. */
  default AttemptTimes times(Pairing pairing) {
    return switch (pairing) {
      case UNKNOWN -> firstOnly();
      case INDEPENDENT -> independent();
      case PAIRED -> paired();
    };
  }

  /** True if this part has the times that a pairing needs. */
  default boolean has(Pairing pairing) {
    return pairing == Pairing.UNKNOWN ? requests() > 0 : pairs() > 0;
  }
}
