package org.curtail.workflow.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.SplittableRandom;
import org.curtail.workflow.CurvePoint;
import org.curtail.workflow.PlanOptions;
import org.curtail.workflow.RandomStages;
import org.curtail.workflow.Responders;
import org.curtail.workflow.Stage;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowGoal;
import org.junit.jupiter.api.Test;

class WorkflowCurvesTest {
  private static final WorkflowGoal GOAL = WorkflowGoal.reissue(99, 0.05);

  private static List<CurvePoint> points(WorkflowCurves curves) {
    return curves.curves().stream().map(curve -> curve.leastVariance(0.05)).toList();
  }

  @Test
  void afterOneStageChangedCurvesAreThoseOfTheChangedWorkflow() {
    var random = new SplittableRandom(11);
    Workflow workflow = RandomStages.workflow(random, 6, 300);
    Stage old = workflow.stages().get(2);
    Stage changed =
        new Stage(
            old.name(),
            List.of(),
            null,
            3,
            RandomStages.logNormal(random, 200, 8, 1),
            Responders.allOf(4));
    WorkflowCurves again = WorkflowCurves.of(workflow).with(changed);
    assertThat(again.workflow().stage(old.name())).isEqualTo(changed);
    WorkflowCurves anew = WorkflowCurves.of(again.workflow());
    assertThat(points(again)).isEqualTo(points(anew));
    assertThat(WorkflowPlanner.plan(again, GOAL, PlanOptions.DEFAULT))
        .isEqualTo(WorkflowPlanner.plan(anew, GOAL, PlanOptions.DEFAULT));
  }

  @Test
  void curvesOfStagesThatDidNotChangeAreKept() {
    Workflow workflow = RandomStages.workflow(new SplittableRandom(12), 4, 300);
    WorkflowCurves before = WorkflowCurves.of(workflow);
    Stage old = workflow.stages().get(1);
    var dearer =
        new Stage(old.name(), old.after(), null, old.cost() * 2, old.times(), old.responders());
    WorkflowCurves after = before.with(dearer);
    assertThat(after.curves()).isEqualTo(before.curves());
    assertThat(after.workflow().totalCost()).isGreaterThan(workflow.totalCost());
  }

  @Test
  void theCurveOfACallerIsThatOfWholeAttempts() {
    Workflow workflow = RandomStages.withCaller(new SplittableRandom(13), 2_000);
    WorkflowCurves curves = WorkflowCurves.of(workflow);
    double whole = curves.curves().get(workflow.index("front")).without().meanMillis();
    double sum =
        List.of("front", "search", "rank").stream()
            .mapToDouble(name -> StageCurve.of(workflow.stage(name)).without().meanMillis())
            .sum();
    assertThat(whole).isBetween(sum * 0.95, sum * 1.05);
  }

  @Test
  void aChangeWithinACallerChangesOnlyTheCurveOfTheCaller() {
    var random = new SplittableRandom(14);
    Workflow workflow = RandomStages.withCaller(random, 500);
    WorkflowCurves before = WorkflowCurves.of(workflow);
    Stage slower =
        Stage.of("rank", List.of("search"), 2, RandomStages.logNormal(random, 500, 30, 1))
            .within("front");
    WorkflowCurves after = before.with(slower);
    int front = workflow.index("front");
    assertThat(after.curves().get(front).without().meanMillis())
        .isGreaterThan(before.curves().get(front).without().meanMillis() + 20);
    for (String same : List.of("search", "render")) {
      assertThat(after.curves().get(workflow.index(same)))
          .isSameAs(before.curves().get(workflow.index(same)));
    }
  }

  @Test
  void curvesOfOtherStagesAreRefused() {
    Workflow workflow = RandomStages.workflow(new SplittableRandom(15), 2, 50);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WorkflowCurves.of(workflow, List.of()))
        .withMessage("curves are of stages [], but the workflow has [s0, s1]");
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            WorkflowCurves.of(workflow)
                .with(Stage.of("other", List.of(), 1, workflow.stages().get(0).times())));
  }
}
