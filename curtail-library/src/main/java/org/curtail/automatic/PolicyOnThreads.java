package org.curtail.automatic;

import org.curtail.DelegatingPolicy;
import org.curtail.Policy;

/**
 * A policy on the threads that a service has for it: one that wants as many as there are has as
 * many as this, but always enough for its greatest degree, as on an engine.
 *
 * @param threads so many, at least 1
 */
record PolicyOnThreads(Policy policy, int threads) implements DelegatingPolicy {
  @Override
  public int threads(int cores) {
    int wanted = policy.threads(cores);
    return wanted == UNLIMITED ? Math.max(threads, policy.maxDegree()) : wanted;
  }
}
