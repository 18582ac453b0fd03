package org.curtail.workflow;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A call of a visit to one responder. */
final class LoadCall {
  final LoadVisit visit;
  final int responder;

  /** In the order they were sent. */
  final List<LoadAttempt> attempts = new ArrayList<>(2);

  /** Whether nobody waits for an answer any longer. */
  boolean closed;

  /** Who answered first, while somebody waited. */
  @Nullable LoadAttempt winner;

  LoadCall(LoadVisit visit, int responder) {
    this.visit = visit;
    this.responder = responder;
  }

  /** The time of its first attempt, with one thread. */
  double firstMillis() {
    return visit.stage.draws.firstMillis(visit.scope.request, responder, visit.scope.inside);
  }

  /** The time of its copy, with one thread, whether it is sent or not. */
  double secondMillis() {
    return visit.stage.draws.secondMillis(
        visit.scope.request, responder, visit.scope.inside, attempts.getFirst().workMillis);
  }

  /** Whether chance lets it have a copy. */
  boolean isTossed() {
    return visit.stage.draws.tossed(
        visit.rule().probability(), visit.scope.request, responder, visit.scope.inside);
  }
}
