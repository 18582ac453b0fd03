package org.curtail.policy;

import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;

/**
 * A policy with selective boosting (Few-to-Many paper, sections 4 and 4.2): as it would decide, but
 * while there are more threads than cores, the oldest requests at the greatest degree keep whole
 * cores.
 *
 * @param policy decides everything else
 */
public record Boosted(Policy policy) implements Policy {
  @Override
  public Admission admit(Progress waiting, Load load) {
    return policy.admit(waiting, load);
  }

  @Override
  public Decision decide(Progress running, Load load) {
    return policy.decide(running, load);
  }

  @Override
  public double priority(Progress request, Load load) {
    return policy.priority(request, load);
  }

  @Override
  public boolean ranks() {
    return policy.ranks();
  }

  @Override
  public boolean isMonotone() {
    return policy.isMonotone();
  }

  @Override
  public boolean reordersQueue() {
    return policy.reordersQueue();
  }

  @Override
  public boolean isMalleable() {
    return policy.isMalleable();
  }

  @Override
  public boolean boosts() {
    return true;
  }

  @Override
  public boolean needsPrediction() {
    return policy.needsPrediction();
  }

  @Override
  public int maxDegree() {
    return policy.maxDegree();
  }

  @Override
  public int threads(int cores) {
    return policy.threads(cores);
  }
}
