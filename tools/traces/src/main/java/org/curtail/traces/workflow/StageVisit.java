package org.curtail.traces.workflow;

import java.util.ArrayList;
import java.util.List;
import org.curtail.traces.SelfTimes;
import org.curtail.traces.Trace;

/** Visits of a request to a stage, each identified by its outermost span. */
public final class StageVisit {
  private static final double NANOS_PER_MILLI = 1e6;

  private StageVisit() {}

  /** Returns the outermost span of each visit, in order of their start. */
  public static List<Integer> of(Trace trace, StageName stage) {
    List<Integer> visits = new ArrayList<>();
    for (int span = 0; span < trace.size(); span++) {
      if (isOutermost(trace, span)) {
        int server = server(trace, span);
        if (trace.operation(server).equals(stage.operation())
            && trace.service(server).equals(stage.service())) {
          visits.add(span);
        }
      }
    }
    return visits;
  }

  private static boolean isOutermost(Trace trace, int span) {
    return span == 0 || !SelfTimes.isCall(trace, trace.parent(span));
  }

  /**
   * Returns the span of the called server, or the same span if it is not the caller's side of a
   * call.
   */
  public static int server(Trace trace, int outermost) {
    return StageName.servedBy(trace, outermost);
  }

  /** Self time of the server and of the call to it. */
  public static double ownMillis(Trace trace, int outermost) {
    int server = server(trace, outermost);
    long nanos = SelfTimes.nanos(trace, outermost);
    if (server != outermost) {
      nanos += SelfTimes.nanos(trace, server);
    }
    return nanos / NANOS_PER_MILLI;
  }
}
