package org.curtail.traces.workflow;

import java.util.ArrayList;
import java.util.List;
import org.curtail.traces.Trace;
import org.jspecify.annotations.Nullable;

/** Which calls of a caller wait for which others. */
final class CallOrder {
  private CallOrder() {}

  /**
   * The edges between calls of the same caller, without those that follow from others. From an
   * earlier place to a later one only, so there are no circles.
   */
  static List<CallEdge> edges(SeenCalls calls, double leastSupport) {
    int places = calls.places();
    int[][] both = new int[places][places];
    int[][] ordered = new int[places][places];
    for (int request = 0; request < calls.requests(); request++) {
      Trace trace = calls.trace(request);
      @Nullable CallVisit[] visits = calls.byPlace(request);
      for (int later = 1; later < places; later++) {
        CallVisit second = visits[later];
        for (int earlier = 1; earlier < later && second != null; earlier++) {
          CallVisit first = visits[earlier];
          if (first != null && calls.parent(earlier) == calls.parent(later)) {
            both[earlier][later]++;
            if (first.endNanos() <= trace.startNanos(second.span())) {
              ordered[earlier][later]++;
            }
          }
        }
      }
    }
    boolean[][] waits = new boolean[places][places];
    for (int later = 1; later < places; later++) {
      for (int earlier = 1; earlier < later; earlier++) {
        waits[earlier][later] =
            both[earlier][later] > 0
                && ordered[earlier][later] >= leastSupport * both[earlier][later];
      }
    }
    List<CallEdge> edges = new ArrayList<>();
    for (int later = 1; later < places; later++) {
      for (int earlier = 1; earlier < later; earlier++) {
        if (waits[earlier][later] && !follows(waits, earlier, later)) {
          int together = both[earlier][later];
          edges.add(
              new CallEdge(earlier, later, together, ordered[earlier][later] / (double) together));
        }
      }
    }
    return edges;
  }

  /** Whether a place between the two is after the one and before the other. */
  private static boolean follows(boolean[][] waits, int earlier, int later) {
    for (int between = earlier + 1; between < later; between++) {
      if (waits[earlier][between] && waits[between][later]) {
        return true;
      }
    }
    return false;
  }
}
