package org.curtail.energy;

import org.curtail.speed.SpeedPolicy;

/**
 * Receiver of all events of a run, in their order. The tests use it for checks. If requests have
 * several threads, the events are starts, moves and ends of threads; arrivals and ends of requests
 * are not reported.
 */
interface EnergyObserver {
  /** Ignores all events. */
  EnergyObserver NONE = new EnergyObserver() {};

  default void arrived(int index, long nowNanos) {}

  default void started(int index, int speedClass, long nowNanos) {}

  /** Called when a request moves to another class, after the delay of the move. */
  default void moved(int index, int from, int to, long nowNanos) {}

  /** Called when a thread leaves its request, if requests have several threads. */
  default void left(int index, int speedClass, long nowNanos) {}

  default void ended(int index, long nowNanos) {}

  /** Called when another policy serves. */
  default void steered(SpeedPolicy policy, long nowNanos) {}

  /** Called after all events of a moment. */
  default void settled(long nowNanos, PowerMeter meter) {}
}
