package org.curtail.workflow;

import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissuePolicy;

/** What visits of a stage are like under any policy with one copy. Immutable. */
sealed interface VisitModel permits VisitMoments, TracedMoments {
  /** Visits whose late calls are sent again after a delay, some of them or all. */
  @FunctionalInterface
  interface AfterDelay {
    /** What SingleR gives; without copies if the probability is 0. */
    CurvePoint with(double probability);
  }

  /** What does not depend on the probability is done once. */
  AfterDelay after(double delayMillis);

  /** What SingleR gives; without copies if the probability is 0. */
  default CurvePoint of(double delayMillis, double probability) {
    return after(delayMillis).with(probability);
  }

  /** Which share of calls is sent again after a delay if all that are late are. */
  double shareSent(double delayMillis);

  /** The least delay after which no more than a share of calls has no answer. */
  double delayMillis(double share);

  /** How many calls there were. */
  int calls();

  /** What a policy with one copy at most gives. */
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

  /** Of a stage as it was measured. */
  static VisitModel of(Stage stage) {
    ResponderTraces traces = stage.traces();
    return traces == null || traces.responders() == 1
        ? new VisitMoments(stage.times(), stage.responders())
        : new TracedMoments(stage, traces);
  }
}
