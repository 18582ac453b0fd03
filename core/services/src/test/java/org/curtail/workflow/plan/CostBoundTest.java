package org.curtail.workflow.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.curtail.reissue.Reissue;
import org.curtail.testkit.Cases;
import org.curtail.workflow.RandomStages;
import org.curtail.workflow.Responders;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.estimate.VisitMoments;
import org.junit.jupiter.api.Test;

class CostBoundTest {
  private static final WorkflowGoal GOAL = WorkflowGoal.reissue(99, 0.1);
  private static final int RESAMPLES = 600;

  @Test
  void theDeviationIsThatOfABootstrap() {
    Cases.random(
        35_000,
        5,
        random -> {
          Workflow workflow = RandomStages.workflow(random, 3, 120);
          Stage several = workflow.stages().get(0).asking(new Responders(5, random.nextInt(3, 6)));
          WorkflowCurves curves = WorkflowCurves.of(workflow).with(several);
          WorkflowPlan plan = BudgetSplit.leastVariance().plan(curves, GOAL);
          CostBound bound = CostBound.of(curves, plan);
          double sum = 0;
          double squares = 0;
          for (int i = 0; i < RESAMPLES; i++) {
            double used = curves.workflow().budgetUsed(resampled(random, curves.workflow(), plan));
            sum += used;
            squares += used * used;
          }
          double mean = sum / RESAMPLES;
          double deviation = Math.sqrt(squares / RESAMPLES - mean * mean);
          assertThat(mean).isCloseTo(bound.budgetUsed(), within(4 * deviation / 20));
          assertThat(bound.deviation()).isCloseTo(deviation, within(0.15 * deviation));
          assertThat(bound.most(2)).isEqualTo(bound.budgetUsed() + 2 * bound.deviation());
        });
  }

  /**
   * Returns the shares of copies of the same policies, on times resampled from the measured ones.
   */
  private static double[] resampled(RandomGenerator random, Workflow workflow, WorkflowPlan plan) {
    double[] fractions = new double[plan.stages().size()];
    for (int s = 0; s < fractions.length; s++) {
      Stage stage = workflow.stages().get(s);
      double[] times = new double[stage.times().size()];
      Arrays.setAll(times, i -> stage.times().firstMillis(random.nextInt(times.length)));
      List<Reissue> reissues = plan.stages().get(s).policy().reissues();
      if (!reissues.isEmpty()) {
        var moments = new VisitMoments(StageTimes.independent(times), stage.responders());
        Reissue copy = reissues.getFirst();
        fractions[s] = copy.probability() * moments.shareSent(copy.delayMillis());
      }
    }
    return fractions;
  }

  @Test
  void withoutCopiesNothingIsUncertain() {
    Cases.one(
        36_000,
        random -> {
          Workflow workflow = RandomStages.workflow(random, 3, 50);
          CostBound bound =
              CostBound.of(WorkflowCurves.of(workflow), WorkflowPlan.none(workflow, GOAL));
          assertThat(bound).isEqualTo(new CostBound(0, 0));
        });
  }
}
