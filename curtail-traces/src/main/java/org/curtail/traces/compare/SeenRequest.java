package org.curtail.traces.compare;

import java.util.Map;
import java.util.TreeMap;
import org.curtail.traces.SelfTimes;
import org.curtail.traces.Trace;

/**
 * A request as a comparison sees it: its own times span by span, and numbers for what is alike. All
 * arrays have an element for each span, in the order of {@link Trace}.
 *
 * @param services numbers of the services
 * @param places service, operation, kind, and service and operation above: a step of the program
 * @param wholes the place, within a request with such a root
 * @param contexts the same, what it called, about how often, and whether it failed
 * @param routes the same, within a request whose root called the same
 * @param ownMillis time during which nothing below ran
 * @param calls whether the span is a caller's side of a call
 */
record SeenRequest(
    long startNanos,
    double millis,
    int[] parents,
    int[] ends,
    int[] services,
    int[] places,
    int[] wholes,
    int[] contexts,
    int[] routes,
    double[] ownMillis,
    boolean[] calls) {
  private static final double NANOS_PER_MILLI = 1e6;

  static SeenRequest of(Trace trace, Keys keys) {
    int size = trace.size();
    var seen =
        new SeenRequest(
            trace.startNanos(),
            trace.durationNanos() / NANOS_PER_MILLI,
            new int[size],
            new int[size],
            new int[size],
            new int[size],
            new int[size],
            new int[size],
            new int[size],
            new double[size],
            new boolean[size]);
    for (int i = 0; i < size; i++) {
      seen.fill(trace, i, keys);
    }
    return seen;
  }

  private void fill(Trace trace, int i, Keys keys) {
    parents[i] = trace.parent(i);
    ends[i] = trace.end(i);
    services[i] = keys.of(trace.service(i));
    ownMillis[i] = SelfTimes.nanos(trace, i) / NANOS_PER_MILLI;
    calls[i] = SelfTimes.isCall(trace, i);
    String above = i == 0 ? "" : services[parents[i]] + "|" + trace.operation(trace.parent(i));
    places[i] =
        keys.of(
            services[i] + "|" + trace.operation(i) + "|" + trace.kind(i).ordinal() + "<" + above);
    wholes[i] = keys.of(places[i] + " in " + places[0]);
    contexts[i] = keys.of(wholes[i] + shape(trace, i));
    routes[i] = keys.of(contexts[i] + " by " + contexts[0]);
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

  int size() {
    return parents.length;
  }
}
