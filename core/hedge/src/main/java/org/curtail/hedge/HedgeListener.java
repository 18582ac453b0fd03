package org.curtail.hedge;

import org.curtail.reissue.ReissuePolicy;
import org.jspecify.annotations.Nullable;

/**
 * Observes calls. Several threads may call the methods at the same time; no lock is held. Methods
 * should return quickly. Methods run on callers' threads, on answering threads and on the timer
 * thread. After a deadline, methods run on a virtual thread.
 *
 * <p>Each call reports {@link #sent} for the first attempt, then {@link #sent} and {@link
 * #suppressed} any number of times, then {@link #ended} once. The end is reported before the future
 * completes. An attempt that is being sent at that moment may be reported after the end.
 *
 * <p>If a listener throws, the hedge reports this once through the {@code System.Logger} named
 * {@code org.curtail}. The hedge never calls that listener again; calls go on.
 */
public interface HedgeListener {
  /**
   * Called before an attempt starts.
   *
   * @param call number of the call, unique in its hedge
   * @param attempt number of the attempt: 0 for the first
   */
  default void sent(long call, int attempt) {}

  /**
   * Called when a due attempt is not sent.
   *
   * @param attempt the number that it would have had
   */
  default void suppressed(long call, int attempt, SuppressedBy by) {}

  /** Called when a call has ended. */
  default void ended(long call, CallEnd end) {}

  /**
   * Called when an adaptive hedge changes its policy.
   *
   * @param policy policy for new calls
   * @param why reason in plain words
   */
  default void replanned(ReissuePolicy policy, String why) {}

  /** Reason for not sending a due attempt. The call goes on with its present attempts. */
  enum SuppressedBy {
    /** The {@link HedgeBudget} was used up. */
    BUDGET,

    /** Too few calls have been answered so far, see {@link HedgeSetup#leastSamples}. */
    LEAST_SAMPLES,

    /** All replicas seem slow or failing at once, and more attempts would add load. */
    LOAD
  }

  /**
   * The end of a call.
   *
   * @param outcome kind of the end
   * @param attempts number of sent attempts, including the first; 0 if the deadline had passed
   *     before
   * @param winner number of the attempt that answered, -1 if none did
   * @param nanos nanos from the call to its end, at least 0
   * @param failure failure of the call, null if it was answered or cancelled
   */
  record CallEnd(
      Outcome outcome, int attempts, int winner, long nanos, @Nullable Throwable failure) {
    /** Kind of a call's end. */
    public enum Outcome {
      /** An attempt succeeded. */
      ANSWERED,
      /** All attempts failed. */
      FAILED,
      /** The deadline passed. */
      TIMED_OUT,
      /** The caller cancelled it, or completed its future. */
      CANCELLED
    }
  }
}
