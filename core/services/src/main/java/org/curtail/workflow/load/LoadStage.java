package org.curtail.workflow.load;

import org.curtail.replicas.ReplicaChoice;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.Responders;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.load.LoadScope.ScopeShape;
import org.curtail.workflow.visit.StageDraws;
import org.curtail.workflow.visit.StageRandom;
import org.curtail.workflow.visit.UtilityShare;
import org.curtail.workflow.visit.VisitRule;

/** A stage in a run, with its plan, servers, draws and counts. */
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

  /** Number of answers after which the extra time of a partial answer begins. */
  final int mark;

  private final ReplicaChoice choice;
  private final ServerPool[] pools;
  private final StageRandom choices;

  LoadStage(
      Workflow workflow,
      int index,
      StageServers servers,
      ServerPool[] pools,
      ReplicaChoice choice,
      WorkflowPlan plan,
      WorkflowTraffic traffic) {
    this.index = index;
    stage = workflow.stages().get(index);
    responders = stage.responders();
    StagePlan planned = plan.stages().get(index);
    usual = VisitRule.usual(planned);
    late = VisitRule.late(planned, plan.catchUp());
    partial = planned.partial();
    mark = partial.awaited(responders.needed());
    within = ScopeShape.of(workflow, stage.name());
    draws = new StageDraws(workflow, index, traffic.seed());
    utility = UtilityShare.of(workflow, index);
    tally = new LoadTally(stage, servers, traffic.requests());
    this.choice = choice;
    this.pools = pools;
    // The choice of servers has random numbers of its own; those of calls are the same for all
    // plans.
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
   * Returns the speedup of an attempt with a number of threads. For fewer threads than the rule
   * has, the speedup is interpolated linearly.
   */
  static double speedup(VisitRule rule, int threads) {
    if (threads >= rule.threads()) {
      return rule.speedup();
    }
    return 1 + (rule.speedup() - 1) * (threads - 1) / (rule.threads() - 1);
  }
}
