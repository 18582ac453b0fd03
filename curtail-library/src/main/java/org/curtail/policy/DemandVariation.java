package org.curtail.policy;

import org.curtail.Profile;

/**
 * How much the demands of a profile differ, and what follows for requests that outnumber the cores.
 *
 * <p>On one server with Poisson arrivals, waiting in order of arrival makes the mean wait (1 + c) /
 * 2 times that of sharing, where c is the squared coefficient of variation of the demand
 * (Pollaczek, Khinchine). So a queue has the lower mean if and only if c is below 1, that of an
 * exponential demand; and it has the lower tail there, since nobody who has begun is held up.
 */
final class DemandVariation {
  /** That of an exponential demand. */
  private static final double EXPONENTIAL = 1;

  /** Few requests show too little of a heavy tail: then it is taken to be there. */
  private static final int LEAST_REQUESTS = 100;

  private DemandVariation() {}

  /** Whether a queue serves requests that outnumber the cores better than sharing does. */
  static boolean suitsQueue(Profile profile) {
    return profile.requests() >= LEAST_REQUESTS && squared(profile) <= EXPONENTIAL;
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
