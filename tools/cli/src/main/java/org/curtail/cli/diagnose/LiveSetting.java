package org.curtail.cli.diagnose;

import java.util.Optional;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.benchkit.inject.InjectionSetting;

/**
 * What to serve and observe.
 *
 * @param policyName as on the command line
 * @param load share of the sequential capacity
 * @param requestsPerBlock that arrive in a block
 * @param blocks that are observed, at least 1
 * @param cores that serve, at least 1
 * @param seed of arrivals, order, choice of requests and resampling
 * @param observerPerSecond how often the observer looks; NaN if it is left to the machine, 0 for no
 *     observer
 * @param checksObserver whether to look first how many of the observer's samples are impossible
 * @param hardwareCounters whether to read counters of the processor
 * @param injection what to put into some requests; empty for nothing
 * @param profile of the user; empty if speedups are to be measured
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
  /** Fewer requests than this have no tail to speak of. */
  static final int LEAST_REQUESTS_PER_BLOCK = 20;

  /**
   * Whether blocks without observing take turns with the others, so that it is known what observing
   * costs. What is put into requests would drown that.
   */
  boolean comparesCost() {
    return injection.isEmpty() && blocks > 1;
  }

  /** All that are observed. */
  int requests() {
    return requestsPerBlock * blocks;
  }
}
