package org.curtail.traces.workflow;

import org.curtail.traces.SelfTimes;
import org.curtail.traces.Trace;

/**
 * A stage of a workflow: an operation of a service. The caller's side of a call belongs to the
 * stage of the service that is called.
 */
public record StageName(String service, String operation) {
  /** The stage of a span. */
  public static StageName of(Trace trace, int span) {
    int server = servedBy(trace, span);
    return new StageName(trace.service(server), trace.operation(server));
  }

  /** The callee's side of a call, and of any other span itself. */
  static int servedBy(Trace trace, int span) {
    return SelfTimes.isCall(trace, span) ? trace.firstChild(span) : span;
  }

  @Override
  public String toString() {
    return service + " " + operation;
  }
}
