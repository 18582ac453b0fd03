package org.curtail.lucene;

import java.time.Duration;
import org.curtail.DelegatingPolicy;
import org.curtail.Policy;
import org.curtail.Preemption;
import org.curtail.Traits;

/** Sets requests aside at every border of a chunk at which another one waits. */
public record InTurns(Policy policy) implements DelegatingPolicy {
  @Override
  public Traits traits() {
    return policy.traits().preempting(Preemption.turns(Duration.ofNanos(1)));
  }

  @Override
  public int threads(int cores) {
    return cores;
  }
}
