package org.curtail.benchkit.inject;

/**
 * A record of an injection. Moments are readings of {@code System.nanoTime}.
 *
 * @param kind kind of the injection
 * @param request number of the chosen request
 * @param fromNanos begin
 * @param toNanos end, at least {@code fromNanos}
 * @param nanos cost for the request; {@link #UNKNOWN} if unknown
 */
public record InjectionRecord(
    InjectionKind kind, int request, long fromNanos, long toNanos, long nanos) {
  /** Value of an unknown time. */
  public static final long UNKNOWN = -1;

  public InjectionRecord {
    if (toNanos < fromNanos) {
      throw new IllegalArgumentException(
          "%s of request %d ends %d ns before it begins"
              .formatted(kind.label(), request, fromNanos - toNanos));
    }
    if (nanos < UNKNOWN) {
      throw new IllegalArgumentException("nanos must be at least %d: %d".formatted(UNKNOWN, nanos));
    }
  }

  /** Returns the record of an injection whose whole duration is its cost. */
  static InjectionRecord whole(InjectionKind kind, int request, long fromNanos, long toNanos) {
    return new InjectionRecord(kind, request, fromNanos, toNanos, toNanos - fromNanos);
  }

  /** Returns the overlap with an interval. */
  long overlapNanos(long beginNanos, long endNanos) {
    return Math.max(0, Math.min(toNanos, endNanos) - Math.max(fromNanos, beginNanos));
  }
}
