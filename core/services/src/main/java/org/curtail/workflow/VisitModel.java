package org.curtail.workflow;

import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissuePolicy;

/** The distribution of a stage's visits under any policy with one copy. Immutable. */
sealed interface VisitModel permits VisitMoments, TracedMoments {
  /** Visits under SingleR with one delay. */
  @FunctionalInterface
  interface AfterDelay {
    /** Returns SingleR's effect; that of no copies if the probability is 0. */
    CurvePoint with(double probability);
  }

  /** Computes all that does not depend on the probability. */
  AfterDelay after(double delayMillis);

  /** Returns SingleR's effect; that of no copies if the probability is 0. */
  default CurvePoint of(double delayMillis, double probability) {
    return after(delayMillis).with(probability);
  }

  /** Returns the share of calls with a copy if all late calls have one. */
  double shareSent(double delayMillis);

  /** Returns the least delay after which no more than a share of calls is without an answer. */
  double delayMillis(double share);

  /** Returns the number of calls. */
  int calls();

  /** Returns the effect of a policy with one copy at most. */
  default CurvePoint of(ReissuePolicy policy) {
    if (policy.maxAttempts() > 2) {
      throw new IllegalArgumentException("a stage sends one copy at most: " + policy);
    }
    if (policy.reissues().isEmpty()) {
      return of(0, 0);
    }
    Reissue reissue = policy.reissues().getFirst();
    return of(reissue.delayMillis(), reissue.probability());
  }

  /** Returns the model of a measured stage. */
  static VisitModel of(Stage stage) {
    ResponderTraces traces = stage.traces();
    return traces == null || traces.responders() == 1
        ? new VisitMoments(stage.times(), stage.responders())
        : new TracedMoments(stage, traces);
  }
}
