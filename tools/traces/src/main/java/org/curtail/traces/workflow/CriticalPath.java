package org.curtail.traces.workflow;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.curtail.traces.Trace;
import org.curtail.traces.WorkTimes;

/**
 * Critical path of a request: at each time, the span for which the request's end waited. The path
 * is built backwards from the end of a span (CRISP, section 3). The child that ended last is on the
 * path, with its own path. Before the start of that child, the child that ended last until then is
 * on the path, and so on. The times of all spans add up to the request's duration.
 *
 * <p>Clocks are inexact. As in CRISP's program, two children count as sequential if they overlap by
 * less than a hundredth of their parent's time, and no other child begins or ends in between. This
 * overlap is not tolerated if the parent's self time would become negative. {@link Replay} uses the
 * same rule, so a request gains from exactly the spans on its path.
 *
 * <p>A span that only waits for sibling calls ({@link WorkTimes}) is not on the path. The calls are
 * on the path, and the rest of the span's time belongs to its parent.
 */
public final class CriticalPath {
  /** Maximum overlap, as a share of the parent's time. */
  private static final double MOST_OVERLAP = 0.01;

  private CriticalPath() {}

  /** Returns each span's self time on the path, in nanoseconds. */
  public static long[] nanos(Trace trace) {
    long[] own = new long[trace.size()];
    walk(trace, (span, path) -> own[span] = left(trace, span, path));
    return own;
  }

  /**
   * An interval in which the request's end waited for a span's own work.
   *
   * @param fromNanos start
   * @param toNanos end, after the start
   */
  public record Interval(int span, long fromNanos, long toNanos) {}

  /**
   * Returns all intervals of a request in no order. Small overlaps of calls belong to no interval.
   */
  public static List<Interval> intervals(Trace trace) {
    List<Interval> intervals = new ArrayList<>();
    walk(
        trace,
        (span, path) -> {
          long until = trace.endNanos(span);
          for (int child : path) {
            add(intervals, span, trace.endNanos(child), until);
            until = trace.startNanos(child);
          }
          add(intervals, span, trace.startNanos(span), until);
        });
    return intervals;
  }

  private static void add(List<Interval> intervals, int span, long from, long to) {
    if (to > from) {
      intervals.add(new Interval(span, from, to));
    }
  }

  private interface OfSpan {
    void found(int span, List<Integer> childrenOnPath);
  }

  private static void walk(Trace trace, OfSpan each) {
    var open = new ArrayList<Integer>();
    open.add(0);
    while (!open.isEmpty()) {
      int span = open.removeLast();
      List<Integer> path = path(trace, span);
      each.found(span, path);
      open.addAll(path);
    }
  }

  /** Returns the children on the path of a span, the last first. */
  private static List<Integer> path(Trace trace, int span) {
    List<Integer> children = latestFirst(trace, span);
    List<Integer> path = path(trace, span, children, true);
    return left(trace, span, path) < 0 ? path(trace, span, children, false) : path;
  }

  /**
   * True if two children count as sequential although they overlap slightly.
   *
   * @param child the child that began first
   * @param later a sibling that began before the child ended
   */
  static boolean isClockOverlap(Trace trace, int parent, int child, int later) {
    if (!isSmallOverlap(trace, parent, child, later)) {
      // The usual case, without sorting all siblings.
      return false;
    }
    List<Integer> siblings = latestFirst(trace, parent);
    return isBefore(trace, parent, child, later, siblings)
        && left(trace, parent, path(trace, parent, siblings, true)) >= 0;
  }

  private static List<Integer> path(
      Trace trace, int span, List<Integer> latestFirst, boolean mayOverlap) {
    List<Integer> path = new ArrayList<>();
    long until = trace.endNanos(span);
    for (int child : latestFirst) {
      boolean isBefore =
          trace.endNanos(child) <= until
              || (mayOverlap
                  && !path.isEmpty()
                  && isBefore(trace, span, child, path.getLast(), latestFirst));
      if (isBefore && trace.durationNanos(child) > 0) {
        path.add(child);
        until = trace.startNanos(child);
      }
    }
    return path;
  }

  private static boolean isBefore(
      Trace trace, int parent, int child, int later, List<Integer> siblings) {
    if (!isSmallOverlap(trace, parent, child, later)) {
      return false;
    }
    long from = trace.startNanos(later);
    long to = trace.endNanos(child);
    for (int other : siblings) {
      boolean isOther = other != child && other != later;
      if (isOther
          && (isWithin(trace.startNanos(other), from, to)
              || isWithin(trace.endNanos(other), from, to))) {
        return false;
      }
    }
    return true;
  }

  /** True if a child precedes a later one, except for a small overlap. */
  private static boolean isSmallOverlap(Trace trace, int parent, int child, int later) {
    long from = trace.startNanos(later);
    long to = trace.endNanos(child);
    return trace.startNanos(child) < from
        && to < trace.endNanos(later)
        && to - from < MOST_OVERLAP * trace.durationNanos(parent);
  }

  private static boolean isWithin(long nanos, long from, long to) {
    return nanos >= from && nanos <= to;
  }

  /** Returns the part of a span's time that the children on its path do not cover. */
  private static long left(Trace trace, int span, List<Integer> path) {
    return trace.durationNanos(span) - path.stream().mapToLong(trace::durationNanos).sum();
  }

  /** Returns the children that a span may have waited for. */
  private static List<Integer> latestFirst(Trace trace, int span) {
    var children = new ArrayList<Integer>();
    for (int child = trace.firstChild(span);
        child < trace.end(span);
        child = trace.nextSibling(child)) {
      if (!WorkTimes.isOnlyWaiting(trace, child)) {
        children.add(child);
      }
    }
    children.sort(Comparator.comparingLong((Integer child) -> -trace.endNanos(child)));
    return children;
  }
}
