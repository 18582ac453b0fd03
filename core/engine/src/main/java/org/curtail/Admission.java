package org.curtail;

/** Whether a waiting request may start. */
public sealed interface Admission {
  /** The request starts as soon as a thread is free. */
  Admission START = new Start();

  /** The request waits until another one completes, and then starts (the papers' {@code e1}). */
  Admission WAIT_FOR_EXIT = new WaitForExit();

  /** The request waits; the policy is asked again whenever the load changes. */
  Admission WAIT_FOR_CHANGE = new WaitForChange();

  /** See {@link Admission#START}. */
  record Start() implements Admission {}

  /** See {@link Admission#WAIT_FOR_EXIT}. */
  record WaitForExit() implements Admission {}

  /** See {@link Admission#WAIT_FOR_CHANGE}. */
  record WaitForChange() implements Admission {}

  /**
   * The request waits until it has this age; the policy is asked again then, and whenever the load
   * changes.
   *
   * @param ageNanos time since arrival; more than 0
   */
  record WaitUntil(long ageNanos) implements Admission {
    public WaitUntil {
      if (ageNanos <= 0) {
        throw new IllegalArgumentException("ageNanos must be positive: " + ageNanos);
      }
    }
  }
}
