package org.curtail.hedge;

import java.util.List;

/** One attempt of a call, as the call's code sees it. Thread-safe. */
public interface Attempt {
  /** No deadline. */
  long NEVER = Long.MAX_VALUE;

  /** Returns 0 for the first attempt of a call, then 1, 2 and so on. */
  int number();

  /**
   * Returns the replicas that earlier attempts of the same call declared by {@link #replica}, in
   * order. This attempt should use another replica. The list is empty for the first attempt, or if
   * no replica was declared.
   */
  List<Object> avoid();

  /**
   * Declares this attempt's replica for later attempts: the name of a server, an address, any
   * object. The last declaration counts.
   */
  void replica(Object replica);

  /**
   * Forbids copies and retries of the call from now on. Reasons are a request of the server, or
   * data that cannot be sent twice. Attempts under way go on, and the first answer counts as
   * before. An attempt that is being sent at the same moment may still start.
   */
  void sendNoMore();

  /**
   * Returns the call's deadline, as a reading of {@link System#nanoTime}; {@link #NEVER} if the
   * call has none. All attempts of a call share the deadline.
   */
  long deadlineNanos();

  /**
   * Returns the time until the deadline in nanoseconds, at least 0; {@link #NEVER} if there is no
   * deadline.
   */
  long remainingNanos();

  /**
   * Registers an action for the cancellation of this attempt. An attempt is cancelled when another
   * attempt answers, the deadline passes, or the caller cancels the call. The action should end the
   * request of this attempt, for example close its stream. The action runs at most once. The action
   * runs immediately if the attempt is cancelled already, and never if the attempt was answered.
   * Several actions run in reverse order of registration. The hedge reports the first exception of
   * an action through the {@code System.Logger} named {@code org.curtail}.
   */
  void onCancel(Runnable cancellation);

  /** True if the attempt was cancelled before it had an answer. */
  boolean isCancelled();
}
