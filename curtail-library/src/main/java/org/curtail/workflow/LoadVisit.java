package org.curtail.workflow;

import java.util.ArrayList;
import java.util.List;

/** A visit of a stage: it calls all responders of it. */
final class LoadVisit {
  final LoadScope scope;
  final LoadStage stage;

  /** Where its times and coins are. */
  final CallChance.Visit place;

  final double beganMillis;

  /** Whether it is sped up because its request is late. */
  final boolean catchesUp;

  final List<LoadCall> calls;

  /** Responders that have answered while somebody waited. */
  int answered;

  boolean ended;

  LoadVisit(
      LoadScope scope,
      LoadStage stage,
      CallChance.Visit place,
      double beganMillis,
      boolean catchesUp) {
    this.scope = scope;
    this.stage = stage;
    this.place = place;
    this.beganMillis = beganMillis;
    this.catchesUp = catchesUp;
    calls = new ArrayList<>(stage.responders.count());
  }

  /** The share of the needed responders that it has waited for. */
  double share() {
    return answered / (double) stage.responders.needed();
  }
}
