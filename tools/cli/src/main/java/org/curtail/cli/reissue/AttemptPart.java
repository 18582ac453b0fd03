package org.curtail.cli.reissue;

import org.curtail.reissue.AttemptTimes;
import org.curtail.replicas.ServiceTimes;

/** Some requests of a log, one after the other: exact, or in a sketch. */
interface AttemptPart {
  /** Number of requests. */
  double requests();

  /** How many of them have a second attempt. */
  double pairs();

  /** First attempts; second ones are taken to be like them. */
  AttemptTimes firstOnly();

  /** First attempts, and second ones independent of them; there must be some. */
  AttemptTimes independent();

  /** The attempts of those requests that have both, and of no others; there must be some. */
  AttemptTimes pairsOnly();

  /**
   * Both attempts of all requests: who has no second one gets that of the request with both whose
   * first one is nearest. So the slow tail of first attempts is that of all.
   */
  AttemptTimes paired();

  /** The same for a simulation, in which each request draws one of the times. */
  ServiceTimes serviceTimes(Pairing pairing);

  /** The times as a pairing wants them. */
  default AttemptTimes times(Pairing pairing) {
    return switch (pairing) {
      case UNKNOWN -> firstOnly();
      case INDEPENDENT -> independent();
      case PAIRED -> paired();
    };
  }

  /** Whether it has what a pairing needs. */
  default boolean has(Pairing pairing) {
    return pairing == Pairing.UNKNOWN ? requests() > 0 : pairs() > 0;
  }
}
