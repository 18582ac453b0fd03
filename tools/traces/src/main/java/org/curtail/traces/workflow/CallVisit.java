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
 * A call of one service by another, as a request made it; further attempts at it are one visit with
 * the first. What a service does within itself belongs to the visit that had it done. What nobody
 * waited for, since it went on after its caller, is no visit, nor is what is below it.
 *
 * @param span the outermost span: the caller's side, if there is one
 * @param server the callee's side; the same span if there is only one
 * @param parent place, among the visits of the request, of the visit that calls; -1 for the root
 * @param called what is called, and by whom
 * @param endNanos when the last attempt ended
 */
public record CallVisit(int span, int server, int parent, Called called, long endNanos) {
  private static final int NONE = -1;

  /** The visits of a request, the root first, each behind its caller, by their start. */
  public static List<CallVisit> of(Trace trace) {
    boolean[] repeated = Repeats.of(trace);
    int[] visitOf = new int[trace.size()];
    Arrays.fill(visitOf, NONE);
    Map<First, Integer> first = new HashMap<>();
    List<CallVisit> visits = new ArrayList<>();
    for (int i = 0; i < trace.size(); i++) {
      int above = i == 0 ? NONE : visitOf[trace.parent(i)];
      if (i > 0 && above == NONE) {
        continue; // Below a further attempt, or below what was left behind.
      }
      if (trace.isLeftBehind(i)) {
        continue;
      }
      if (!isVisit(trace, i)) {
        visitOf[i] = above;
        continue;
      }
      Called called = Called.of(trace, i);
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
   * To which visit each span of a request belongs: its own, or the nearest above.
   *
   * @param numbers of visits, by their outermost span; the root has one
   */
  public static int[] owners(Trace trace, Map<Integer, Integer> numbers) {
    int[] owners = new int[trace.size()];
    for (int span = 0; span < owners.length; span++) {
      Integer own = numbers.get(span);
      owners[span] = own != null ? own : owners[trace.parent(span)];
    }
    return owners;
  }

  private record First(int above, Called called) {}

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

  /** How long it took as the caller saw it, with further attempts. */
  public long nanos(Trace trace) {
    return endNanos - trace.startNanos(span);
  }
}
