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
  /**
   * The length of a turn. A request that goes on makes much of what it needs anew, and finds cold
   * caches: measured with Lucene, about a tenth of a millisecond of computing. So shorter turns
   * cost capacity: with turns of 1 ms a search of 1 ms took 10 % more CPU time at 85 % load, with
   * these half of that.
   */
  static final Duration QUANTUM = Duration.ofMillis(5);

  private static final Traits TRAITS = Traits.NONE.preempting(Preemption.turns(QUANTUM));

  @Override
  public Traits traits() {
    return TRAITS;
  }
}
