package org.curtail.diagnose;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** A time for each {@link Cause}, in nanoseconds; may be negative in a difference. Immutable. */
public final class CauseNanos {
  private static final List<Cause> CAUSES = List.of(Cause.values());

  /** No time at all. */
  public static final CauseNanos ZERO = of(Map.of());

  /** Without causes of 0. */
  private final EnumMap<Cause, Long> nanos;

  private CauseNanos(EnumMap<Cause, Long> nanos) {
    this.nanos = nanos;
  }

  /** Returns the times given by a function. */
  public static CauseNanos of(ToLongFunction<Cause> nanosOf) {
    var nanos = new EnumMap<Cause, Long>(Cause.class);
    for (Cause cause : CAUSES) {
      put(nanos, cause, nanosOf.applyAsLong(cause));
    }
    return new CauseNanos(nanos);
  }

  /** Returns the times of a map; missing causes have 0. */
  static CauseNanos of(Map<Cause, Long> nanosByCause) {
    var nanos = new EnumMap<Cause, Long>(Cause.class);
    nanosByCause.forEach((cause, some) -> put(nanos, cause, some));
    return new CauseNanos(nanos);
  }

  /** Returns times with all of it for one cause. */
  public static CauseNanos only(Cause cause, long some) {
    return of(Map.of(cause, some));
  }

  private static void put(EnumMap<Cause, Long> nanos, Cause cause, long some) {
    if (some != 0) {
      nanos.put(cause, some);
    }
  }

  /** Returns the time of a cause. */
  public long of(Cause cause) {
    return nanos.getOrDefault(cause, 0L);
  }

  /** Returns the time of all causes together. */
  public long sum() {
    long sum = 0;
    for (long some : nanos.values()) {
      sum += some;
    }
    return sum;
  }

  /** Returns the sum of both. */
  public CauseNanos plus(CauseNanos other) {
    return of(cause -> of(cause) + other.of(cause));
  }

  /** Returns the difference from another one. */
  public CauseNanos minus(CauseNanos other) {
    return of(cause -> of(cause) - other.of(cause));
  }

  /** Returns the cause with the greatest time; the first of equal ones. */
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
    return other instanceof CauseNanos that && nanos.equals(that.nanos);
  }

  @Override
  public int hashCode() {
    return nanos.hashCode();
  }

  /** Returns the causes with a time, with their nanoseconds. */
  @Override
  public String toString() {
    return nanos.toString();
  }

  /**
   * Returns the mean parts.
   *
   * @param sum sum of all breakdowns, at least 0 for each cause
   * @param count number of breakdowns, at least 1
   * @return parts that add up to the mean of the sum, rounded down; each is rounded down, or up
   *     where that is nearest
   */
  static CauseNanos mean(CauseNanos sum, long count) {
    long left = sum.sum() / count - of(cause -> sum.of(cause) / count).sum();
    List<Cause> roundedUp =
        Stream.of(Cause.values())
            .sorted(Comparator.comparingLong((Cause cause) -> sum.of(cause) % count).reversed())
            .limit(left)
            .toList();
    return of(cause -> sum.of(cause) / count + (roundedUp.contains(cause) ? 1 : 0));
  }

  /** Returns the mean parts of requests. */
  static CauseNanos mean(List<Breakdown> requests) {
    CauseNanos sum = requests.stream().map(Breakdown::nanos).reduce(ZERO, CauseNanos::plus);
    return mean(sum, requests.size());
  }
}
