package org.curtail.workflow.load;

import org.curtail.workflow.CatchUp;
import org.curtail.workflow.CatchUpRule;
import org.curtail.workflow.load.WorkflowLoadResult.CatchUpUse;

/** Decides which visits of a run catch up, and sums up their cost. */
final class CatchUpAccount {
  private final CatchUp catchUp;
  private final CatchUpRule rule;
  private double firstCost;
  private double cost;
  private long visits;
  private long late;
  private long refused;

  CatchUpAccount(CatchUp catchUp, double budget) {
    this.catchUp = catchUp;
    rule = CatchUpRule.of(catchUp, budget);
  }

  /**
   * True if a visit that begins now is sped up.
   *
   * @param underWayMillis time since its request arrived
   */
  boolean catchesUp(double underWayMillis) {
    visits++;
    // Without any original visit, the share is taken as 0.
    boolean does = rule.catchesUp(underWayMillis, firstCost > 0 ? cost / firstCost : 0);
    if (does) {
      late++;
    } else if (rule.isLate(underWayMillis)) {
      refused++;
    }
    return does;
  }

  /** Counts the cost of a visit that has begun. */
  void began(LoadVisit visit) {
    double visitCost = visit.stage.stage.cost();
    if (!visit.scope.isCopy()) {
      firstCost += visitCost;
    } else if (visit.catchesUp && catchUp instanceof CatchUp.GlobalReissue) {
      cost += visitCost;
    }
  }

  /** Counts the cost of a sent attempt. */
  void sent(LoadAttempt attempt) {
    if (!attempt.call.visit.catchesUp) {
      return;
    }
    switch (catchUp) {
      case CatchUp.None none -> {}
      case CatchUp.Threads threads -> {}
      case CatchUp.Priority priority -> cost += attempt.call.visit.stage.callCost();
      case CatchUp.GlobalReissue global ->
          cost += attempt.number * attempt.call.visit.stage.callCost();
    }
  }

  /** Counts the cost of additional threads when service begins. */
  void started(LoadAttempt attempt) {
    if (attempt.threads > 1) {
      cost += (attempt.threads - 1) * attempt.call.visit.stage.callCost();
    }
  }

  /** True if the calls of a visit start before other waiting calls. */
  boolean hasPriority(LoadVisit visit) {
    return visit.catchesUp && catchUp instanceof CatchUp.Priority;
  }

  CatchUpUse use(long attempts, long extraThreads) {
    return new CatchUpUse(
        share(late, visits),
        firstCost > 0 ? cost / firstCost : 0,
        share(extraThreads, attempts),
        share(refused, visits));
  }

  private static double share(long part, long all) {
    return all == 0 ? 0 : part / (double) all;
  }
}
