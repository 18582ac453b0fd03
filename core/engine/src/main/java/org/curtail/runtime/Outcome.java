package org.curtail.runtime;

/** The end of a request. */
public enum Outcome {
  /** All chunks have run, and the result is whole. */
  COMPLETED,
  /** The deadline passed while the request ran. The work made a result from the chunks so far. */
  PARTIAL,
  /**
   * The deadline passed while the request waited, or while it ran and its work makes no partial
   * results.
   */
  EXPIRED,
  /** The request was cancelled before its result was made. */
  CANCELLED,
  /** The work threw an exception. */
  FAILED
}
