package org.curtail.traces.workflow;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.curtail.traces.Trace;
import org.curtail.traces.WorkTimes;

/**
 * Which span an end of a request waited for, at each moment: from its end backwards, the child that
 * ended last, then what that waited for, then the child that ended last before that one began
 * (CRISP, section 3). The times of all spans sum up to the request's.
 *
 * <p>Clocks are not exact. As in CRISP's program, a child counts as ended before another began if
 * they overlap by less than a hundredth of their parent's time, and no other child begins or ends
 * meanwhile; unless the parent would then have worked for less than no time. {@link Replay} goes by
 * the same rule, so that what is said to be waited for is what a request gains from.
 *
 * <p>A span that only waits for calls beside it ({@link WorkTimes}) is not waited for itself: these
 * calls are, and the rest of its time is its parent's.
 */
public final class CriticalPath {
  /** Of the parent's time. */
  private static final double MOST_OVERLAP = 0.01;

  private CriticalPath() {}

  /** The time that each span of a request is on its path by its own work, in nanoseconds. */
  public static long[] nanos(Trace trace) {
    long[] own = new long[trace.size()];
    walk(trace, (span, path) -> own[span] = left(trace, span, path));
    return own;
  }

  /**
   * A stretch of time in which the end of a request waited for a span's own work.
   *
   * @param fromNanos when it begins
   * @param toNanos when it ends, later
   */
  public record Stretch(int span, long fromNanos, long toNanos) {}

  /** All stretches of a request, in no order; where calls overlap a little, nobody's is shown. */
  public static List<Stretch> stretches(Trace trace) {
    List<Stretch> stretches = new ArrayList<>();
    walk(
        trace,
        (span, path) -> {
          long until = trace.endNanos(span);
          for (int child : path) {
            add(stretches, span, trace.endNanos(child), until);
            until = trace.startNanos(child);
          }
          add(stretches, span, trace.startNanos(span), until);
        });
    return stretches;
  }

  private static void add(List<Stretch> stretches, int span, long from, long to) {
    if (to > from) {
      stretches.add(new Stretch(span, from, to));
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

  /** The children that a span waited for, the last first. */
  private static List<Integer> path(Trace trace, int span) {
    List<Integer> children = lastFirst(trace, span);
    List<Integer> path = path(trace, span, children, true);
    return left(trace, span, path) < 0 ? path(trace, span, children, false) : path;
  }

  /**
   * Whether a child counts as ended before another began although the two overlap a little.
   *
   * @param child that began first
   * @param later a sibling that began before the child ended
   */
  static boolean isOverlapOfClocks(Trace trace, int parent, int child, int later) {
    if (!isLittleOverlap(trace, parent, child, later)) {
      // As most are: no need to sort all siblings for it.
      return false;
    }
    List<Integer> siblings = lastFirst(trace, parent);
    return isBefore(trace, parent, child, later, siblings)
        && left(trace, parent, path(trace, parent, siblings, true)) >= 0;
  }

  private static List<Integer> path(
      Trace trace, int span, List<Integer> lastFirst, boolean mayOverlap) {
    List<Integer> path = new ArrayList<>();
    long until = trace.endNanos(span);
    for (int child : lastFirst) {
      boolean isBefore =
          trace.endNanos(child) <= until
              || (mayOverlap
                  && !path.isEmpty()
                  && isBefore(trace, span, child, path.getLast(), lastFirst));
      if (isBefore && trace.durationNanos(child) > 0) {
        path.add(child);
        until = trace.startNanos(child);
      }
    }
    return path;
  }

  private static boolean isBefore(
      Trace trace, int parent, int child, int later, List<Integer> siblings) {
    if (!isLittleOverlap(trace, parent, child, later)) {
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

  /** Whether a child began and ended before a later one did, or nearly so. */
  private static boolean isLittleOverlap(Trace trace, int parent, int child, int later) {
    long from = trace.startNanos(later);
    long to = trace.endNanos(child);
    return trace.startNanos(child) < from
        && to < trace.endNanos(later)
        && to - from < MOST_OVERLAP * trace.durationNanos(parent);
  }

  private static boolean isWithin(long nanos, long from, long to) {
    return nanos >= from && nanos <= to;
  }

  /** What the children on its path leave of a span's time. */
  private static long left(Trace trace, int span, List<Integer> path) {
    return trace.durationNanos(span) - path.stream().mapToLong(trace::durationNanos).sum();
  }

  /** The children that a span may have waited for. */
  private static List<Integer> lastFirst(Trace trace, int span) {
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
