package org.curtail.workflow.estimate;

import java.util.Arrays;
import java.util.List;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.CurvePoint;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.ResponderTraces;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.simulate.WorkflowResult;
import org.curtail.workflow.simulate.WorkflowSimulation;
import org.curtail.workflow.visit.OrderStatistic;
import org.curtail.workflow.visit.StageDraws;

/** The distribution of a stage's visits under any policy with at most one copy. Immutable. */
public sealed interface VisitModel permits VisitMoments, VisitModel.TracedMoments {
  /** Visits under SingleR with one delay. */
  @FunctionalInterface
  interface AfterDelay {
    /** Returns the effect of SingleR; for the probability 0, that of no copies. */
    CurvePoint with(double probability);
  }

  /** Prepares a delay: computes everything that does not depend on the probability. */
  AfterDelay after(double delayMillis);

  /** Returns the effect of SingleR; for the probability 0, that of no copies. */
  default CurvePoint of(double delayMillis, double probability) {
    return after(delayMillis).with(probability);
  }

  /** Returns the share of calls with a copy if all late calls have one. */
  double shareSent(double delayMillis);

  /** Returns the least delay after which at most a share of calls has no answer. */
  double delayMillis(double share);

  /** Returns the number of calls. */
  int calls();

  /** Returns the effect of a policy with at most one copy. */
  default CurvePoint of(ReissuePolicy policy) {
    if (policy.maxAttempts() > 2) {
      throw new IllegalArgumentException("a stage sends one copy at most: " + policy);
    }
    if (policy.reissues().isEmpty()) {
      return of(0, 0);
    }
    Reissue reissue = policy.reissues().getFirst();
    return of(reissue.delayMillis(), reissue.probability());
  }

  /** Returns the model of a measured stage. */
  static VisitModel of(Stage stage) {
    ResponderTraces traces = stage.traces();
    return traces == null || traces.responders() == 1
        ? new VisitMoments(stage.times(), stage.responders())
        : new TracedMoments(stage, traces);
  }

  /**
   * Visits of a stage with dependent responders, from traced visits. The order statistics of such
   * responders have no closed form, so visits are simulated, the same for all policies. The share
   * of calls with a copy is counted.
   */
  final class TracedMoments implements VisitModel {
    /** Number of simulated calls for a point. */
    private static final int CALLS = 200_000;

    private static final int LEAST_VISITS = 500;
    private static final int MOST_VISITS = 10_000;
    private static final long SEED = 0x7ACEDL;

    private final WorkflowSimulation visits;

    /** Times of all calls, ascending. */
    private final double[] calls;

    /** Times by visit, ascending within a visit. */
    private final double[][] rows;

    private final int needed;

    TracedMoments(Stage stage, ResponderTraces traces) {
      Workflow alone = StageDraws.workflowOf(stage);
      int count = Math.clamp(CALLS / traces.responders(), LEAST_VISITS, MOST_VISITS);
      visits = WorkflowSimulation.of(alone, count, SEED);
      rows = new double[traces.size()][];
      for (int visit = 0; visit < rows.length; visit++) {
        rows[visit] = traces.millis(visit);
        Arrays.sort(rows[visit]);
      }
      calls = Arrays.stream(rows).flatMapToDouble(Arrays::stream).sorted().toArray();
      needed = stage.responders().needed();
    }

    @Override
    public AfterDelay after(double delayMillis) {
      double share = shareSent(delayMillis);
      return probability -> {
        ReissuePolicy policy =
            probability == 0 ? ReissuePolicy.NONE : ReissuePolicy.singleR(delayMillis, probability);
        WorkflowResult result = run(policy);
        return new CurvePoint(
            policy, probability * share, result.meanMillis(), result.varianceMillisSquared());
      };
    }

    private WorkflowResult run(ReissuePolicy policy) {
      String name = visits.workflow().name();
      var stage = new StagePlan(name, policy, 0, PartialAnswer.NONE, 0);
      return visits.run(
          new WorkflowPlan(name, WorkflowGoal.reissue(99, 0), List.of(stage), CatchUp.NONE));
    }

    @Override
    public double shareSent(double delayMillis) {
      long sent = 0;
      for (double[] row : rows) {
        int answered = OrderStatistic.within(row, delayMillis);
        sent += answered < needed ? row.length - answered : 0;
      }
      return (double) sent / calls.length;
    }

    @Override
    public double delayMillis(double share) {
      return VisitMoments.delayMillis(calls, share);
    }

    @Override
    public int calls() {
      return calls.length;
    }
  }
}
