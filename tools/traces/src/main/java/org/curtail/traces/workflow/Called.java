package org.curtail.traces.workflow;

import org.curtail.traces.Trace;

/**
 * Calls of a stage by one service: what a client can be configured for.
 *
 * @param caller the service that calls; empty if the stage is the root
 * @param stage what is called
 */
public record Called(String caller, StageName stage) {
  /** Of a span that is a {@link CallVisit}. */
  static Called of(Trace trace, int span) {
    return new Called(caller(trace, span), StageName.of(trace, span));
  }

  private static String caller(Trace trace, int span) {
    if (trace.service(span).equals(trace.service(StageName.servedBy(trace, span)))) {
      return span == 0 ? "" : trace.service(trace.parent(span));
    }
    return trace.service(span);
  }

  @Override
  public String toString() {
    return caller.isEmpty() ? stage.toString() : caller + " to " + stage;
  }
}
