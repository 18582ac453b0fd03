package org.curtail.cli.workflow.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.DoubleUnaryOperator;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.load.StageServers;
import org.curtail.workflow.load.WorkflowLoad;
import org.curtail.workflow.load.WorkflowTraffic;
import org.junit.jupiter.api.Test;

/** Feedback of load, step by step, with made-up observations, and in the simulator. */
class WorkflowFeedbackTest {
  private static final Workflow WORKFLOW =
      Workflow.of("w", List.of(Stage.of("a", List.of(), 1, CatchUpTimeTest.bimodal())));

  private static WorkflowPlan plan(double budget) {
    return new WorkflowPlan(
        "w",
        WorkflowGoal.reissue(99, budget),
        List.of(
            new StagePlan("a", ReissuePolicy.singleR(0, budget), budget, PartialAnswer.NONE, 0)),
        CatchUp.NONE);
  }

  private static WorkflowObservation seen(double tailMillis, double budgetUsed) {
    return new WorkflowObservation(30, tailMillis, budgetUsed, 0, 0.5, WORKFLOW);
  }

  private static WorkflowFeedback withoutCopies(WorkflowFeedback feedback) {
    return feedback.observe(seen(100, 0)).observe(seen(100, 0)).observe(seen(100, 0));
  }

  private static WorkflowPlan toRun(WorkflowFeedback feedback) {
    return ((WorkflowStep.Run) feedback.step()).plan();
  }

  /** Runs to the verdict; the tail follows from the budget, which is spent as planned. */
  private static WorkflowFeedback judged(
      BiFunction<Workflow, WorkflowGoal, WorkflowPlan> planner,
      double budget,
      DoubleUnaryOperator tailMillis) {
    WorkflowFeedback feedback = WorkflowFeedback.of(plan(budget), planner);
    while (feedback.step() instanceof WorkflowStep.Run run) {
      double planned = run.plan().goal().budget();
      feedback = feedback.observe(seen(tailMillis.applyAsDouble(planned), planned));
      assertThat(feedback.trials()).as("an end").hasSizeLessThan(20);
    }
    return feedback;
  }

  private static List<Double> budgets(WorkflowFeedback feedback) {
    return feedback.trials().stream().map(WorkflowTrial::budget).toList();
  }

  @Test
  void firstNothingIsSentAgainThenThePlanRuns() {
    WorkflowFeedback feedback = WorkflowFeedback.of(plan(0.2), ThinnedPlan.planner(plan(0.2)));
    assertThat(toRun(feedback).stages().getFirst().policy().reissues().getFirst().probability())
        .isZero();
    feedback = withoutCopies(feedback);
    assertThat(toRun(feedback)).isEqualTo(plan(0.2));
    feedback = feedback.observe(seen(60, 0.2));
    for (int repeat = 1; repeat <= 2; repeat++) {
      assertThat(feedback.step()).isEqualTo(new WorkflowStep.Run(plan(0.2), repeat));
      feedback = feedback.observe(seen(repeat == 1 ? 110 : 70, 0.21));
    }
    assertThat(feedback.trials()).hasSize(2);
    WorkflowStep.Accepted accepted = (WorkflowStep.Accepted) feedback.step();
    assertThat(accepted.asPlanned()).isTrue();
    assertThat(accepted.best().plan()).isEqualTo(plan(0.2));
    assertThat(accepted.best().offBy()).isCloseTo(1, within(1e-12));
    assertThat(accepted.best().observedReduction(feedback.trials().getFirst()))
        .isCloseTo(0.4, within(1e-12));
    assertThat(accepted.reason())
        .isEqualTo(
            "The plan holds under load. p99 is 60 ms, and 100 ms without copies; the prediction without queues was 30 ms.");
  }

  @Test
  void aPlanThatHoldsWithSomeRequestsAndNotWithOthersDoesNotHold() {
    for (int lucky = 0; lucky < 2; lucky++) {
      WorkflowFeedback feedback =
          withoutCopies(WorkflowFeedback.of(plan(0.2), ThinnedPlan.planner(plan(0.2))))
              .observe(seen(60, 0.2));
      for (int repeat = 0; repeat < lucky; repeat++) {
        feedback = feedback.observe(seen(60, 0.2));
      }
      feedback = feedback.observe(seen(Double.POSITIVE_INFINITY, 0.9));
      assertThat(feedback.trials()).hasSize(2);
      assertThat(feedback.trials().get(1).keptUp()).isFalse();
      assertThat(feedback.step()).isEqualTo(new WorkflowStep.Run(toRun(feedback), 0));
      assertThat(toRun(feedback).goal().budget()).isCloseTo(0.1, within(1e-12));
    }
  }

  @Test
  void aTailThatIsShorterWithSomeRequestsOnlyDoesNotHold() {
    WorkflowFeedback feedback =
        withoutCopies(WorkflowFeedback.of(plan(0.2), ThinnedPlan.planner(plan(0.2))))
            .observe(seen(60, 0.2))
            .observe(seen(60, 0.2))
            .observe(seen(190, 0.2));
    assertThat(toRun(feedback).goal().budget()).isCloseTo(0.1, within(1e-12));
    while (feedback.step() instanceof WorkflowStep.Run run) {
      feedback = feedback.observe(seen(70, run.plan().goal().budget()));
    }
    assertThat(((WorkflowStep.Accepted) feedback.step()).reason())
        .contains("p99 is 103 ms in the mean of 3 runs, and 100 ms without copies");
  }

  @Test
  void aVerdictIsTheEnd() {
    WorkflowFeedback feedback = judged(ThinnedPlan.planner(plan(0.2)), 0.2, budget -> 10);
    WorkflowFeedback over = feedback;
    assertThatThrownBy(() -> over.observe(seen(1, 0)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("there is a verdict already");
  }

  @Test
  void ifTheLoadIsTooMuchWithoutCopiesNothingElseRuns() {
    WorkflowFeedback feedback =
        judged(ThinnedPlan.planner(plan(0.2)), 0.2, budget -> Double.POSITIVE_INFINITY);
    assertThat(feedback.trials()).hasSize(1);
    assertThat(((WorkflowStep.Refused) feedback.step()).reason())
        .isEqualTo("Calls pile up even without copies: the load is too high.");
  }

  /** Best at 0.06; from 0.1 on calls pile up. */
  private static double valley(double budget) {
    return budget >= 0.1 ? Double.POSITIVE_INFINITY : 100 - 500 * budget;
  }

  @Test
  void probabilitiesAreHalvedUntilItHoldsAndThenNarrowed() {
    WorkflowFeedback feedback =
        judged(ThinnedPlan.planner(plan(0.32)), 0.32, WorkflowFeedbackTest::valley);
    // The same plan for the same budget does not run twice.
    assertThat(budgets(feedback)).containsExactly(0.0, 0.32, 0.16, 0.08, 0.12, 0.1);
    WorkflowStep.Accepted accepted = (WorkflowStep.Accepted) feedback.step();
    assertThat(accepted.asPlanned()).isFalse();
    assertThat(accepted.best().budget()).isCloseTo(0.08, within(1e-12));
    assertThat(accepted.reason())
        .startsWith(
            "The plan for a budget of 32 % does not hold under load: calls pile up. A new plan, for 8 %, does.");
    assertThat(
            accepted.best().plan().stages().getFirst().policy().reissues().getFirst().probability())
        .isCloseTo(0.08, within(1e-12));
  }

  @Test
  void aPlannerIsAskedAnewForTheSameBudgetFirst() {
    var goals = new ArrayList<Double>();
    WorkflowFeedback feedback =
        judged(
            (seen, goal) -> {
              goals.add(goal.budget());
              return new WorkflowPlan(
                  "w",
                  goal,
                  List.of(
                      new StagePlan(
                          "a",
                          ReissuePolicy.singleR(5, goal.budget()),
                          goal.budget(),
                          PartialAnswer.NONE,
                          0)),
                  CatchUp.NONE);
            },
            0.1,
            WorkflowFeedbackTest::valley);
    assertThat(goals.getFirst()).isEqualTo(0.1);
    assertThat(budgets(feedback)).startsWith(0.0, 0.1, 0.1, 0.05);
  }

  @Test
  void whatSpendsTooMuchDoesNotHold() {
    WorkflowFeedback feedback =
        withoutCopies(WorkflowFeedback.of(plan(0.2), ThinnedPlan.planner(plan(0.2))))
            .observe(seen(60, 0.23));
    assertThat(toRun(feedback).goal().budget()).isCloseTo(0.1, within(1e-12));
    feedback = feedback.observe(seen(70, 0.105));
    while (feedback.step() instanceof WorkflowStep.Run run) {
      feedback = feedback.observe(seen(65, run.plan().goal().budget()));
    }
    assertThat(((WorkflowStep.Accepted) feedback.step()).reason())
        .contains("copies cost 23 %, since queues make more calls late than planned");
  }

  /** Times of queues that copies made: a planner would send no copies after these. */
  @Test
  void timesOfARunawayAreNotPlannedFrom() {
    Workflow calm = WORKFLOW;
    Workflow ruined =
        Workflow.of(
            "w",
            List.of(Stage.of("a", List.of(), 1, StageTimes.independent(new double[] {1e4, 2e4}))));
    var planned = new ArrayList<Workflow>();
    WorkflowFeedback feedback =
        WorkflowFeedback.of(
                plan(0.1),
                (seen, goal) -> {
                  planned.add(seen);
                  return plan(goal.budget() / 3);
                })
            .observe(new WorkflowObservation(30, 100, 0, 0, 0.5, calm))
            .observe(seen(100, 0))
            .observe(seen(100, 0))
            .observe(new WorkflowObservation(30, 9_000, 0.63, 0, 1, ruined));
    assertThat(planned).containsExactly(calm);
    // A plan within the budget may cost a little more.
    Workflow busy =
        Workflow.of("w", List.of(Stage.of("a", List.of(), 1, CatchUpTimeTest.bimodal())));
    feedback = feedback.observe(new WorkflowObservation(30, 90, 0.15, 0, 0.6, busy));
    assertThat(planned).containsExactly(calm, busy);
    assertThat(feedback.step()).isInstanceOf(WorkflowStep.Run.class);
  }

  @Test
  void whatLosesTooMuchDoesNotHold() {
    WorkflowFeedback feedback =
        WorkflowFeedback.of(plan(0.2), ThinnedPlan.planner(plan(0.2)))
            .observe(new WorkflowObservation(30, 100, 0, 0.01, 0.5, WORKFLOW))
            .observe(new WorkflowObservation(30, 100, 0, 0.01, 0.5, WORKFLOW))
            .observe(new WorkflowObservation(30, 100, 0, 0.01, 0.5, WORKFLOW))
            .observe(new WorkflowObservation(30, 60, 0.2, 0.01, 0.6, WORKFLOW));
    assertThat(feedback.step()).isInstanceOf(WorkflowStep.Run.class);
  }

  @Test
  void ifNoBudgetHelpsAllIsRefusedWithWhatWasTried() {
    WorkflowFeedback feedback =
        judged(ThinnedPlan.planner(plan(0.32)), 0.32, budget -> budget > 0.1 ? 1e9 : 100);
    WorkflowStep.Refused refused = (WorkflowStep.Refused) feedback.step();
    assertThat(refused.without().observedMillis()).isEqualTo(100);
    assertThat(refused.reason())
        .startsWith("No plan holds under load: with a budget of 32 % p99 is 1000000000 ms")
        .contains("with a budget of 0.5 % p99 is 100 ms, and 100 ms without copies");
    assertThat(budgets(feedback)).hasSize(8);
  }

  @Test
  void aCatchUpStaysWhereThePlannerHasNone() {
    var late = new CatchUp.Priority(5);
    WorkflowPlan given = plan(0.2);
    WorkflowPlan withLate = new WorkflowPlan(given.workflow(), given.goal(), given.stages(), late);
    WorkflowFeedback feedback =
        withoutCopies(WorkflowFeedback.of(withLate, (seen, goal) -> plan(goal.budget())))
            .observe(seen(Double.POSITIVE_INFINITY, 0.2));
    assertThat(toRun(feedback).catchUp()).isEqualTo(late);
  }

  /**
   * The problem of scylladb#3156: a plan for copies of one of ten calls, made without queues, meets
   * queues. More calls are late, copies make even more late, and in the end most are sent twice.
   */
  @Test
  void aPlanThatPilesUpIsLoweredUntilItHolds() {
    Workflow workflow =
        Workflow.of(
            "w",
            List.of(
                Stage.of("a", List.of(), 1, CatchUpTimeTest.bimodal()),
                Stage.of("b", List.of("a"), 1, CatchUpTimeTest.bimodal())));
    var stages = new ArrayList<StagePlan>();
    for (String stage : List.of("a", "b")) {
      stages.add(new StagePlan(stage, ReissuePolicy.singleD(2), 0.1, PartialAnswer.NONE, 0));
    }
    var eager = new WorkflowPlan("w", WorkflowGoal.reissue(99, 0.1), stages, CatchUp.NONE);
    WorkflowLoad load =
        WorkflowLoad.of(workflow, List.of(new StageServers(4, 4), new StageServers(4, 4)));
    WorkflowTraffic traffic = WorkflowTraffic.poisson(load.perSecond(0.55), 20_000, 7);
    WorkflowFeedback feedback =
        WorkflowFeedback.simulate(load, traffic, eager, ThinnedPlan.planner(eager));
    List<WorkflowTrial> trials = feedback.trials();
    assertThat(trials.getFirst().keptUp()).isTrue();
    assertThat(trials.get(1).keptUp()).isFalse();
    WorkflowStep.Accepted accepted = (WorkflowStep.Accepted) feedback.step();
    assertThat(accepted.asPlanned()).isFalse();
    assertThat(accepted.best().keptUp()).isTrue();
    assertThat(accepted.best().observedMillis()).isLessThan(trials.getFirst().observedMillis());
    assertThat(accepted.best().predictedMillis())
        .as("without queues more was promised")
        .isLessThan(accepted.best().observedMillis());
    assertThat(accepted.best().budget()).isLessThan(0.1);
    assertThat(accepted.best().observedBudget()).isLessThan(0.11);
  }

  @Test
  void atALowLoadThePlanIsAccepted() {
    Workflow workflow = WORKFLOW;
    WorkflowPlan plan = plan(0.1);
    WorkflowLoad load = WorkflowLoad.of(workflow, List.of(new StageServers(8, 2)));
    WorkflowFeedback feedback =
        WorkflowFeedback.simulate(
            load,
            WorkflowTraffic.poisson(load.perSecond(0.1), 20_000, 7),
            new WorkflowPlan(
                "w",
                WorkflowGoal.reissue(99, 0.11),
                List.of(new StagePlan("a", ReissuePolicy.singleD(2), 0.1, PartialAnswer.NONE, 0)),
                CatchUp.NONE),
            ThinnedPlan.planner(plan));
    WorkflowStep.Accepted accepted = (WorkflowStep.Accepted) feedback.step();
    assertThat(accepted.asPlanned()).isTrue();
    assertThat(Math.abs(accepted.best().offBy())).isLessThan(0.1);
  }
}
