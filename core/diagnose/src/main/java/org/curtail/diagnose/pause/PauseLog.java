package org.curtail.diagnose.pause;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/**
 * Reported pauses, in any order and perhaps overlapping, and their union without overlaps. Keeps
 * the latest pauses. Safe for all threads.
 */
final class PauseLog {
  static final int MOST_PAUSES = 10_000;

  /**
   * The sources of pauses, the best explanation first. A moment belongs to the first source that
   * covers it.
   */
  private enum Source {
    /** A collection happens within a safepoint, and looks like a stop to a thread that slept. */
    COLLECTOR,

    /**
     * A sure stop. If it was within a safepoint, the safepoint lasted so long because of the stop.
     */
    SURE_STOP,

    /** A safepoint, which also looks like a stop. */
    SAFEPOINT,

    /** A probable stop. */
    STOP;

    static Source of(Pause pause, boolean sure) {
      return switch (pause.kind()) {
        case COLLECTOR -> COLLECTOR;
        case SAFEPOINT -> SAFEPOINT;
        case STOPPED -> sure ? SURE_STOP : STOP;
      };
    }
  }

  private record Told(Pause pause, Source source) {}

  private final long leastStopNanos;
  private final long leastSureStopNanos;
  private final Deque<Told> told = new ArrayDeque<>();

  /**
   * An empty log.
   *
   * @param leastStopNanos least length of the part of a stop that no better explanation covers; a
   *     stop with a shorter part is dropped
   * @param leastSureStopNanos the same for a sure stop
   */
  PauseLog(long leastStopNanos, long leastSureStopNanos) {
    this.leastStopNanos = leastStopNanos;
    this.leastSureStopNanos = leastSureStopNanos;
  }

  /** Adds a pause that the JVM reported. */
  void add(Pause pause) {
    add(pause, false);
  }

  /**
   * Adds any pause.
   *
   * @param sure true for a stop that cannot have been a pause of the JVM
   */
  synchronized void add(Pause pause, boolean sure) {
    if (told.size() == MOST_PAUSES) {
      told.removeFirst();
    }
    told.addLast(new Told(pause, Source.of(pause, sure)));
  }

  /** Returns the pauses between two moments, in order, without overlaps. */
  List<Pause> between(long fromNanos, long toNanos) {
    List<Told> known = known(fromNanos, toNanos);
    List<Pause> safepoints =
        known.stream().filter(one -> one.source() == Source.SAFEPOINT).map(Told::pause).toList();
    var apart = new ArrayList<Pause>();
    for (Source source : Source.values()) {
      List<Pause> before = List.copyOf(apart);
      for (Told one : known) {
        if (one.source() == source) {
          List<Pause> left = without(List.of(one.pause()), before);
          if (source == Source.SURE_STOP) {
            left = besideOrWithin(left, safepoints);
          }
          if (nanos(left) >= leastNanos(source)) {
            // Pauses of the same source may overlap, too.
            apart.addAll(without(left, apart));
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

  /**
   * No safepoint begins or ends while the process is stopped. So a stop lies beside all safepoints,
   * or within one. Its moment is uncertain by the time that the thread waited for a core, so the
   * larger part decides.
   */
  private static List<Pause> besideOrWithin(List<Pause> stop, List<Pause> safepoints) {
    List<Pause> beside = without(stop, safepoints);
    return 2 * nanos(beside) >= nanos(stop) ? beside : stop;
  }

  private long leastNanos(Source source) {
    return switch (source) {
      case COLLECTOR, SAFEPOINT -> 0;
      case SURE_STOP -> leastSureStopNanos;
      case STOP -> leastStopNanos;
    };
  }

  private synchronized List<Told> known(long fromNanos, long toNanos) {
    return told.stream().filter(one -> one.pause().nanosWithin(fromNanos, toNanos) > 0).toList();
  }

  private static Pause clip(Pause pause, long fromNanos, long toNanos) {
    long begin = fromNanos + Math.max(pause.fromNanos() - fromNanos, 0);
    long end = toNanos - Math.max(toNanos - pause.toNanos(), 0);
    return new Pause(begin, end, pause.kind());
  }

  /** Returns the parts of some pauses outside of others. */
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
