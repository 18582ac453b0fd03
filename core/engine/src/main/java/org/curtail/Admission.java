package org.curtail;

import static java.util.Objects.requireNonNull;

/**
 * The answer to a waiting request that wants to start.
 *
 * @param kind of the answer
 * @param ageNanos of {@link Kind#WAIT_UNTIL} the time since arrival, more than 0; else 0
 */
public record Admission(Kind kind, long ageNanos) {
  /** The event that a request waits for. */
  public enum Kind {
    /** For nothing, see {@link Admission#START}. */
    START,
    /** For another one's end, see {@link Admission#WAIT_FOR_EXIT}. */
    WAIT_FOR_EXIT,
    /** For another load, see {@link Admission#WAIT_FOR_CHANGE}. */
    WAIT_FOR_CHANGE,
    /** For an age of its own, see {@link Admission#waitUntil}. */
    WAIT_UNTIL
  }

  /** The request starts as soon as a thread is free. */
  public static final Admission START = new Admission(Kind.START, 0);

  /** The request waits until another one completes, and then starts (the papers' {@code e1}). */
  public static final Admission WAIT_FOR_EXIT = new Admission(Kind.WAIT_FOR_EXIT, 0);

  /** The request waits; the policy is asked again whenever the load changes. */
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
   * The request waits until it has this age; the policy is asked again then, and whenever the load
   * changes.
   *
   * @param ageNanos time since arrival; more than 0
   */
  public static Admission waitUntil(long ageNanos) {
    return new Admission(Kind.WAIT_UNTIL, ageNanos);
  }
}
