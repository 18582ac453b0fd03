package org.curtail.policies;

import org.curtail.Decision;
import org.curtail.DelegatingPolicy;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.PriorityClass;
import org.curtail.Progress;

/**
 * Policy with a least number of threads for urgent requests, from their start: catch-up by threads
 * of the Kwiken paper (SIGCOMM'13, section 4.3). The submitter marks urgent requests. In a
 * workflow, these are the requests that have taken too long.
 *
 * @param policy policy for all other decisions
 * @param degree least degree of urgent requests: at least 1
 */
public record UrgentDegree(Policy policy, int degree) implements DelegatingPolicy {
  public UrgentDegree {
    if (degree < 1) {
      throw new IllegalArgumentException("degree must be at least 1: " + degree);
    }
  }

  @Override
  public Decision decide(Progress running, Load load) {
    Decision decision = policy.decide(running, load);
    return running.importance() == PriorityClass.URGENT && decision.degree() < degree
        ? new Decision(degree, decision.askAgainNanos())
        : decision;
  }

  @Override
  public int maxDegree() {
    return Math.max(degree, policy.maxDegree());
  }

  @Override
  public String description() {
    return "%s; at least %d for urgent requests".formatted(policy.description(), degree);
  }
}
