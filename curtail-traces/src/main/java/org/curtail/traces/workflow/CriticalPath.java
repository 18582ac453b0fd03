package org.curtail.traces.workflow;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.curtail.traces.Trace;

/**
 * Which span an end of a request waited for, at each moment: from its end backwards, the child that
 * ended last, then what that waited for, then the child that ended last before that one began
 * (CRISP, section 3). The times of all spans sum up to the request's.
 */
public final class CriticalPath {
  private CriticalPath() {}

  /** A span whose path up to a moment is still to be found. */
  private record Open(int span, long untilNanos) {}

  /** The time that each span of a request is on its path by its own work, in nanoseconds. */
  public static long[] nanos(Trace trace) {
    long[] own = new long[trace.size()];
    var open = new ArrayList<Open>();
    open.add(new Open(0, trace.endNanos(0)));
    while (!open.isEmpty()) {
      Open next = open.removeLast();
      long until = next.untilNanos;
      for (int child : lastFirst(trace, next.span)) {
        long end = trace.endNanos(child);
        if (end <= until && trace.durationNanos(child) > 0) {
          own[next.span] += until - end;
          open.add(new Open(child, end));
          until = trace.startNanos(child);
        }
      }
      own[next.span] += until - trace.startNanos(next.span);
    }
    return own;
  }

  private static List<Integer> lastFirst(Trace trace, int span) {
    var children = new ArrayList<Integer>();
    for (int child = trace.firstChild(span);
        child < trace.end(span);
        child = trace.nextSibling(child)) {
      children.add(child);
    }
    children.sort(Comparator.comparingLong((Integer child) -> -trace.endNanos(child)));
    return children;
  }
}
