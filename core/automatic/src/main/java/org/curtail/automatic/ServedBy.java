package org.curtail.automatic;

/** In whose slices of time a request was in the service. */
enum ServedBy {
  /** The safe policy's alone, from its arrival to its end. */
  SAFE_ALONE,
  /** The safe policy's when it arrived; then another policy may have given it threads. */
  SAFE_FIRST,
  /** Another policy's when it arrived, or it met requests that one had left behind. */
  OTHER;

  /** Whether it arrived in the safe policy's. */
  boolean isSafeFirst() {
    return this != OTHER;
  }
}
