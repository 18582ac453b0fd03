package org.curtail.traces.workflow;

import org.curtail.traces.SelfTimes;
import org.curtail.traces.Trace;

/** The own time of visits to a stage: of its server, and of the call to it. */
final class StageOwn {
  private static final double NANOS_PER_MILLI = 1e6;

  private StageOwn() {}

  /** Whether a span is the outermost of a visit to its stage: not the server of a call. */
  static boolean isOutermost(Trace trace, int span) {
    return span == 0 || !SelfTimes.isCall(trace, trace.parent(span));
  }

  /** Of a visit, by any of its spans. */
  static double millis(Trace trace, int span) {
    int outermost = isOutermost(trace, span) ? span : trace.parent(span);
    int server = StageName.servedBy(trace, outermost);
    long nanos = SelfTimes.nanos(trace, outermost);
    if (server != outermost) {
      nanos += SelfTimes.nanos(trace, server);
    }
    return nanos / NANOS_PER_MILLI;
  }
}
