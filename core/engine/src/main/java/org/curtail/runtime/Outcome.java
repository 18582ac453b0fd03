package org.curtail.runtime;

/** The end of a request. */
public enum Outcome {
  /** All its chunks have run and the result is whole. */
  COMPLETED,
  /** Its deadline passed while it ran, and the result is made of what had been done. */
  PARTIAL,
  /** Its deadline passed while it waited, or while it ran and its work makes no partial results. */
  EXPIRED,
  /** It was cancelled before its result was made. */
  CANCELLED,
  /** Its work threw an exception. */
  FAILED
}
