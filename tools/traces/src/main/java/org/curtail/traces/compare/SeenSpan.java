package org.curtail.traces.compare;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.curtail.traces.SelfTimes;
import org.curtail.traces.Trace;

/**
 * A span as a comparison sees it: its own time, and numbers for what is alike.
 *
 * @param parent its place in the request; -1 for the root
 * @param end the place behind the last span below it
 * @param service number of its service
 * @param operation number of its operation
 * @param place service, operation, kind, and service and operation above: a step of the program
 * @param whole the place, within a request with such a root
 * @param context the same, what it called, about how often, and whether it failed
 * @param route the same, within a request whose root called the same
 * @param ownMillis time during which neither anything below ran nor a call beside it
 * @param isCall whether it is a caller's side of a call
 */
record SeenSpan(
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
   * One of a request.
   *
   * @param workNanos how long its service worked in it
   * @param before the spans before it; the first is the root
   */
  static SeenSpan of(Trace trace, int i, long workNanos, List<SeenSpan> before, Keys keys) {
    int parent = trace.parent(i);
    int service = keys.of(trace.service(i));
    String above = i == 0 ? "" : before.get(parent).service + "|" + trace.operation(parent);
    int place = keys.of(service + "|" + trace.operation(i) + "|" + trace.kind(i) + "<" + above);
    int whole = keys.of(place + " in " + (i == 0 ? place : before.getFirst().place));
    int context = keys.of(whole + shape(trace, i));
    return new SeenSpan(
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

  /** How many, to a factor of four: loops differ from request to request. */
  private static int magnitude(int count) {
    return (32 - Integer.numberOfLeadingZeros(count)) / 2;
  }
}
