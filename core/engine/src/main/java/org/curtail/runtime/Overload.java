package org.curtail.runtime;

/** The engine's answer to a request that finds the admission queue full. */
public enum Overload {
  /**
   * The submitting thread waits until there is room in the queue, or the request's deadline has
   * passed. A thread that serves another request of the engine, on which the queue may depend,
   * serves this one too, as with {@link #RUN_SEQUENTIALLY}.
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
