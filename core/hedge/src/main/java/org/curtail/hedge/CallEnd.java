package org.curtail.hedge;

import org.jspecify.annotations.Nullable;

/**
 * How a call ended.
 *
 * @param outcome which way
 * @param attempts how many were sent, the first one counted; 0 if the deadline had passed before
 * @param winner number of the attempt that answered, -1 if none did
 * @param nanos from the call to its end, at least 0
 * @param failure what the call failed with, null if it was answered or cancelled
 */
public record CallEnd(
    Outcome outcome, int attempts, int winner, long nanos, @Nullable Throwable failure) {
  /** Which way a call ended. */
  public enum Outcome {
    /** An attempt succeeded. */
    ANSWERED,
    /** All attempts failed. */
    FAILED,
    /** The deadline passed. */
    TIMED_OUT,
    /** Whoever called cancelled it, or completed its future. */
    CANCELLED
  }
}
