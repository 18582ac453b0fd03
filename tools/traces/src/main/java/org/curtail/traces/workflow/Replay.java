package org.curtail.traces.workflow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.curtail.traces.Trace;
import org.curtail.traces.WorkTimes;

/**
 * Replays a request with changed times of some spans. A span begins as long as recorded after the
 * last of its siblings that had ended, or after its parent began; its parent ends as long as
 * recorded after its last child. So recorded waits and overlaps are preserved. Without changes a
 * request takes its recorded time.
 *
 * <p>{@link CriticalPath} decides which siblings had ended: calls that overlap by no more than
 * clock differences count as sequential, and the later one keeps its recorded overlap. So a request
 * gains from a span exactly if it is on its critical path, as long as no other span takes its place
 * there.
 */
public final class Replay {
  private final Trace trace;
  private final Changed changed;

  /** New durations of all spans. */
  private final long[] durations;

  /** New ends of all spans, since their parent's begin. */
  private final long[] ends;

  private Replay(Trace trace, Changed changed) {
    this.trace = trace;
    this.changed = changed;
    durations = new long[trace.size()];
    ends = new long[trace.size()];
  }

  /** Changed times. Spans are numbered as in the {@link Trace}. */
  public interface Changed {
    /** Factor of a span's self time: at least 0. */
    default double ownFactor(int span) {
      return 1;
    }

    /**
     * Returns the new duration of a span.
     *
     * @param nanos its duration with all changes below it
     */
    default long nanos(int span, long nanos) {
      return nanos;
    }

    /** True if a span begins with the sibling before it instead of waiting for its end. */
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
      // A child without duration ends at its begin: it must not wait for itself.
      while (ended < byEnd.length
          && byEnd[ended] < child
          && trace.endNanos(byEnd[ended]) <= trace.startNanos(child)) {
        endedAt = trace.endNanos(byEnd[ended]);
        endedNow = Math.max(endedNow, ends[byEnd[ended]]);
        ended++;
      }
      long waitedFor = endedAt;
      long waitedNow = endedNow;
      // Only the next child to end: no other may end within the overlap.
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

  /** Returns the children that their parent may have waited for. */
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
