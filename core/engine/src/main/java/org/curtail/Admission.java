package org.curtail;

import static java.util.Objects.requireNonNull;

/**
 * The answer to a waiting request that wants to start.
 *
 * @param kind kind of the answer
 * @param ageNanos for {@link Kind#WAIT_UNTIL} the time since arrival, more than 0; otherwise 0
 */
public record Admission(Kind kind, long ageNanos) {
  /** The event that a request waits for. */
  public enum Kind {
    /** No event; see {@link Admission#START}. */
    START,
    /** The end of another request; see {@link Admission#WAIT_FOR_EXIT}. */
    WAIT_FOR_EXIT,
    /** A change of the load; see {@link Admission#WAIT_FOR_CHANGE}. */
    WAIT_FOR_CHANGE,
    /** A moment; see {@link Admission#waitUntil}. */
    WAIT_UNTIL
  }

  /** The request starts as soon as a thread is free. */
  public static final Admission START = new Admission(Kind.START, 0);

  /** The request waits until another request ends, and then starts (the papers' {@code e1}). */
  public static final Admission WAIT_FOR_EXIT = new Admission(Kind.WAIT_FOR_EXIT, 0);

  /** The request waits. The policy is asked again after each change of the load. */
  public static final Admission WAIT_FOR_CHANGE = new Admission(Kind.WAIT_FOR_CHANGE, 0);

  public Admission {
    if (requireNonNull(kind, "kind") == Kind.WAIT_UNTIL ? ageNanos <= 0 : ageNanos != 0) {
      throw new IllegalArgumentException(
          kind == Kind.WAIT_UNTIL
              ? "ageNanos must be positive: " + ageNanos
              : "ageNanos must be 0 for %s: %d".formatted(kind, ageNanos));
    }
  }

  /**
   * The request waits until it has this age. The policy is asked again then, and after each change
   * of the load.
   *
   * @param ageNanos time since arrival; more than 0
   */
  public static Admission waitUntil(long ageNanos) {
    return new Admission(Kind.WAIT_UNTIL, ageNanos);
  }
}
