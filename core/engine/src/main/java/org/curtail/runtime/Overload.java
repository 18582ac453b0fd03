package org.curtail.runtime;

/** What happens to a request that finds the admission queue full. */
public enum Overload {
  /**
   * The submitting thread waits until there is room in the queue, or the request's deadline has
   * passed. A thread that serves another request of the engine, for whose end the queue may be
   * waiting, serves this one too, as with {@link #RUN_SEQUENTIALLY}.
   */
  WAIT,
  /** The submission throws an {@link OverloadedException}. */
  REJECT,
  /**
   * The submitting thread serves the request itself, at once and alone, beside the policy and its
   * threads. It slows its own submitter down, which is the point.
   */
  RUN_SEQUENTIALLY
}
