package org.curtail.policy;

import org.curtail.Profile;

/**
 * How much the demands of a profile differ, and what follows for requests that outnumber the cores.
 *
 * <p>On one server with Poisson arrivals, waiting in order of arrival makes the mean wait (1 + c) /
 * 2 times that of sharing, where c is the squared coefficient of variation of the demand
 * (Pollaczek, Khinchine). So a queue has the lower mean if and only if c is below 1, that of an
 * exponential demand; and it has the lower tail there, since nobody who has begun is held up.
 *
 * <p>If demands are nearly all alike, the farthest latencies are rare waits and not long demands.
 * Sharing divides such a wait among all who are there, a queue leaves it to one: at low load its
 * p99.9 is up to a tenth above that of sharing.
 */
final class DemandVariation {
  /** Below this, demands are nearly all alike. */
  private static final double ALIKE = 0.1;

  /** That of an exponential demand. */
  private static final double EXPONENTIAL = 1;

  /** Few requests show too little of a heavy tail: then it is taken to be there. */
  private static final int LEAST_REQUESTS = 100;

  private DemandVariation() {}

  /** Whether a queue serves requests that outnumber the cores better than sharing does. */
  static boolean suitsQueue(Profile profile) {
    double squared = squared(profile);
    return profile.requests() >= LEAST_REQUESTS && squared >= ALIKE && squared <= EXPONENTIAL;
  }

  /** The squared coefficient of variation: variance by squared mean. */
  static double squared(Profile profile) {
    double meanMs = profile.meanMs(1);
    double sum = 0;
    for (int r = 0; r < profile.requests(); r++) {
      double off = profile.timeMs(r, 1) / meanMs - 1;
      sum += profile.weight(r) * off * off;
    }
    return sum / profile.totalWeight();
  }
}
