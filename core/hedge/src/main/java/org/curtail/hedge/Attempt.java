package org.curtail.hedge;

import java.util.List;

/** One attempt of a call, as the call's code sees it. Thread-safe. */
public interface Attempt {
  /** No deadline. */
  long NEVER = Long.MAX_VALUE;

  /** Returns 0 for the first attempt of a call, then 1, 2 and so on. */
  int number();

  /**
   * Returns the replicas of earlier attempts of the same call, as declared by {@link #replica}, in
   * order: this attempt should go elsewhere. Empty for the first attempt, or if none was declared.
   */
  List<Object> avoid();

  /**
   * Declares this attempt's replica for later attempts: the name of a server, an address, any
   * object. The last declaration counts.
   */
  void replica(Object replica);

  /**
   * Forbids copies and retries of the call from now on: its server asked for that, or the request
   * cannot be sent twice any more. Attempts under way go on, and the first answer counts as ever.
   * Holds for all attempts of the call, permanently. An attempt that is being sent at the same
   * moment may still start.
   */
  void sendNoMore();

  /**
   * Returns the call's deadline, as a reading of {@link System#nanoTime}; {@link #NEVER} if it has
   * none. All attempts of a call have the same.
   */
  long deadlineNanos();

  /** Returns the time until the deadline, at least 0; {@link #NEVER} if there is none. */
  long remainingNanos();

  /**
   * Registers an action for the cancellation of this attempt: another one answered, the deadline
   * passed, or the call was cancelled. The action should end the attempt's own request: close its
   * stream, reset its connection. It runs at most once, at once if the attempt has been cancelled
   * already, and not at all if the attempt was answered. Several actions may be registered: all of
   * them run, the last one first. An exception is reported once through the {@code System.Logger}
   * named {@code org.curtail}.
   */
  void onCancel(Runnable cancellation);

  /** True once the attempt is not needed any more and has not answered itself. */
  boolean isCancelled();
}
