package org.curtail.traces;

import java.util.HashMap;
import java.util.Map;

/**
 * Finds spans that look like retries or hedges of an earlier call. The earlier call is a sibling
 * with the same service and operation that began before. Either the earlier call failed, or it was
 * still running when this span failed, as losing copies are cancelled.
 */
public final class Repeats {
  private Repeats() {}

  /** A call with its caller's span. */
  private record Call(int parent, String service, String operation) {}

  /** State of the earlier attempts of a call. */
  private record Earlier(boolean failed, long lastEndNanos) {}

  /** Returns for each span of a trace true if it repeats a call. */
  public static boolean[] of(Trace trace) {
    boolean[] repeated = new boolean[trace.size()];
    if (!anyFailed(trace)) {
      // Most requests have no repeated call.
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
