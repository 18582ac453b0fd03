package org.curtail.workflow.load;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A call of a visit to one responder. */
final class LoadCall {
  final LoadVisit visit;
  final int responder;

  /** In the order of sending. */
  final List<LoadAttempt> attempts = new ArrayList<>(2);

  /** True once the visit does not wait for this call any longer. */
  boolean closed;

  /** The first attempt that answered while the call was open. */
  @Nullable LoadAttempt winner;

  LoadCall(LoadVisit visit, int responder) {
    this.visit = visit;
    this.responder = responder;
  }

  /** Returns the service time of the original attempt with one thread. */
  double firstMillis() {
    return visit.stage.draws.firstMillis(visit.scope.request, responder, visit.scope.inside);
  }

  /** Returns the service time of the copy with one thread, even if no copy was sent. */
  double secondMillis() {
    return visit.stage.draws.secondMillis(
        visit.scope.request, responder, visit.scope.inside, attempts.getFirst().workMillis);
  }

  /** True if the coin allows a copy of this call. */
  boolean maySendCopy() {
    return visit.stage.draws.sendsCopy(
        visit.rule().probability(), visit.scope.request, responder, visit.scope.inside);
  }
}
