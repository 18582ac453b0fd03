package org.curtail.diagnose;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.curtail.signals.Stint;
import org.jspecify.annotations.Nullable;

/**
 * The critical thread of a request at each moment of its execution: the thread that delayed its
 * end. The path is found backwards from the end of the request, where the thread that served it
 * last is critical. Before the start of a critical thread, the critical thread is the one that
 * worked longest at that moment. All moments have the same origin.
 */
final class CriticalPath {
  /**
   * A part of the execution.
   *
   * @param stint stint of the critical thread; null if no thread served the request
   */
  record Leg(@Nullable Stint stint, long fromNanos, long toNanos) {
    long nanos() {
      return toNanos - fromNanos;
    }
  }

  /** Time of one thread on the request, relative to the origin. */
  private record Placed(Stint stint, long fromNanos, long toNanos) {}

  private static final Comparator<Placed> LONGEST_AT_WORK =
      Comparator.comparingLong(Placed::fromNanos).thenComparingLong(p -> p.stint().threadId());

  private final List<Placed> placed;

  private CriticalPath(List<Placed> placed) {
    this.placed = placed;
  }

  /**
   * Returns the legs of a period in order, without gaps.
   *
   * @param originNanos origin of the moments {@code fromNanos} and {@code toNanos}
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
