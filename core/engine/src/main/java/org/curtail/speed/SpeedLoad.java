package org.curtail.speed;

/** What a {@link SpeedPolicy} sees of the machine. Valid during the call only. */
public interface SpeedLoad {
  /** What requests run on. */
  SpeedMachine machine();

  /** Requests that run. */
  int running();

  /** Requests that run on a class, those that are on their way to it included. */
  int busy(int speedClass);

  /** Requests that have arrived and not started; the one that is next to start is the first. */
  int waiting();

  /**
   * The age of a waiting request in nanoseconds.
   *
   * @param place 0, the oldest, to {@link #waiting} - 1
   */
  long waitingAgeNanos(int place);
}
