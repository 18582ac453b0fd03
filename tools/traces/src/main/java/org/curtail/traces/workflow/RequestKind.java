package org.curtail.traces.workflow;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.curtail.traces.Trace;

/**
 * Kind of a request: the root, and the operations called by the first span with more than one call.
 * The number of calls does not count, as loops differ from request to request.
 *
 * @param service service of the root
 * @param operation operation of the root
 * @param calls called operations, with their services
 */
public record RequestKind(String service, String operation, Set<String> calls) {
  public RequestKind {
    calls = Set.copyOf(calls);
  }

  /** Returns the kind of a request. */
  public static RequestKind of(Trace trace) {
    int caller = 0;
    while (hasOneChild(trace, caller)) {
      caller = trace.firstChild(caller);
    }
    if (trace.end(caller) == caller + 1) {
      // A chain has no span with several calls, so the calls of its root count.
      caller = 0;
    }
    Set<String> calls = new TreeSet<>();
    for (int child = trace.firstChild(caller);
        child < trace.end(caller);
        child = trace.nextSibling(child)) {
      calls.add(callee(trace, child));
    }
    return new RequestKind(trace.service(0), trace.operation(0), calls);
  }

  private static boolean hasOneChild(Trace trace, int span) {
    int child = trace.firstChild(span);
    return child < trace.end(span) && trace.nextSibling(child) == trace.end(span);
  }

  private static String callee(Trace trace, int child) {
    return trace.service(StageName.servedBy(trace, child)) + " " + trace.operation(child);
  }

  /** Root and calls, in alphabetical order. */
  @Override
  public String toString() {
    return "%s %s: %s"
        .formatted(
            service,
            operation,
            calls.isEmpty()
                ? "no calls"
                : calls.stream().sorted().collect(Collectors.joining(", ")));
  }
}
