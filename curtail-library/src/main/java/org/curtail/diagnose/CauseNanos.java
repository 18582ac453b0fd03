package org.curtail.diagnose;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;

/** A time for each {@link Cause}, in nanoseconds; may be negative in a difference. Immutable. */
public final class CauseNanos {
  private static final List<Cause> CAUSES = List.of(Cause.values());

  /** Nothing at all. */
  public static final CauseNanos ZERO = new CauseNanos(new long[CAUSES.size()]);

  private final long[] nanos;

  private CauseNanos(long[] nanos) {
    this.nanos = nanos;
  }

  /** What a function says of each cause. */
  public static CauseNanos of(ToLongFunction<Cause> nanosOf) {
    long[] nanos = new long[CAUSES.size()];
    for (Cause cause : CAUSES) {
      nanos[cause.ordinal()] = nanosOf.applyAsLong(cause);
    }
    return new CauseNanos(nanos);
  }

  /** All of it for one cause. */
  public static CauseNanos only(Cause cause, long some) {
    long[] nanos = new long[CAUSES.size()];
    nanos[cause.ordinal()] = some;
    return new CauseNanos(nanos);
  }

  /** The time of a cause. */
  public long of(Cause cause) {
    return nanos[cause.ordinal()];
  }

  /** The time of all causes together. */
  public long sum() {
    long sum = 0;
    for (long some : nanos) {
      sum += some;
    }
    return sum;
  }

  /** Both together. */
  public CauseNanos plus(CauseNanos other) {
    return of(cause -> of(cause) + other.of(cause));
  }

  /** What this has more than another. */
  public CauseNanos minus(CauseNanos other) {
    return of(cause -> of(cause) - other.of(cause));
  }

  /** The cause with the most; the first of equal ones. */
  public Cause largest() {
    Cause largest = CAUSES.getFirst();
    for (Cause cause : CAUSES) {
      if (of(cause) > of(largest)) {
        largest = cause;
      }
    }
    return largest;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CauseNanos that && Arrays.equals(nanos, that.nanos);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(nanos);
  }

  /** Causes that have some, with their nanoseconds. */
  @Override
  public String toString() {
    return CAUSES.stream()
        .filter(cause -> of(cause) != 0)
        .map(cause -> cause + "=" + of(cause))
        .toList()
        .toString();
  }
}
