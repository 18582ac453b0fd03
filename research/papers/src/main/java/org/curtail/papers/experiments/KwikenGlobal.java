package org.curtail.papers.experiments;

import java.util.List;
import java.util.Map;
import org.curtail.reissue.Reissue;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowPlan;

/**
 * Plans with a part of the budget for requests that are late as a whole: global reissue of the
 * Kwiken paper (sections 4.3 and 5.4, Figure 13b). As in the paper, each stage has the same share
 * of the global part as of the local part. T_z follows from its share. A call gets a copy if it has
 * no answer at the time T_z after the start of its request. A call that begins later gets a copy at
 * once. T_z comes from the training days, one stage after the other, because copies of earlier
 * stages decide which requests are late.
 */
final class KwikenGlobal {
  /** Budget in percent, local and global together. */
  static final double BUDGET = 3;

  static final String ALL_LOCAL = "all local";
  static final String THIRTIETH = "1/30 global";
  static final String SIXTH = "1/6 global";

  /** Global shares of the budget. */
  static final Map<String, Double> SHARES =
      Map.of(ALL_LOCAL, 0.0, THIRTIETH, 1 / 30.0, SIXTH, 1 / 6.0);

  private static final int HALVINGS = 40;

  private final KwikenPlans plans;
  private final KwikenRequests known;

  KwikenGlobal(KwikenPlans plans, int requests, long seed) {
    this.plans = plans;
    known = new KwikenRequests(plans.curves().workflow(), requests, seed);
  }

  /** Returns the times of copies of each stage, with a global share of the budget. */
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

  /** Returns the least T_z of a stage with copies of at most a share of its calls. */
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

  /** Runs the plan on requests of another day. */
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
