package org.curtail.traces.workflow;

import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import org.curtail.traces.Trace;

/**
 * How many calls of the same kind a caller has under way. Asked of all spans of a trace in their
 * order, since siblings come in order of their start. Not thread-safe.
 */
final class Running {
  private final Trace trace;

  /** Ends of calls under way. */
  private final Map<Call, PriorityQueue<Long>> ends = new HashMap<>();

  private record Call(int parent, String service, String operation) {}

  Running(Trace trace) {
    this.trace = trace;
  }

  /** Calls under way when one begins, with itself: at least 1. */
  int atStart(int span) {
    if (isAlone(span)) {
      return 1;
    }
    var call = new Call(trace.parent(span), trace.service(span), trace.operation(span));
    PriorityQueue<Long> running = ends.computeIfAbsent(call, none -> new PriorityQueue<>());
    while (!running.isEmpty() && running.element() <= trace.startNanos(span)) {
      running.remove();
    }
    running.add(trace.endNanos(span));
    return running.size();
  }

  /** Whether its caller makes no other call, as most do. */
  private boolean isAlone(int span) {
    int parent = trace.parent(span);
    return parent < 0
        || (trace.firstChild(parent) == span && trace.nextSibling(span) == trace.end(parent));
  }
}
