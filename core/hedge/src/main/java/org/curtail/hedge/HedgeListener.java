package org.curtail.hedge;

import org.curtail.reissue.ReissuePolicy;

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
}
