package org.curtail.benchkit.inject;

/**
 * What was really done to a request. Moments are readings of {@code System.nanoTime}.
 *
 * @param kind what was put in
 * @param request the number of the request that was chosen
 * @param fromNanos when it began
 * @param toNanos when it was over, at least {@code fromNanos}
 * @param nanos how much time it took from the request; {@link #UNKNOWN} if nobody can tell
 */
public record Deed(InjectionKind kind, int request, long fromNanos, long toNanos, long nanos) {
  /** In place of a time that nobody can tell. */
  public static final long UNKNOWN = -1;

  public Deed {
    if (toNanos < fromNanos) {
      throw new IllegalArgumentException(
          "%s of request %d ends %d ns before it begins"
              .formatted(kind.label(), request, fromNanos - toNanos));
    }
    if (nanos < UNKNOWN) {
      throw new IllegalArgumentException("nanos must be at least %d: %d".formatted(UNKNOWN, nanos));
    }
  }

  /** One that took all of its time from the request. */
  static Deed whole(InjectionKind kind, int request, long fromNanos, long toNanos) {
    return new Deed(kind, request, fromNanos, toNanos, toNanos - fromNanos);
  }

  /** For how long it overlaps a stretch of time. */
  long overlapNanos(long beginNanos, long endNanos) {
    return Math.max(0, Math.min(toNanos, endNanos) - Math.max(fromNanos, beginNanos));
  }
}
