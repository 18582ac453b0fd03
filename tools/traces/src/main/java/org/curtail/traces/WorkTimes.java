package org.curtail.traces;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How long a service worked in each span of a trace: the time during which nothing below the span
 * ran, nor a call that the service waited for elsewhere. Programs record filters beside the calls
 * that these wait for, below the same span; such a filter lasts as long as the call, and that is no
 * work. The end of the request waited for the call, as a critical path has it.
 *
 * <p>A caller's side of a call is no work either, but the network: all but the callee's time is
 * its.
 */
public final class WorkTimes {
  /** Of the time of a span that waits. */
  private static final double MOST_OF_IT = 0.9;

  private final Trace trace;

  /** By span, the first span of its service above it or itself: where its visit began. */
  private final int[] visits;

  /** By visit, the calls that it waits for. */
  private final Map<Integer, Busy> calls = new HashMap<>();

  /** Times during which at least one of some spans runs. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Busy(long[] fromNanos, long[] toNanos) {
    /** The united times of spans that are in order of their start. */
    static Busy of(Trace trace, List<Integer> spans) {
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
      return new Busy(Arrays.copyOf(from, last + 1), Arrays.copyOf(to, last + 1));
    }

    /** How long they run between two moments. */
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
      calls.put(visit, Busy.of(trace, spans));
    });
  }

  /** Of each span of a trace, in nanoseconds. */
  public static long[] nanos(Trace trace) {
    var times = new WorkTimes(trace);
    long[] nanos = new long[trace.size()];
    for (int span = 0; span < nanos.length; span++) {
      nanos[span] = times.of(span);
    }
    return nanos;
  }

  /**
   * Whether a span only waits for calls beside it: none of its service's calls is below it, and
   * others run during nearly all of its time. Nobody waits for such a span, but for the calls.
   */
  public static boolean isOnlyWaiting(Trace trace, int span) {
    return trace.onlyWaiting()[span];
  }

  /** Of each span of a trace, whether it only waits. */
  static boolean[] onlyWaiting(Trace trace) {
    var times = new WorkTimes(trace);
    boolean[] waiting = new boolean[trace.size()];
    boolean[] haveCallsBelow = new boolean[trace.size()];
    for (int span = waiting.length - 1; span > 0; span--) {
      int parent = trace.parent(span);
      boolean isVisit = times.visits[span] == span;
      haveCallsBelow[parent] |= isVisit || haveCallsBelow[span];
      Busy elsewhere = times.calls.get(times.visits[span]);
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
    Busy elsewhere = SelfTimes.isCall(trace, span) ? null : calls.get(visits[span]);
    if (elsewhere == null) {
      return SelfTimes.nanos(trace, span);
    }
    // What runs below the span leaves gaps; in these, calls elsewhere may run.
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

  private static long gap(Busy elsewhere, long from, long to) {
    return to <= from ? 0 : to - from - elsewhere.nanos(from, to);
  }
}
