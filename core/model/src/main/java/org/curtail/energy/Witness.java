package org.curtail.energy;

import org.curtail.speed.SpeedPolicy;

/**
 * Sees all events of a run, in their order. The tests' accountants are witnesses. Where requests
 * have several threads, each of them starts, moves and leaves, and arrivals and ends are not
 * reported.
 */
interface Witness {
  /** Sees nothing. */
  Witness NONE = new Witness() {};

  /** A request has arrived. */
  default void arrived(int index, long nowNanos) {}

  /** A request is served from now on. */
  default void started(int index, int speedClass, long nowNanos) {}

  /** A request moves to another class, after the delay of moving. */
  default void moved(int index, int from, int to, long nowNanos) {}

  /** A thread no longer serves its request; reported where requests have several. */
  default void left(int index, int speedClass, long nowNanos) {}

  /** A request has ended. */
  default void ended(int index, long nowNanos) {}

  /** Another policy serves. */
  default void steered(SpeedPolicy policy, long nowNanos) {}

  /** All events of a moment have happened. */
  default void settled(long nowNanos, PowerMeter meter) {}
}
