package org.curtail.workflow;

import org.curtail.workflow.WorkflowLoadResult.CatchUpUse;

/** Decides which visits catch up in a run, and accounts for their cost. */
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
   * @param underWayMillis since its request arrived
   */
  boolean catchesUp(double underWayMillis) {
    visits++;
    // Before any cost of original visits, the share is unknown.
    boolean does = rule.catchesUp(underWayMillis, firstCost > 0 ? cost / firstCost : 0);
    if (does) {
      late++;
    } else if (rule.isLate(underWayMillis)) {
      refused++;
    }
    return does;
  }

  /** Accounts for a visit that has begun. */
  void began(LoadVisit visit) {
    double visitCost = visit.stage.stage.cost();
    if (!visit.scope.isCopy()) {
      firstCost += visitCost;
    } else if (visit.catchesUp && catchUp instanceof CatchUp.GlobalReissue) {
      cost += visitCost;
    }
  }

  /** Accounts for a sent attempt. */
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

  /** Accounts for an attempt whose service begins with its threads. */
  void started(LoadAttempt attempt) {
    if (attempt.threads > 1) {
      cost += (attempt.threads - 1) * attempt.call.visit.stage.callCost();
    }
  }

  /** True if a visit goes before others. */
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
