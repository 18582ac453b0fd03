package org.curtail.workflow.partial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.curtail.workflow.LossComposition;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.partial.Visits.StopOutcome;
import org.junit.jupiter.api.Test;

/** Two searches at many servers, the second with three times the utility. */
class LossSplitTest {
  private static final double LOSS = 0.004;
  private static final SyntheticVisits EVEN =
      new SyntheticVisits(40, 20, 0.25, 0.3, 0.1, 0.015, 8, 400);
  private static final SyntheticVisits WILD =
      new SyntheticVisits(40, 60, 0.25, 0.3, 0.1, 0.015, 8, 400);
  private static final Workflow WORKFLOW =
      Workflow.of(
          "two searches",
          List.of(
              Stage.of("parse", List.of(), 1, StageTimes.independent(new double[] {1, 2, 40})),
              EVEN.stage("even", List.of("parse"), 1, 800, 1).worth(1),
              WILD.stage("wild", List.of("even"), 1, 800, 2).worth(3)));

  private static WorkflowPlan none(double loss) {
    return WorkflowPlan.none(WORKFLOW, new WorkflowGoal(99, 0, loss));
  }

  private static double[] losses(WorkflowPlan plan) {
    return plan.stages().stream().mapToDouble(StagePlan::loss).toArray();
  }

  private static StopOutcome outcome(int stage, PartialAnswer answer) {
    Stage of = WORKFLOW.stages().get(stage);
    return Visits.of(of, none(LOSS).stages().get(stage).policy(), StageChoices.visits(of), 1)
        .under(answer);
  }

  private static double variance(WorkflowPlan plan) {
    double sum = 0;
    for (int s = 1; s <= 2; s++) {
      sum += outcome(s, plan.stages().get(s).partial()).varianceMillisSquared();
    }
    return sum;
  }

  @Test
  void theLossIsSpentWhereSeveralAnswerAndIsKept() {
    WorkflowPlan plan = LossSplit.added(WORKFLOW, none(LOSS), LOSS, 1);
    assertThat(plan.stages().getFirst()).isEqualTo(none(LOSS).stages().getFirst());
    assertThat(LossComposition.of(WORKFLOW).bound(losses(plan))).isBetween(0.8 * LOSS, LOSS);
    for (int s = 1; s <= 2; s++) {
      StagePlan stage = plan.stages().get(s);
      assertThat(outcome(s, stage.partial()).loss()).isEqualTo(stage.loss());
      assertThat(stage.policy()).isEqualTo(none(LOSS).stages().get(s).policy());
    }
  }

  @Test
  void noSplitInTenthsLeavesMuchLessVariance() {
    double ours = variance(LossSplit.added(WORKFLOW, none(LOSS), LOSS, 1));
    for (int tenths = 0; tenths <= 10; tenths++) {
      double even = Math.min(0.5, LOSS * tenths / 10 / 0.25);
      double wild = LOSS * (10 - tenths) / 10 / 0.75;
      double other =
          outcome(1, leastVariance(1, even)).varianceMillisSquared()
              + outcome(2, leastVariance(2, wild)).varianceMillisSquared();
      assertThat(ours).as("%d tenths", tenths).isLessThan(1.02 * other);
    }
    assertThat(ours).isLessThan(0.7 * variance(none(LOSS)));
  }

  private static PartialAnswer leastVariance(int stage, double loss) {
    Stage of = WORKFLOW.stages().get(stage);
    Visits visits =
        Visits.of(of, none(LOSS).stages().get(stage).policy(), StageChoices.visits(of), 1);
    return PartialAnswers.leastVariance(visits, loss);
  }

  @Test
  void withoutLossAllWaitForAll() {
    assertThat(LossSplit.added(WORKFLOW, none(0), 0, 1)).isEqualTo(none(0));
  }
}
