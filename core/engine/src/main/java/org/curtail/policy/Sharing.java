package org.curtail.policy;

import java.time.Duration;
import org.curtail.DelegatingPolicy;
import org.curtail.Policy;
import org.curtail.Preemption;
import org.curtail.Traits;

/**
 * Another policy with processor sharing: no request waits for a thread until others end. While
 * there are more requests than threads, all requests take turns, also new ones, and each has at
 * most one thread. A request that the policy does not yet {@linkplain Policy#admit admit} still
 * waits, while started requests take turns.
 *
 * <p>The turns replace any other preemption of the policy. There are never more threads than cores.
 * So the turns share the cores, not the operating system.
 *
 * @param policy decides everything else
 * @param quantum the length of a turn; more than 0
 */
public record Sharing(Policy policy, Duration quantum) implements DelegatingPolicy {
  public Sharing {
    // Rejects an impossible quantum.
    Preemption.turns(quantum);
  }

  /** A policy with turns of {@link Preemption#TURN}. */
  public Sharing(Policy policy) {
    this(policy, Preemption.TURN);
  }

  @Override
  public Traits traits() {
    return policy.traits().preempting(Preemption.turns(quantum));
  }

  @Override
  public int threads(int cores) {
    return Math.min(policy.threads(cores), cores);
  }

  @Override
  public String kind() {
    return policy.kind() + "+sharing";
  }

  @Override
  public String description() {
    return "%s; requests that outnumber the cores take turns of %d ms"
        .formatted(policy.description(), quantum.toMillis());
  }
}
