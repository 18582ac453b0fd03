package org.curtail.hedge;

/** An entry of a {@link HedgeTimer}. */
interface Timed {
  /**
   * True if nothing is left to do. Called by any thread; once true, always true. Soon after, the
   * timer learns it by {@link HedgeTimer#over}.
   */
  boolean isOver();

  /** Returns the next due time. Changed by {@link #due} and {@link #closing} only. */
  long dueNanos();

  /**
   * Handles the due time. Called by the timer only.
   *
   * @return true if it waits again, until {@link #dueNanos}
   */
  boolean due(long nowNanos);

  /**
   * Handles the close of the hedge. Called by the timer only.
   *
   * @return true if it still waits, until {@link #dueNanos}
   */
  boolean closing();

  /** Called when the timer has found that it is over, and removes it. */
  void gone();
}
