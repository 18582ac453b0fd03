package org.curtail.diagnose;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.curtail.signals.Stint;
import org.jspecify.annotations.Nullable;

/**
 * The thread that a request had to wait for, at each moment of its execution. The last thread to
 * end is the reason for the request's end; back from where that thread came, it is the thread that
 * had been at work for longest of those at work just before, and so on. Moments count from any one
 * origin.
 */
final class CriticalPath {
  /**
   * A part of the execution.
   *
   * @param stint stint of the thread that it had to wait for; null if no thread was on it
   */
  record Leg(@Nullable Stint stint, long fromNanos, long toNanos) {
    long nanos() {
      return toNanos - fromNanos;
    }
  }

  /** A stint with moments from the origin. */
  private record Placed(Stint stint, long fromNanos, long toNanos) {}

  private static final Comparator<Placed> LONGEST_AT_WORK =
      Comparator.comparingLong(Placed::fromNanos).thenComparingLong(p -> p.stint().threadId());

  private final List<Placed> placed;

  private CriticalPath(List<Placed> placed) {
    this.placed = placed;
  }

  /**
   * Returns the path from a moment to a later one, in order and without gaps.
   *
   * @param originNanos origin of moments
   */
  static List<Leg> of(List<Stint> stints, long originNanos, long fromNanos, long toNanos) {
    var path =
        new CriticalPath(
            stints.stream()
                .map(s -> new Placed(s, s.fromNanos() - originNanos, s.toNanos() - originNanos))
                .toList());
    return path.legs(fromNanos, toNanos);
  }

  private List<Leg> legs(long fromNanos, long toNanos) {
    var backwards = new ArrayList<Leg>();
    long at = toNanos;
    while (at > fromNanos) {
      Placed critical = atWorkBefore(at);
      long since = Math.max(fromNanos, critical == null ? lastEndBefore(at) : critical.fromNanos());
      backwards.add(new Leg(critical == null ? null : critical.stint(), since, at));
      at = since;
    }
    return backwards.reversed();
  }

  private @Nullable Placed atWorkBefore(long nanos) {
    return placed.stream()
        .filter(p -> p.fromNanos() < nanos && p.toNanos() >= nanos)
        .min(LONGEST_AT_WORK)
        .orElse(null);
  }

  private long lastEndBefore(long nanos) {
    return placed.stream()
        .filter(p -> p.fromNanos() < p.toNanos() && p.toNanos() < nanos)
        .mapToLong(Placed::toNanos)
        .max()
        .orElse(Long.MIN_VALUE);
  }
}
