package org.curtail.traces;

import java.util.HashMap;
import java.util.Map;

/**
 * Which spans look like another attempt at a call made before: a sibling with the same service and
 * operation that began earlier has failed, or this one failed while that went on, since the copy
 * that lost is cancelled.
 */
public final class Repeats {
  private Repeats() {}

  /** A call, and which span made it. */
  private record Call(int parent, String service, String operation) {}

  /** What earlier attempts at a call were like. */
  private record Earlier(boolean failed, long lastEndNanos) {}

  /** An element for each span of a trace. */
  public static boolean[] of(Trace trace) {
    boolean[] repeated = new boolean[trace.size()];
    if (!anyFailed(trace)) {
      // As most requests are: nothing was sent again.
      return repeated;
    }
    Map<Call, Earlier> earlier = new HashMap<>();
    for (int i = 1; i < trace.size(); i++) {
      var call = new Call(trace.parent(i), trace.service(i), trace.operation(i));
      Earlier before = earlier.get(call);
      boolean failed = trace.failed(i);
      long endNanos = trace.endNanos(i);
      if (before != null) {
        repeated[i] = before.failed || (failed && before.lastEndNanos > trace.startNanos(i));
        failed |= before.failed;
        endNanos = Math.max(endNanos, before.lastEndNanos);
      }
      earlier.put(call, new Earlier(failed, endNanos));
    }
    return repeated;
  }

  private static boolean anyFailed(Trace trace) {
    for (int i = 1; i < trace.size(); i++) {
      if (trace.failed(i)) {
        return true;
      }
    }
    return false;
  }
}
