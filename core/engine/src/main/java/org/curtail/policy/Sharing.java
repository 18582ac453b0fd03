package org.curtail.policy;

import java.time.Duration;
import org.curtail.DelegatingPolicy;
import org.curtail.Policy;
import org.curtail.Preemption;
import org.curtail.Traits;

/**
 * A policy with processor sharing: as it would decide, but nobody waits for a thread until others
 * end. When requests outnumber the threads, they all take turns, those that have just arrived too,
 * so that each has at most one thread. A request that the policy does not yet {@linkplain
 * Policy#admit admit} waits as before, while those that have started take turns.
 *
 * <p>It replaces any other way in which the policy sets requests aside. There are never more
 * threads than cores: it is the turns that share them, not the operating system.
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
}
