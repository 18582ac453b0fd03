package org.curtail.signals;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/**
 * Pauses as they are told, in any order and one above the other, and what they are together. Keeps
 * the latest. Safe for all threads.
 */
final class PauseLog {
  static final int MOST_PAUSES = 10_000;

  private final long leastStopNanos;
  private final Deque<Pause> told = new ArrayDeque<>();

  /**
   * An empty one.
   *
   * @param leastStopNanos what is left of a stop beside what the JVM tells of is not one if it is
   *     shorter
   */
  PauseLog(long leastStopNanos) {
    this.leastStopNanos = leastStopNanos;
  }

  synchronized void add(Pause pause) {
    if (told.size() == MOST_PAUSES) {
      told.removeFirst();
    }
    told.addLast(pause);
  }

  /**
   * What lies between two moments, in order, none above the other: a collection happens within a
   * safepoint, and both look like a stop to a thread that slept.
   */
  List<Pause> between(long fromNanos, long toNanos) {
    List<Pause> known = known(fromNanos, toNanos);
    var apart = new ArrayList<Pause>();
    for (Pause.Kind kind : Pause.Kind.values()) {
      List<Pause> before = List.copyOf(apart);
      for (Pause pause : known) {
        if (pause.kind() == kind) {
          // Of the same kind, too, one may lie above the other.
          List<Pause> left = without(without(List.of(pause), before), apart);
          if (kind != Pause.Kind.STOPPED
              || nanos(without(List.of(pause), before)) >= leastStopNanos) {
            apart.addAll(left);
          }
        }
      }
    }
    return apart.stream()
        .filter(pause -> pause.nanosWithin(fromNanos, toNanos) > 0)
        .map(pause -> clip(pause, fromNanos, toNanos))
        .sorted(Comparator.comparingLong(pause -> pause.fromNanos() - fromNanos))
        .toList();
  }

  private synchronized List<Pause> known(long fromNanos, long toNanos) {
    return told.stream().filter(pause -> pause.nanosWithin(fromNanos, toNanos) > 0).toList();
  }

  private static Pause clip(Pause pause, long fromNanos, long toNanos) {
    long begin = fromNanos + Math.max(pause.fromNanos() - fromNanos, 0);
    long end = toNanos - Math.max(toNanos - pause.toNanos(), 0);
    return new Pause(begin, end, pause.kind());
  }

  /** What of some pauses lies outside of others. */
  private static List<Pause> without(List<Pause> pauses, List<Pause> others) {
    List<Pause> left = pauses;
    for (Pause other : others) {
      if (left.stream().noneMatch(pause -> overlap(pause, other))) {
        continue;
      }
      var next = new ArrayList<Pause>();
      for (Pause pause : left) {
        if (!overlap(pause, other)) {
          next.add(pause);
          continue;
        }
        if (other.fromNanos() - pause.fromNanos() > 0) {
          next.add(new Pause(pause.fromNanos(), other.fromNanos(), pause.kind()));
        }
        if (pause.toNanos() - other.toNanos() > 0) {
          next.add(new Pause(other.toNanos(), pause.toNanos(), pause.kind()));
        }
      }
      left = next;
    }
    return left;
  }

  private static boolean overlap(Pause one, Pause other) {
    return one.nanosWithin(other.fromNanos(), other.toNanos()) > 0;
  }

  private static long nanos(List<Pause> pauses) {
    return pauses.stream().mapToLong(Pause::nanos).sum();
  }
}
