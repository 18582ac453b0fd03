package org.curtail.cli.diagnose;

import java.util.Optional;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.benchkit.inject.InjectionSetting;

/**
 * Setting of a live run.
 *
 * @param policyName name of the policy as on the command line
 * @param load share of the sequential capacity
 * @param requestsPerBlock number of arrivals in a block
 * @param blocks number of observed blocks, at least 1
 * @param cores number of cores that serve, at least 1
 * @param seed seed of arrivals, order, choice of requests and resampling
 * @param observerPerSecond looks of the observer per second; 0 for no observer
 * @param checksObserver true to count impossible samples of the observer first
 * @param hardwareCounters true to read counters of the processor
 * @param injection injection into some requests; empty for none
 * @param profile profile of the user; empty to measure speedups
 */
record LiveSetting(
    String policyName,
    Policy policy,
    double load,
    int requestsPerBlock,
    int blocks,
    int cores,
    long seed,
    double observerPerSecond,
    boolean checksObserver,
    boolean hardwareCounters,
    Optional<InjectionSetting> injection,
    Optional<Profile> profile) {
  /** Least number of requests of a block; fewer requests have no meaningful tail. */
  static final int LEAST_REQUESTS_PER_BLOCK = 20;

  /**
   * True if unobserved blocks alternate with observed ones, to measure the cost of observing.
   * Injections would hide that cost.
   */
  boolean comparesCost() {
    return injection.isEmpty() && blocks > 1;
  }

  /** Number of observed requests. */
  int requests() {
    return requestsPerBlock * blocks;
  }
}
