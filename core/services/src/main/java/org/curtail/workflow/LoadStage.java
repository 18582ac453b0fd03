package org.curtail.workflow;

import org.curtail.replicas.ReplicaChoice;
import org.curtail.workflow.LoadScope.ScopeShape;

/** A stage in a run: its plan, its servers, its draws, and its counts. */
final class LoadStage {
  final int index;
  final Stage stage;
  final Responders responders;
  final VisitRule usual;
  final VisitRule late;
  final PartialAnswer partial;
  final ScopeShape within;
  final StageDraws draws;
  final LoadTally tally;
  final UtilityShare utility;

  /** Number of answers that start the extra time of a partial answer. */
  final int mark;

  private final ReplicaChoice choice;
  private final ServerPool[] pools;
  private final StageRandom choices;

  LoadStage(WorkflowLoad load, WorkflowPlan plan, int index, WorkflowTraffic traffic) {
    Workflow workflow = load.workflow();
    this.index = index;
    stage = workflow.stages().get(index);
    responders = stage.responders();
    StagePlan planned = plan.stages().get(index);
    usual = VisitRule.usual(planned);
    late = VisitRule.late(planned, plan.catchUp());
    partial = planned.partial();
    // 0.07 * 100 is above 7 in binary.
    mark = Math.max(1, (int) Math.ceil(partial.fraction() * responders.needed() - 1e-9));
    within = ScopeShape.of(workflow, stage.name());
    draws = new StageDraws(workflow, index, traffic.seed());
    utility = UtilityShare.of(workflow, index);
    tally = new LoadTally(stage, load.servers().get(index), traffic.requests());
    choice = load.choice();
    pools = new ServerPool[responders.count()];
    for (int i = 0; i < pools.length; i++) {
      pools[i] = new ServerPool(load.servers().get(index));
    }
    // Other numbers than those of the calls, which all plans and servers share.
    choices = new StageRandom(~traffic.seed(), index, StageRandom.Purpose.COIN);
  }

  /** Returns the server for the next attempt of a call. */
  LoadServer choose(LoadCall call) {
    LoadScope scope = call.visit.scope;
    long place =
        4 * ((long) scope.request * responders.count() + call.responder)
            + 2L * call.attempts.size();
    return pools[call.responder].choose(
        choice, call, number -> choices.unit(place + number, scope.inside));
  }

  /** True if the request of a scope visits this stage. */
  boolean isVisited(LoadScope scope) {
    return !Double.isNaN(draws.firstMillis(scope.request, 0, scope.inside));
  }

  /** Returns the cost of one call. */
  double callCost() {
    return stage.cost() / responders.count();
  }

  /**
   * Returns the speedup of an attempt with a number of threads. If fewer were free than the rule
   * asks for, the speedup is interpolated linearly.
   */
  static double speedup(VisitRule rule, int threads) {
    if (threads >= rule.threads()) {
      return rule.speedup();
    }
    return 1 + (rule.speedup() - 1) * (threads - 1) / (rule.threads() - 1);
  }
}
