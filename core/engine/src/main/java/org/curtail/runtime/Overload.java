package org.curtail.runtime;

/** The engine's answer to a request that finds the admission queue full. */
public enum Overload {
  /**
   * The submitting thread waits until there is room in the queue, or the request's deadline has
   * passed. If that thread serves another request of the engine, the queue may depend on it. So it
   * does not wait, and serves this request as with {@link #RUN_SEQUENTIALLY}.
   */
  WAIT,
  /** The submission throws an {@link OverloadedException}. */
  REJECT,
  /**
   * The submitting thread serves the request itself, at once and alone, beside the policy and its
   * threads. So it slows the submitter down, on purpose.
   */
  RUN_SEQUENTIALLY
}
