package org.curtail.workflow;

import java.util.ArrayList;
import java.util.List;

/** A call of a visit to one responder. */
final class LoadCall {
  final LoadVisit visit;
  final int responder;

  /** In the order they were sent. */
  final List<LoadAttempt> attempts = new ArrayList<>(2);

  /** Whether nobody waits for an answer any longer. */
  boolean closed;

  LoadCall(LoadVisit visit, int responder) {
    this.visit = visit;
    this.responder = responder;
  }
}
