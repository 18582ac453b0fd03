package org.curtail.diagnose;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import org.curtail.diagnose.pause.Pause;

/**
 * The pauses around a request without overlaps: each moment belongs to the strongest pause. A
 * stopped process is stronger than a collection, which is stronger than a safepoint. All moments
 * have the same origin.
 */
final class PauseTimes {
  private record Interval(long fromNanos, long toNanos, Pause.Kind kind) {}

  /** Disjoint. */
  private final List<Interval> intervals;

  private PauseTimes(List<Interval> intervals) {
    this.intervals = intervals;
  }

  /**
   * Returns the pauses of a period.
   *
   * @param originNanos origin of the moments {@code fromNanos} and {@code toNanos}
   */
  static PauseTimes of(List<Pause> pauses, long originNanos, long fromNanos, long toNanos) {
    var found = new ArrayList<Interval>();
    for (Pause pause : pauses) {
      long from = Math.max(fromNanos, pause.fromNanos() - originNanos);
      long to = Math.min(toNanos, pause.toNanos() - originNanos);
      if (from < to) {
        found.add(new Interval(from, to, pause.kind()));
      }
    }
    found.sort(
        Comparator.comparingInt((Interval interval) -> strength(interval.kind())).reversed());
    var disjoint = new ArrayList<Interval>();
    for (Interval interval : found) {
      disjoint.addAll(without(interval, disjoint));
    }
    return new PauseTimes(disjoint);
  }

  /** Returns the parts of an interval outside of other intervals. */
  private static List<Interval> without(Interval interval, List<Interval> others) {
    List<Interval> left = List.of(interval);
    for (Interval other : others) {
      var next = new ArrayList<Interval>();
      for (Interval part : left) {
        addIfAny(next, part.fromNanos(), Math.min(part.toNanos(), other.fromNanos()), part.kind());
        addIfAny(next, Math.max(part.fromNanos(), other.toNanos()), part.toNanos(), part.kind());
      }
      left = next;
    }
    return left;
  }

  private static void addIfAny(List<Interval> to, long fromNanos, long toNanos, Pause.Kind kind) {
    if (fromNanos < toNanos) {
      to.add(new Interval(fromNanos, toNanos, kind));
    }
  }

  private static int strength(Pause.Kind kind) {
    return switch (kind) {
      case STOPPED -> 2;
      case COLLECTOR -> 1;
      case SAFEPOINT -> 0;
    };
  }

  static Cause cause(Pause.Kind kind) {
    return switch (kind) {
      case STOPPED -> Cause.STOPPED;
      case COLLECTOR -> Cause.COLLECTOR;
      case SAFEPOINT -> Cause.SAFEPOINT;
    };
  }

  /** Returns the time of each kind of pause in a period. */
  CauseNanos within(long fromNanos, long toNanos) {
    var nanos = new EnumMap<Cause, Long>(Cause.class);
    for (Interval interval : intervals) {
      long overlap =
          Math.min(toNanos, interval.toNanos()) - Math.max(fromNanos, interval.fromNanos());
      nanos.merge(cause(interval.kind()), Math.max(0, overlap), Long::sum);
    }
    return CauseNanos.of(nanos);
  }
}
