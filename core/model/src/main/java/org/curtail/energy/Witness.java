package org.curtail.energy;

import org.curtail.speed.SpeedPolicy;

/**
 * Sees all that happens in a run, in its order. The tests' accountants are witnesses. Where
 * requests have several threads, each of them starts, moves and leaves, and nobody tells who
 * arrives or ends.
 */
interface Witness {
  /** Sees nothing. */
  Witness NONE = new Witness() {};

  /** A request is there. */
  default void arrived(int index, long nowNanos) {}

  /** A request is served from now on. */
  default void started(int index, int speedClass, long nowNanos) {}

  /** A request goes on at another class, after the delay that moving costs. */
  default void moved(int index, int from, int to, long nowNanos) {}

  /** A thread serves its request no more; told where requests have several. */
  default void left(int index, int speedClass, long nowNanos) {}

  /** A request is done. */
  default void ended(int index, long nowNanos) {}

  /** Another policy serves. */
  default void steered(SpeedPolicy policy, long nowNanos) {}

  /** All that happens at a moment has happened. */
  default void settled(long nowNanos, PowerMeter meter) {}
}
