package org.curtail.policy;

import java.time.Duration;
import org.curtail.DelegatingPolicy;
import org.curtail.Policy;
import org.curtail.Preemption;
import org.curtail.Traits;

/**
 * Another policy with processor sharing: no request waits for a thread until others end. When
 * requests outnumber the threads, they all take turns, new ones too, so that each has at most one
 * thread. A request that the policy does not yet {@linkplain Policy#admit admit} waits as before,
 * while started ones take turns.
 *
 * <p>Replaces any other preemption of the policy. There are never more threads than cores: the
 * turns share them, not the operating system.
 *
 * @param policy decides everything else
 * @param quantum the length of a turn; more than 0
 */
public record Sharing(Policy policy, Duration quantum) implements DelegatingPolicy {
  public Sharing {
    // Rejects a quantum that is none.
    Preemption.turns(quantum);
  }

  /** In turns of {@link Preemption#TURN}. */
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
