package org.curtail.policy;

import org.curtail.DelegatingPolicy;
import org.curtail.Policy;
import org.curtail.Traits;

/**
 * Another policy with selective boosting (Few-to-Many paper, sections 4 and 4.2). While there are
 * more threads than cores, the oldest requests at the greatest degree keep whole cores.
 *
 * @param policy decides everything else
 */
public record Boosted(Policy policy) implements DelegatingPolicy {
  @Override
  public Traits traits() {
    return policy.traits().boosting(true);
  }

  @Override
  public String kind() {
    return policy.kind() + "+boosting";
  }

  @Override
  public String description() {
    return policy.description() + "; the oldest requests at the greatest degree keep whole cores";
  }
}
