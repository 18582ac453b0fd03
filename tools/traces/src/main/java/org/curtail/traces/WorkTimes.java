package org.curtail.traces;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Work time of a service in each span of a trace. In this time, no descendant of the span runs, and
 * the service does not wait for a call elsewhere. Some programs record filters as siblings of the
 * calls for which they wait. A filter lasts as long as its call and does no work.
 *
 * <p>The caller's side of a call is not work either: its self time is the network.
 */
public final class WorkTimes {
  /** Least share of waiting in the time of a span that only waits. */
  private static final double MOST_OF_IT = 0.9;

  private final Trace trace;

  /** The visit of each span: its topmost ancestor of the same service, or the span itself. */
  private final int[] visits;

  /** The times of the calls for which each visit waits. */
  private final Map<Integer, BusyTimes> calls = new HashMap<>();

  /** Times in which at least one of several spans runs. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record BusyTimes(long[] fromNanos, long[] toNanos) {
    /** Returns the union of the times of spans, which are in order of their start. */
    static BusyTimes of(Trace trace, List<Integer> spans) {
      long[] from = new long[spans.size()];
      long[] to = new long[spans.size()];
      int last = -1;
      for (int span : spans) {
        if (last >= 0 && trace.startNanos(span) <= to[last]) {
          to[last] = Math.max(to[last], trace.endNanos(span));
        } else {
          last++;
          from[last] = trace.startNanos(span);
          to[last] = trace.endNanos(span);
        }
      }
      return new BusyTimes(Arrays.copyOf(from, last + 1), Arrays.copyOf(to, last + 1));
    }

    /** Busy time between two times. */
    long nanos(long from, long to) {
      int at = Arrays.binarySearch(fromNanos, from);
      long sum = 0;
      for (int i = at >= 0 ? at : Math.max(0, -at - 2); i < fromNanos.length; i++) {
        if (fromNanos[i] >= to) {
          break;
        }
        sum += Math.max(0, Math.min(to, toNanos[i]) - Math.max(from, fromNanos[i]));
      }
      return sum;
    }
  }

  private WorkTimes(Trace trace) {
    this.trace = trace;
    visits = new int[trace.size()];
    Map<Integer, List<Integer>> waitedFor = new HashMap<>();
    for (int span = 1; span < visits.length; span++) {
      int parent = trace.parent(span);
      boolean isOther = !trace.service(span).equals(trace.service(parent));
      visits[span] = isOther ? span : visits[parent];
      boolean isWaitedFor =
          switch (trace.kind(span)) {
            case PRODUCER, CONSUMER -> false;
            case CLIENT, SERVER, INTERNAL ->
                SelfTimes.isCall(trace, span) || (isOther && !SelfTimes.isCall(trace, parent));
          };
      if (isWaitedFor) {
        waitedFor.computeIfAbsent(visits[parent], none -> new ArrayList<>()).add(span);
      }
    }
    waitedFor.forEach((visit, spans) -> {
      spans.sort((one, other) -> Long.compare(trace.startNanos(one), trace.startNanos(other)));
      calls.put(visit, BusyTimes.of(trace, spans));
    });
  }

  /** Returns the work time of each span of a trace, in nanoseconds. */
  public static long[] nanos(Trace trace) {
    var times = new WorkTimes(trace);
    long[] nanos = new long[trace.size()];
    for (int span = 0; span < nanos.length; span++) {
      nanos[span] = times.of(span);
    }
    return nanos;
  }

  /**
   * True if a span only waits for sibling calls: it has no descendants, and such calls run during
   * nearly all of its time. The request waits for these calls and not for the span.
   */
  public static boolean isOnlyWaiting(Trace trace, int span) {
    return trace.onlyWaiting()[span];
  }

  /** Returns for each span of a trace true if it only waits. */
  static boolean[] onlyWaiting(Trace trace) {
    var times = new WorkTimes(trace);
    boolean[] waiting = new boolean[trace.size()];
    boolean[] haveCallsBelow = new boolean[trace.size()];
    for (int span = waiting.length - 1; span > 0; span--) {
      int parent = trace.parent(span);
      boolean isVisit = times.visits[span] == span;
      haveCallsBelow[parent] |= isVisit || haveCallsBelow[span];
      BusyTimes elsewhere = times.calls.get(times.visits[span]);
      waiting[span] =
          elsewhere != null
              && !isVisit
              && !haveCallsBelow[span]
              && elsewhere.nanos(trace.startNanos(span), trace.endNanos(span))
                  > MOST_OF_IT * trace.durationNanos(span);
    }
    return waiting;
  }

  private long of(int span) {
    BusyTimes elsewhere = SelfTimes.isCall(trace, span) ? null : calls.get(visits[span]);
    if (elsewhere == null) {
      return SelfTimes.nanos(trace, span);
    }
    // Calls elsewhere may run in the gaps between the span's children.
    long work = 0;
    long until = trace.startNanos(span);
    for (int child = trace.firstChild(span);
        child < trace.end(span);
        child = trace.nextSibling(child)) {
      work += gap(elsewhere, until, trace.startNanos(child));
      until = Math.max(until, trace.endNanos(child));
    }
    return work + gap(elsewhere, until, trace.endNanos(span));
  }

  private static long gap(BusyTimes elsewhere, long from, long to) {
    return to <= from ? 0 : to - from - elsewhere.nanos(from, to);
  }
}
