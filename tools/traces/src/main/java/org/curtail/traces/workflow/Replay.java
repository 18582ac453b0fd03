package org.curtail.traces.workflow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.curtail.traces.Trace;
import org.curtail.traces.WorkTimes;

/**
 * How long a request would have taken if some of its spans had taken another time. A span begins so
 * long after the last of its siblings that had ended, or after its parent began, as it did; its
 * parent ends so long after its last child as it did. So what waited for something still waits for
 * it, and what ran at the same time still does. Without any change a request takes what it took.
 *
 * <p>Which siblings had ended is what {@link CriticalPath} says: calls that overlap as little as
 * clocks differ count as one after the other, and the later one begins as much earlier as it did.
 * So a request gains from a span exactly if it is on its critical path, as long as no other span
 * takes its place there.
 */
public final class Replay {
  private final Trace trace;
  private final Changed changed;

  /** Of each span. */
  private final long[] durations;

  /** Of each span, since its parent began. */
  private final long[] ends;

  private Replay(Trace trace, Changed changed) {
    this.trace = trace;
    this.changed = changed;
    durations = new long[trace.size()];
    ends = new long[trace.size()];
  }

  /** What takes another time. Spans are numbered as in the {@link Trace}. */
  public interface Changed {
    /** By what a span's own time is multiplied: at least 0. */
    default double ownFactor(int span) {
      return 1;
    }

    /**
     * How long a span takes instead.
     *
     * @param nanos with all that is changed below it
     */
    default long nanos(int span, long nanos) {
      return nanos;
    }

    /** Whether a span begins with the sibling before it instead of waiting for its end. */
    default boolean isAtOnceWithEarlier(int span) {
      return false;
    }
  }

  /** How long the request takes with these changes, in nanoseconds. */
  public static long nanos(Trace trace, Changed changed) {
    var replay = new Replay(trace, changed);
    for (int span = trace.size() - 1; span >= 0; span--) {
      replay.durations[span] = changed.nanos(span, replay.durationOf(span));
    }
    return replay.durations[0];
  }

  private long durationOf(int span) {
    Integer[] byEnd = children(span);
    Arrays.sort(
        byEnd,
        Comparator.comparingLong((Integer child) -> trace.endNanos(child))
            .thenComparing(Comparator.naturalOrder()));
    double factor = changed.ownFactor(span);
    long endedAt = trace.startNanos(span);
    long endedNow = 0;
    int ended = 0;
    long earlierStart = 0;
    long earlierEnd = trace.startNanos(span);
    for (int child = trace.firstChild(span);
        child < trace.end(span);
        child = trace.nextSibling(child)) {
      if (WorkTimes.isOnlyWaiting(trace, child) || trace.isLeftBehind(child)) {
        continue;
      }
      // A child that takes no time ends when it begins: it must not wait for itself.
      while (ended < byEnd.length
          && byEnd[ended] < child
          && trace.endNanos(byEnd[ended]) <= trace.startNanos(child)) {
        endedAt = trace.endNanos(byEnd[ended]);
        endedNow = Math.max(endedNow, ends[byEnd[ended]]);
        ended++;
      }
      long waitedFor = endedAt;
      long waitedNow = endedNow;
      // Of those under way the next to end only: the rule wants that no other ends meanwhile.
      if (ended < byEnd.length && byEnd[ended] < child) {
        int next = byEnd[ended];
        if (CriticalPath.isOverlapOfClocks(trace, span, next, child)) {
          waitedFor = trace.endNanos(next);
          waitedNow = Math.max(endedNow, ends[next]);
        }
      }
      long start =
          changed.isAtOnceWithEarlier(child)
              ? earlierStart + Math.round(factor * (trace.startNanos(child) - earlierEnd))
              : waitedNow + Math.round(factor * (trace.startNanos(child) - waitedFor));
      ends[child] = start + durations[child];
      earlierStart = start;
      earlierEnd = trace.endNanos(child);
    }
    long lastAt = trace.startNanos(span);
    long lastNow = 0;
    for (int child : byEnd) {
      lastAt = Math.max(lastAt, trace.endNanos(child));
      lastNow = Math.max(lastNow, ends[child]);
    }
    return lastNow + Math.round(factor * (trace.endNanos(span) - lastAt));
  }

  /** Those that their parent may have waited for. */
  private Integer[] children(int span) {
    List<Integer> children = new ArrayList<>();
    for (int child = trace.firstChild(span);
        child < trace.end(span);
        child = trace.nextSibling(child)) {
      if (!WorkTimes.isOnlyWaiting(trace, child) && !trace.isLeftBehind(child)) {
        children.add(child);
      }
    }
    return children.toArray(Integer[]::new);
  }
}
