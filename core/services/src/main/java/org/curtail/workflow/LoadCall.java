package org.curtail.workflow;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A call of a visit to one responder. */
final class LoadCall {
  final LoadVisit visit;
  final int responder;

  /** In the order of sending. */
  final List<LoadAttempt> attempts = new ArrayList<>(2);

  /** True once no answer is needed any longer. */
  boolean closed;

  /** The first attempt that answered while the call was open. */
  @Nullable LoadAttempt winner;

  LoadCall(LoadVisit visit, int responder) {
    this.visit = visit;
    this.responder = responder;
  }

  /** Returns the time of its original attempt, with one thread. */
  double firstMillis() {
    return visit.stage.draws.firstMillis(visit.scope.request, responder, visit.scope.inside);
  }

  /** Returns the time of its copy, with one thread, sent or not. */
  double secondMillis() {
    return visit.stage.draws.secondMillis(
        visit.scope.request, responder, visit.scope.inside, attempts.getFirst().workMillis);
  }

  /** True if the coin allows it a copy. */
  boolean maySendCopy() {
    return visit.stage.draws.sendsCopy(
        visit.rule().probability(), visit.scope.request, responder, visit.scope.inside);
  }
}
