package org.curtail.traces.compare;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.curtail.traces.SelfTimes;
import org.curtail.traces.Trace;

/**
 * A span in a comparison: its self time, and keys that are equal for similar spans.
 *
 * @param parent index of the parent in the request; -1 for the root
 * @param end index after the last descendant
 * @param service number of the service
 * @param operation number of the operation
 * @param place key of the step: service, operation and kind, with service and operation of the
 *     parent
 * @param whole key of the place and the place of the root
 * @param context key of the whole, the children with their approximate numbers, and failure
 * @param route key of the context and the context of the root
 * @param ownMillis time without a running descendant and without a sibling call
 * @param isCall true for a caller's side of a call
 */
record ComparedSpan(
    int parent,
    int end,
    int service,
    int operation,
    int place,
    int whole,
    int context,
    int route,
    double ownMillis,
    boolean isCall) {
  private static final double NANOS_PER_MILLI = 1e6;

  /**
   * Creates the span of a request.
   *
   * @param workNanos work time of the service in the span
   * @param before earlier spans of the request; the first is the root
   */
  static ComparedSpan of(
      Trace trace, int i, long workNanos, List<ComparedSpan> before, TextIndex keys) {
    int parent = trace.parent(i);
    int service = keys.of(trace.service(i));
    String above = i == 0 ? "" : before.get(parent).service + "|" + trace.operation(parent);
    int place = keys.of(service + "|" + trace.operation(i) + "|" + trace.kind(i) + "<" + above);
    int whole = keys.of(place + " in " + (i == 0 ? place : before.getFirst().place));
    int context = keys.of(whole + shape(trace, i));
    return new ComparedSpan(
        parent,
        trace.end(i),
        service,
        keys.of(trace.operation(i)),
        place,
        whole,
        context,
        keys.of(context + " by " + (i == 0 ? context : before.getFirst().context)),
        workNanos / NANOS_PER_MILLI,
        SelfTimes.isCall(trace, i));
  }

  private static String shape(Trace trace, int span) {
    Map<String, Integer> counts = new TreeMap<>();
    for (int child = trace.firstChild(span);
        child < trace.end(span);
        child = trace.nextSibling(child)) {
      counts.merge(trace.service(child) + "|" + trace.operation(child), 1, Integer::sum);
    }
    var shape = new StringBuilder(trace.failed(span) ? "!" : "");
    counts.forEach((child, count) -> shape.append('{').append(child).append(magnitude(count)));
    return shape.toString();
  }

  /** Number of calls rounded to a power of four, as loops differ from request to request. */
  private static int magnitude(int count) {
    return (32 - Integer.numberOfLeadingZeros(count)) / 2;
  }
}
