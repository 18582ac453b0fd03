package org.curtail.papers.experiments;

import java.util.List;
import java.util.Map;
import org.curtail.reissue.Reissue;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowPlan;

/**
 * Plans that keep a part of the budget for requests that are late in the workflow as a whole:
 * global reissue of the Kwiken paper (sections 4.3 and 5.4, Figure 13b). As there, each stage has
 * of the global part what it has of the local one, and finds T_z from it: a call that has no answer
 * when its request has been under way for T_z is sent again then, and one that begins later at
 * once. T_z is found on the training days, one stage after the other, as copies of earlier stages
 * decide which requests are late.
 */
final class KwikenGlobal {
  /** In percent: local and global together. */
  static final double BUDGET = 3;

  static final String ALL_LOCAL = "all local";
  static final String THIRTIETH = "1/30 global";
  static final String SIXTH = "1/6 global";

  /** Of the budget, what is global. */
  static final Map<String, Double> SHARES =
      Map.of(ALL_LOCAL, 0.0, THIRTIETH, 1 / 30.0, SIXTH, 1 / 6.0);

  private static final int HALVINGS = 40;

  private final KwikenPlans plans;
  private final KwikenRequests known;

  KwikenGlobal(KwikenPlans plans, int requests, long seed) {
    this.plans = plans;
    known = new KwikenRequests(plans.curves().workflow(), requests, seed);
  }

  /** Returns the times at which each stage sends copies, if a share of the budget is global. */
  List<KwikenRequests.Copies> plan(double share) {
    WorkflowPlan local = plans.sumVar(BUDGET * (1 - share));
    KwikenRequests.Copies[] copies = new KwikenRequests.Copies[local.stages().size()];
    var run = known.run();
    for (int s = 0; s < copies.length; s++) {
      StagePlan stage = local.stages().get(s);
      var ofLocal = new KwikenRequests.Copies(delayMillis(stage), Double.POSITIVE_INFINITY);
      copies[s] =
          share == 0 || stage.reissueFraction() == 0
              ? ofLocal
              : late(run, s, ofLocal, stage.reissueFraction() / (1 - share));
      run.visit(s, copies[s]);
    }
    return List.of(copies);
  }

  private static double delayMillis(StagePlan stage) {
    List<Reissue> copies = stage.policy().reissues();
    return copies.isEmpty() ? Double.POSITIVE_INFINITY : copies.getFirst().delayMillis();
  }

  /** The least T_z of a stage with which no more than a share of its calls is sent again. */
  private static KwikenRequests.Copies late(
      KwikenRequests.Run run, int stage, KwikenRequests.Copies local, double most) {
    double soon = 0;
    double late = run.latestMillis();
    if (run.sent(stage, local.late(soon)) <= most) {
      return local.late(soon);
    }
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (soon + late) / 2;
      if (run.sent(stage, local.late(middle)) > most) {
        soon = middle;
      } else {
        late = middle;
      }
    }
    return local.late(late);
  }

  /** The plan on requests of another day. */
  static KwikenRun tried(
      Workflow workflow, int requests, long seed, List<KwikenRequests.Copies> copies) {
    var on = new KwikenRequests(workflow, requests, seed);
    KwikenRequests.Run without = on.run();
    KwikenRequests.Run with = on.run();
    double cost = 0;
    for (int s = 0; s < copies.size(); s++) {
      without.visit(s, KwikenRequests.Copies.NONE);
      cost += workflow.stages().get(s).cost() * with.visit(s, copies.get(s));
    }
    return new KwikenRun(
        KwikenTail.of(without.latenciesMillis()),
        KwikenTail.of(with.latenciesMillis()),
        cost / workflow.totalCost(),
        0);
  }
}
