package org.curtail.hedge;

/** Something that waits for time in a {@link HedgeTimer}. */
interface Timed {
  /**
   * Nothing is to be done for it any more. Asked by any thread; once true, always true. Soon after
   * it has become true the timer is told by {@link HedgeTimer#over}.
   */
  boolean isOver();

  /** When it is due next. Changed by {@link #due} and {@link #closing} only. */
  long dueNanos();

  /**
   * It is due. Called by the timer only.
   *
   * @return whether it waits again, until {@link #dueNanos}
   */
  boolean due(long nowNanos);

  /**
   * The hedge is closed. Called by the timer only.
   *
   * @return whether it still waits, until {@link #dueNanos}
   */
  boolean closing();

  /** The timer has found that it is over, and forgets it. */
  void gone();
}
