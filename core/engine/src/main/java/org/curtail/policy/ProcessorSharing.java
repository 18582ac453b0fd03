package org.curtail.policy;

import org.curtail.Preemption;
import org.curtail.Traits;

/**
 * One thread for every request, and all requests share the cores equally, in turns and without more
 * threads than cores. An engine serves {@link Sequential} in the same way. In a simulation without
 * chunks the sharing is ideal.
 *
 * <p>In an M/G/1 queue the mean latency of requests of demand x is x / (1 - load), whatever the
 * other demands are (Kleinrock: Queueing Systems, volume 2, section 4.4).
 */
public record ProcessorSharing() implements OneThreadEach {
  private static final Traits TRAITS = Traits.NONE.preempting(Preemption.turns(Preemption.TURN));

  @Override
  public Traits traits() {
    return TRAITS;
  }
}
