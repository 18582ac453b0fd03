package org.curtail.traces.workflow;

import org.curtail.traces.SelfTimes;
import org.curtail.traces.Trace;

/**
 * A stage of a workflow: an operation of a service. The caller's side of a call belongs to the
 * called service's stage.
 */
public record StageName(String service, String operation) {
  /** Returns the stage of a span. */
  public static StageName of(Trace trace, int span) {
    int server = servedBy(trace, span);
    return new StageName(trace.service(server), trace.operation(server));
  }

  /**
   * Returns the callee's side of a call, or the span itself if it is not the caller's side of a
   * call.
   */
  static int servedBy(Trace trace, int span) {
    return SelfTimes.isCall(trace, span) ? trace.firstChild(span) : span;
  }

  @Override
  public String toString() {
    return service + " " + operation;
  }
}
