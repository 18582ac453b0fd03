package org.curtail.traces.workflow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.curtail.traces.Repeats;
import org.curtail.traces.SelfTimes;
import org.curtail.traces.SpanKind;
import org.curtail.traces.Trace;

/**
 * A call of one service by another in a request. Retries and hedges belong to the visit of the
 * first attempt. Spans of a service below a visit of the same service belong to that visit. A call
 * that outlived its caller is not a visit, as the request did not wait for it. Spans below such a
 * call are not visits either.
 *
 * @param span the outermost span: the caller's side, if it was recorded
 * @param server the callee's side; the same span if there is only one side
 * @param parent index of the calling visit among the visits of the request; -1 for the root
 * @param called caller and called stage
 * @param endNanos end of the last attempt
 */
public record CallVisit(int span, int server, int parent, CallTarget called, long endNanos) {
  private static final int NONE = -1;

  /** Returns the visits of a request, the root first, each after its caller, by start. */
  public static List<CallVisit> of(Trace trace) {
    boolean[] repeated = Repeats.of(trace);
    int[] visitOf = new int[trace.size()];
    Arrays.fill(visitOf, NONE);
    Map<First, Integer> first = new HashMap<>();
    List<CallVisit> visits = new ArrayList<>();
    for (int i = 0; i < trace.size(); i++) {
      int above = i == 0 ? NONE : visitOf[trace.parent(i)];
      if (i > 0 && above == NONE) {
        continue; // below a repeated call, or below a call left behind
      }
      if (trace.isLeftBehind(i)) {
        continue;
      }
      if (!isVisit(trace, i)) {
        visitOf[i] = above;
        continue;
      }
      CallTarget called = CallTarget.of(trace, i);
      var key = new First(above, called);
      Integer earlier = first.get(key);
      if (repeated[i] && earlier != null) {
        visits.set(earlier, visits.get(earlier).endingAt(trace.endNanos(i)));
        continue;
      }
      visitOf[i] = visits.size();
      first.put(key, visits.size());
      visits.add(new CallVisit(i, StageName.servedBy(trace, i), above, called, trace.endNanos(i)));
    }
    return visits;
  }

  /**
   * Returns the number of each span's visit: the visit that begins with the span, or the nearest
   * visit above.
   *
   * @param numbers numbers of visits by their outermost span; must contain the root
   */
  public static int[] owners(Trace trace, Map<Integer, Integer> numbers) {
    int[] owners = new int[trace.size()];
    for (int span = 0; span < owners.length; span++) {
      Integer own = numbers.get(span);
      owners[span] = own != null ? own : owners[trace.parent(span)];
    }
    return owners;
  }

  private record First(int above, CallTarget called) {}

  private CallVisit endingAt(long nanos) {
    return new CallVisit(span, server, parent, called, Math.max(endNanos, nanos));
  }

  private static boolean isVisit(Trace trace, int span) {
    if (span == 0 || SelfTimes.isCall(trace, span)) {
      return true;
    }
    int parent = trace.parent(span);
    boolean isServerOfCall = SelfTimes.isCall(trace, parent);
    boolean isOtherService = !trace.service(span).equals(trace.service(parent));
    boolean isClientOnly = trace.kind(span) == SpanKind.CLIENT && trace.end(span) == span + 1;
    return !isServerOfCall && (isOtherService || isClientOnly);
  }

  /** Duration as the caller sees it, with repeated attempts. */
  public long nanos(Trace trace) {
    return endNanos - trace.startNanos(span);
  }
}
