package org.curtail.traces.workflow;

import org.curtail.traces.Trace;

/**
 * Calls of a stage by one service: the unit of a client's configuration.
 *
 * @param caller calling service; empty if the stage is the root
 * @param stage called stage
 */
public record CallTarget(String caller, StageName stage) {
  /** Returns the target of a span that is a {@link CallVisit}. */
  static CallTarget of(Trace trace, int span) {
    return new CallTarget(caller(trace, span), StageName.of(trace, span));
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
