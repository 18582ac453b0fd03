package org.curtail.workflow.load;

import java.util.ArrayList;
import java.util.List;
import org.curtail.workflow.visit.VisitRule;

/** A visit of a stage, with a call to each responder. */
final class LoadVisit {
  final LoadScope scope;

  /** Place of the stage in the scope. */
  final int place;

  final LoadStage stage;
  final double beganMillis;

  /** True if the visit is sped up because its request is late. */
  final boolean catchesUp;

  final List<LoadCall> calls;

  /** Number of responders that answered before the end of the visit. */
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

  /** Returns the share of the needed responders that the visit waited for. */
  double share() {
    return answered / (double) stage.responders.needed();
  }
}
