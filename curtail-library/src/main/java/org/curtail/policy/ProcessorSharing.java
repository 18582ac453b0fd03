package org.curtail.policy;

import java.time.Duration;
import org.curtail.Preemption;
import org.curtail.Traits;

/**
 * One thread for every request, and all requests share the cores equally. It is what {@link
 * Sequential} leaves to the operating system, in slices of our own and without more threads than
 * cores. In a simulation without chunks the sharing is ideal.
 *
 * <p>In an M/G/1 queue the mean latency of requests of demand x is x / (1 - load), whatever the
 * other demands are (Kleinrock: Queueing Systems, volume 2, section 4.4).
 */
record ProcessorSharing() implements OneThreadEach {
  /** The length of a turn: as the slices of an operating system, which take 1 to 4 ms. */
  static final Duration QUANTUM = Duration.ofMillis(1);

  private static final Traits TRAITS = Traits.NONE.preempting(Preemption.turns(QUANTUM));

  @Override
  public Traits traits() {
    return TRAITS;
  }
}
