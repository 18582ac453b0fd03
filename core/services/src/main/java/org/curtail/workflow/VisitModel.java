package org.curtail.workflow;

import java.util.Arrays;
import java.util.List;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissuePolicy;

/** The distribution of a stage's visits under any policy with one copy. Immutable. */
sealed interface VisitModel permits VisitMoments, VisitModel.TracedMoments {
  /** Visits under SingleR with one delay. */
  @FunctionalInterface
  interface AfterDelay {
    /** Returns SingleR's effect; that of no copies if the probability is 0. */
    CurvePoint with(double probability);
  }

  /** Computes all that does not depend on the probability. */
  AfterDelay after(double delayMillis);

  /** Returns SingleR's effect; that of no copies if the probability is 0. */
  default CurvePoint of(double delayMillis, double probability) {
    return after(delayMillis).with(probability);
  }

  /** Returns the share of calls with a copy if all late calls have one. */
  double shareSent(double delayMillis);

  /** Returns the least delay after which no more than a share of calls is without an answer. */
  double delayMillis(double share);

  /** Returns the number of calls. */
  int calls();

  /** Returns the effect of a policy with one copy at most. */
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
   * Visits of a stage with dependent responders, from traced visits. Their order statistics have no
   * closed form, so visits are simulated, the same for all policies; calls with a copy are counted.
   */
  final class TracedMoments implements VisitModel {
    /** Calls simulated for a point. */
    private static final int CALLS = 200_000;

    private static final int LEAST_VISITS = 500;
    private static final int MOST_VISITS = 10_000;
    private static final long SEED = 0x7ACEDL;

    private final WorkflowSimulation visits;

    /** All times, ascending. */
    private final double[] calls;

    /** By visit, ascending. */
    private final double[][] rows;

    private final int needed;

    TracedMoments(Stage stage, ResponderTraces traces) {
      Workflow alone = Workflow.of(stage.name(), List.of(stage.alone()));
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
        int answered = Visits.within(row, delayMillis);
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
