package org.curtail.traces.workflow;

import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import org.curtail.traces.Trace;

/**
 * Counts similar concurrent calls of a caller. Must be called for all spans of a trace in order, so
 * that siblings are in order of their start. Not thread-safe.
 */
final class ConcurrentCalls {
  private final Trace trace;

  private final Map<Call, PriorityQueue<Long>> ends = new HashMap<>();

  private record Call(int parent, String service, String operation) {}

  ConcurrentCalls(Trace trace) {
    this.trace = trace;
  }

  /** Number of similar running calls at the start of a span, including itself: at least 1. */
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

  /** True if the caller makes no other call, which is the usual case. */
  private boolean isAlone(int span) {
    int parent = trace.parent(span);
    return parent < 0
        || (trace.firstChild(parent) == span && trace.nextSibling(span) == trace.end(parent));
  }
}
