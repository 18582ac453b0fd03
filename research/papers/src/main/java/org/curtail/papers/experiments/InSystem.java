package org.curtail.papers.experiments;

import org.curtail.Decision;
import org.curtail.DelegatingPolicy;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;

/**
 * Another reading of the load in the Adaptive parallelism paper (section 5.1): all other requests
 * in the system, instead of waiting requests only. The paper defines waiting requests; its figures
 * are closer to all requests.
 *
 * @param policy policy that takes the waiting requests as the load when it decides a degree
 */
record InSystem(Policy policy) implements DelegatingPolicy {
  @Override
  public Decision decide(Progress running, Load load) {
    return policy.decide(running, othersWaiting(load));
  }

  @Override
  public long remember(Load load) {
    return policy.remember(othersWaiting(load));
  }

  private static Load othersWaiting(Load load) {
    return new Load(
        load.requests(), load.requests() - 1, load.threads(), load.cores(), load.memory());
  }
}
