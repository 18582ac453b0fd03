package org.curtail.workflow;

import org.curtail.reissue.CurvePoint;
import org.curtail.reissue.ReissuePolicy;

/** Mean and variance of a visit under policies with one copy at most, and what they send. Pure. */
sealed interface FanOutMoments permits VisitMoments, TracedMoments {
  /** What a policy with one copy at most gives. */
  CurvePoint of(ReissuePolicy policy);

  /** What SingleR gives; without copies if the probability is 0. */
  CurvePoint of(double delayMillis, double probability);

  /** Which share of calls is sent again after a delay if all that are late are. */
  double shareSent(double delayMillis);

  /** The least delay after which no more than a share of calls has no answer. */
  double delayMillis(double share);

  /** How many calls there were. */
  int calls();

  /** Those of a stage: of its traces if it has some, else of independent responders. */
  static FanOutMoments of(Stage stage) {
    ResponderTraces traces = stage.traces();
    return traces == null
        ? new VisitMoments(stage.times(), stage.responders())
        : new TracedMoments(stage, traces);
  }
}
