package org.curtail.hedge;

import org.curtail.reissue.ReissuePolicy;
import org.jspecify.annotations.Nullable;

/**
 * Is told what happens to calls. Calls of its methods come from different threads, possibly at the
 * same time; no lock is held. They should be quick: they happen on the threads of callers, on those
 * that answer, and on the one for time; the end at a deadline on a virtual thread.
 *
 * <p>For each call they come in the order {@link #sent} for the first attempt, {@link #sent} and
 * {@link #suppressed} any number of times, {@link #ended} once, before its future is done. An
 * attempt that is being sent while another one answers may be told after the end.
 *
 * <p>A listener that throws is reported once, through the {@code System.Logger} named {@code
 * org.curtail}, and never called again; calls go on.
 */
public interface HedgeListener {
  /**
   * An attempt is about to be started.
   *
   * @param call number of the call, unique in its hedge
   * @param attempt 0 for the first one
   */
  default void sent(long call, int attempt) {}

  /**
   * An attempt that was due is not sent.
   *
   * @param attempt the number that it would have had
   */
  default void suppressed(long call, int attempt, SuppressedBy by) {}

  /** A call has ended. */
  default void ended(long call, CallEnd end) {}

  /**
   * From now on it hedges otherwise.
   *
   * @param policy for calls from now on
   * @param why in plain words
   */
  default void replanned(ReissuePolicy policy, String why) {}

  /** Why an attempt that was due was not sent. Its call goes on with the attempts that it has. */
  enum SuppressedBy {
    /** The {@link HedgeBudget} was used up. */
    BUDGET,

    /** Too few calls were answered so far to rely on, see {@link HedgeSetup#leastSamples}. */
    LEAST_SAMPLES,

    /** All replicas seem slow or failing at once, so that more attempts would make it worse. */
    LOAD
  }

  /**
   * How a call ended.
   *
   * @param outcome which way
   * @param attempts how many were sent, the first one counted; 0 if the deadline had passed before
   * @param winner number of the attempt that answered, -1 if none did
   * @param nanos from the call to its end, at least 0
   * @param failure what the call failed with, null if it was answered or cancelled
   */
  record CallEnd(
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
}
