package org.curtail.hedge;

import java.util.List;

/** One attempt of a call, as the call sees it. Safe for all threads. */
public interface Attempt {
  /** No deadline. */
  long NEVER = Long.MAX_VALUE;

  /** 0 for the first attempt of a call, then 1, 2 and so on. */
  int number();

  /**
   * Replicas to which earlier attempts of the same call went, as they said by {@link #replica}, in
   * order: this one should go elsewhere. Empty if it is the first, or if they said nothing.
   */
  List<Object> avoid();

  /**
   * Says where this attempt goes, for those after it: the name of a server, an address, anything.
   * Said again, the last one counts.
   */
  void replica(Object replica);

  /**
   * Says that the call must not be sent again, neither as a hedge nor as a retry: its server asked
   * for that, or what was sent cannot be sent twice any more. Attempts under way go on, and the
   * first answer counts as ever. Said for all attempts of the call, and for good. An attempt that
   * is being sent at the same moment may still start.
   */
  void sendNoMore();

  /**
   * When the call's deadline passes, as a reading of {@link System#nanoTime}; {@link #NEVER} if it
   * has none. All attempts of a call have the same.
   */
  long deadlineNanos();

  /** Time until the deadline, at least 0; {@link #NEVER} if there is none. */
  long remainingNanos();

  /**
   * What is to be done when this attempt is not needed any more: another one answered, the deadline
   * passed, or the call was cancelled. It should end the call itself: close its stream, reset its
   * request. Done at most once, and at once if the attempt has been cancelled already; not done if
   * the attempt was answered. May be called several times: everything is done, the last first. What
   * it throws is reported once through the {@code System.Logger} named {@code org.curtail}.
   */
  void onCancel(Runnable cancellation);

  /** True once the attempt is not needed any more, and has not answered itself. */
  boolean isCancelled();
}
