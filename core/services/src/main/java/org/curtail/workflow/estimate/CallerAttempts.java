package org.curtail.workflow.estimate;

import java.util.ArrayList;
import java.util.List;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.simulate.WorkflowSimulation;

/**
 * The times of whole attempts of a caller: its own measured time plus a run through its nested
 * stages. The runs are simulated, since no formula gives the longest path through a graph. The
 * caller's own times are taken in turn. A copy of a caller is another such attempt.
 */
public final class CallerAttempts {
  private static final int LEAST = 10_000;
  private static final int MOST = 100_000;
  private static final long FIRST_SEED = 0x57A6E1L;
  private static final long SECOND_SEED = 0x57A6E2L;

  private CallerAttempts() {}

  /** Returns the times of whole attempts if the nested stages follow a plan. */
  public static StageTimes times(Workflow workflow, Stage caller, WorkflowPlan plan) {
    List<Stage> within = allWithin(workflow, caller.name());
    var top = new ArrayList<Stage>();
    var plans = new ArrayList<StagePlan>();
    for (Stage stage : within) {
      boolean isCalledByIt = caller.name().equals(stage.within());
      top.add(isCalledByIt ? stage.within(null) : stage);
      plans.add(plan.stages().get(workflow.index(stage.name())));
    }
    Workflow inside = Workflow.of(caller.name(), top);
    WorkflowPlan insidePlan =
        new WorkflowPlan(caller.name(), plan.goal(), inOrder(inside, plans), CatchUp.NONE);
    return times(caller.times(), inside, insidePlan);
  }

  private static List<StagePlan> inOrder(Workflow inside, List<StagePlan> plans) {
    var sorted = new ArrayList<StagePlan>();
    for (Stage stage : inside.stages()) {
      sorted.add(
          plans.stream()
              .filter(plan -> plan.stage().equals(stage.name()))
              .findFirst()
              .orElseThrow());
    }
    return sorted;
  }

  private static StageTimes times(StageTimes own, Workflow inside, WorkflowPlan plan) {
    int attempts = Math.clamp(own.size(), LEAST, MOST);
    double[] first = run(inside, plan, attempts, FIRST_SEED);
    double[] second = own.arePairs() ? run(inside, plan, attempts, SECOND_SEED) : first;
    for (int i = 0; i < attempts; i++) {
      // Takes evenly spaced times if there are too many, and repeats all times if there are too
      // few.
      int taken = own.size() > attempts ? (int) ((long) i * own.size() / attempts) : i % own.size();
      first[i] += own.firstMillis(taken);
      if (own.arePairs()) {
        second[i] += own.secondMillis(taken);
      }
    }
    return own.arePairs() ? StageTimes.paired(first, second) : StageTimes.independent(first);
  }

  private static double[] run(Workflow inside, WorkflowPlan plan, int attempts, long seed) {
    return WorkflowSimulation.of(inside, attempts, seed).run(plan).latenciesMillis();
  }

  /** Returns all stages within a stage, at any depth, in the order of the workflow. */
  public static List<Stage> allWithin(Workflow workflow, String caller) {
    var names = new ArrayList<String>(List.of(caller));
    var found = new ArrayList<Stage>();
    for (Stage stage : workflow.stages()) {
      String within = stage.within();
      if (within != null && names.contains(within)) {
        names.add(stage.name());
        found.add(stage);
      }
    }
    return found;
  }
}
