package org.curtail.traces.workflow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.curtail.traces.Trace;
import org.curtail.traces.WorkTimes;

/**
 * Replays a request with changed times of some spans. Recorded gaps are preserved: the gap between
 * a span and the last sibling that ended before it, or its parent's start; and the gap between the
 * last child and its parent's end. Without changes, a request has its recorded duration.
 *
 * <p>{@link CriticalPath} decides which siblings ended before a span began. Calls that overlap by
 * clock differences count as sequential, and keep their recorded overlap. So a request gains from a
 * span if the span is on its critical path, until another span replaces it there.
 */
public final class Replay {
  private final Trace trace;
  private final Changed changed;

  /** New durations of all spans. */
  private final long[] durations;

  /** New ends of all spans, since the start of their parent. */
  private final long[] ends;

  private Replay(Trace trace, Changed changed) {
    this.trace = trace;
    this.changed = changed;
    durations = new long[trace.size()];
    ends = new long[trace.size()];
  }

  /** Changed times. Spans are numbered as in the {@link Trace}. */
  public interface Changed {
    /** Returns the factor of a span's self time: at least 0. */
    default double ownFactor(int span) {
      return 1;
    }

    /**
     * Returns the new duration of a span.
     *
     * @param nanos duration with all changes below the span
     */
    default long nanos(int span, long nanos) {
      return nanos;
    }

    /** True if a span begins together with the sibling before it. */
    default boolean isConcurrentWithEarlier(int span) {
      return false;
    }
  }

  /** Returns the duration of the request with these changes, in nanoseconds. */
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
      // A child without duration ends at its start, and must not wait for itself.
      while (ended < byEnd.length
          && byEnd[ended] < child
          && trace.endNanos(byEnd[ended]) <= trace.startNanos(child)) {
        endedAt = trace.endNanos(byEnd[ended]);
        endedNow = Math.max(endedNow, ends[byEnd[ended]]);
        ended++;
      }
      long waitedFor = endedAt;
      long waitedNow = endedNow;
      // Only the next child to end counts, as no other child may end within the overlap.
      if (ended < byEnd.length && byEnd[ended] < child) {
        int next = byEnd[ended];
        if (CriticalPath.isClockOverlap(trace, span, next, child)) {
          waitedFor = trace.endNanos(next);
          waitedNow = Math.max(endedNow, ends[next]);
        }
      }
      long start =
          changed.isConcurrentWithEarlier(child)
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

  /** Returns the children for which the parent may have waited. */
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
