package org.curtail.diagnose;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** A time for each {@link Cause} in nanoseconds. Differences may be negative. Immutable. */
public final class CauseNanos {
  private static final List<Cause> CAUSES = List.of(Cause.values());

  /** 0 for each cause. */
  public static final CauseNanos ZERO = of(Map.of());

  /** The times that are not 0. */
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

  /** Returns the times of a map. Missing causes have 0. */
  static CauseNanos of(Map<Cause, Long> nanosByCause) {
    var nanos = new EnumMap<Cause, Long>(Cause.class);
    nanosByCause.forEach((cause, some) -> put(nanos, cause, some));
    return new CauseNanos(nanos);
  }

  /** Returns a time of one cause, with 0 for all others. */
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

  /** Returns the sum over all causes. */
  public long sum() {
    long sum = 0;
    for (long some : nanos.values()) {
      sum += some;
    }
    return sum;
  }

  /** Returns the sum of these and other times. */
  public CauseNanos plus(CauseNanos other) {
    return of(cause -> of(cause) + other.of(cause));
  }

  /** Returns these times minus other times. */
  public CauseNanos minus(CauseNanos other) {
    return of(cause -> of(cause) - other.of(cause));
  }

  /** Returns the cause with the greatest time; among equal ones, the first. */
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
   * Returns the mean times.
   *
   * @param sum sum of the times of all breakdowns, at least 0 for each cause
   * @param count number of breakdowns, at least 1
   * @return times that add up to the mean latency, rounded down; the times with the greatest
   *     fractions are rounded up, the others down
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

  static CauseNanos mean(List<Breakdown> requests) {
    CauseNanos sum = requests.stream().map(Breakdown::nanos).reduce(ZERO, CauseNanos::plus);
    return mean(sum, requests.size());
  }
}
