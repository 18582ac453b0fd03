package org.curtail.benchkit.inject;

/**
 * An injection as it happened to a request. Moments are readings of {@code System.nanoTime}.
 *
 * @param kind of the injection
 * @param request number of the chosen request
 * @param fromNanos its begin
 * @param toNanos its end, at least {@code fromNanos}
 * @param nanos time that it took from the request; {@link #UNKNOWN} if unknown
 */
public record InjectionRecord(
    InjectionKind kind, int request, long fromNanos, long toNanos, long nanos) {
  /** Stands for an unknown time. */
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

  /** An injection that took all of its time from the request. */
  static InjectionRecord whole(InjectionKind kind, int request, long fromNanos, long toNanos) {
    return new InjectionRecord(kind, request, fromNanos, toNanos, toNanos - fromNanos);
  }

  /** Overlap with an interval of time. */
  long overlapNanos(long beginNanos, long endNanos) {
    return Math.max(0, Math.min(toNanos, endNanos) - Math.max(fromNanos, beginNanos));
  }
}
