package org.curtail.workflow;

import java.util.ArrayList;
import java.util.List;

/** A visit of a stage: it calls all responders of the stage. */
final class LoadVisit {
  final LoadScope scope;

  /** Its place in the scope. */
  final int place;

  final LoadStage stage;
  final double beganMillis;

  /** True if it is sped up because its request is late. */
  final boolean catchesUp;

  final List<LoadCall> calls;

  /** Number of responders that answered in time. */
  int answered;

  boolean ended;

  LoadVisit(LoadScope scope, int place, LoadStage stage, double beganMillis, boolean catchesUp) {
    this.scope = scope;
    this.place = place;
    this.stage = stage;
    this.beganMillis = beganMillis;
    this.catchesUp = catchesUp;
    calls = new ArrayList<>(stage.responders.count());
  }

  /** Returns the rule of its calls. */
  VisitRule rule() {
    return catchesUp ? stage.late : stage.usual;
  }

  /** Returns the share of the needed responders that it has waited for. */
  double share() {
    return answered / (double) stage.responders.needed();
  }
}
