package org.curtail.cli.workflow.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.load.WorkflowLoad;
import org.curtail.workflow.load.WorkflowLoadResult;
import org.curtail.workflow.load.WorkflowLoadResult.CatchUpUse;
import org.curtail.workflow.load.WorkflowTraffic;
import org.curtail.workflow.simulate.WorkflowSimulation;
import org.junit.jupiter.api.Test;

/** Times of catch-up, and their costs. */
class CatchUpTimeTest {
  private static final int REQUESTS = 20_000;

  /** A 4096th of the longest latency, and the effect of one request more or less. */
  private static final double STEP_MS = 0.3;

  private static final WorkflowTraffic TRAFFIC = WorkflowTraffic.poisson(10, REQUESTS, 3);

  /** Exponential times of 10 ms, without their farthest tail. */
  private static final double[] EXPONENTIAL =
      IntStream.range(0, 50_000)
          .mapToDouble(i -> -10 * StrictMath.log(1 - (i + 0.5) / 50_000))
          .toArray();

  /** 1 ms nine times of ten, else 50 ms. */
  static StageTimes bimodal() {
    return StageTimes.independent(new double[] {1, 1, 1, 1, 1, 1, 1, 1, 1, 50});
  }

  /** The second stage begins as late as the first one takes. */
  private static final Workflow ROW =
      Workflow.of(
          "row",
          List.of(
              Stage.of("a", List.of(), 1, StageTimes.independent(EXPONENTIAL)),
              Stage.of("b", List.of("a"), 3, StageTimes.independent(new double[] {5}))));

  private static CatchUpTime within(double budget, CatchUpTime.Kind kind) {
    return CatchUpTime.within(
        budget, kind, WorkflowLoad.withoutQueues(ROW), WorkflowPlan.none(ROW), TRAFFIC);
  }

  /** The first stage's time that this share of requests exceeds, by the same chance. */
  private static double exceededBy(double share) {
    double[] first =
        WorkflowSimulation.of(ROW, REQUESTS, TRAFFIC.seed())
            .stageLatenciesMillis(WorkflowPlan.none(ROW), "a");
    Arrays.sort(first);
    return first[(int) Math.round(REQUESTS * (1 - share))];
  }

  @Test
  void threadsAreGivenFromTheTimeThatTheBudgetAllows() {
    // A late visit of b takes two threads more, of cost 3 each, where 4 is the cost of a request.
    CatchUpTime time = within(0.06, after -> new CatchUp.Threads(after, 3, 2));
    assertThat(time.use().cost()).isBetween(0.055, 0.06);
    assertThat(time.afterMillis()).isCloseTo(exceededBy(0.06 * 4 / 6), offset(STEP_MS));
    CatchUpUse earlier =
        WorkflowLoad.withoutQueues(ROW)
            .run(
                new WorkflowPlan(
                    "row",
                    WorkflowGoal.reissue(99, 0),
                    WorkflowPlan.none(ROW).stages(),
                    new CatchUp.Threads(0.9 * time.afterMillis(), 3, 2)),
                TRAFFIC)
            .catchUp();
    assertThat(earlier.cost()).as("a tenth earlier").isGreaterThan(0.06);
  }

  @Test
  void priorityCostsTheWorkThatGoesFirst() {
    CatchUpTime time = within(0.03, CatchUp.Priority::new);
    assertThat(time.use().cost()).isBetween(0.027, 0.03);
    assertThat(time.use().lateShare()).isCloseTo(time.use().cost() * 4 / 3 / 2, offset(1e-3));
    assertThat(time.use().extraThreadShare()).isZero();
  }

  @Test
  void globalReissueCostsItsCopies() {
    CatchUpTime time =
        within(
            0.01, after -> new CatchUp.GlobalReissue(after, Map.of("b", ReissuePolicy.singleD(0))));
    assertThat(time.use().cost()).isBetween(0.009, 0.01);
    assertThat(time.afterMillis()).isCloseTo(exceededBy(0.01 * 4 / 3), offset(STEP_MS));
  }

  @Test
  void whatIsCheapIsDoneFromTheStart() {
    CatchUpTime time = within(10, after -> new CatchUp.Threads(after, 2, 1.5));
    assertThat(time.afterMillis()).isZero();
    assertThat(time.use().lateShare()).isEqualTo(1);
  }

  @Test
  void withoutBudgetNobodyIsLate() {
    CatchUpTime time = within(0, after -> new CatchUp.Threads(after, 2, 1.5));
    assertThat(time.use().cost()).isZero();
    assertThat(time.use().lateShare()).isZero();
  }

  @Test
  void lateCallsAreSentAgainSeveralTimesAsOften() {
    double[] times = new double[100];
    Arrays.setAll(times, i -> i + 1);
    Workflow workflow =
        Workflow.of(
            "g",
            List.of(
                Stage.of("a", List.of(), 1, StageTimes.independent(times)),
                Stage.of("b", List.of(), 1, StageTimes.independent(times))));
    var plan =
        new WorkflowPlan(
            "g",
            WorkflowGoal.reissue(99, 0.05),
            List.of(
                new StagePlan("a", ReissuePolicy.singleD(95), 0.05, PartialAnswer.NONE, 0),
                StagePlan.none("b")),
            CatchUp.NONE);
    // Three times 5 % of the calls are above 85 ms.
    assertThat(GlobalReissues.policies(workflow, plan, 3))
        .isEqualTo(Map.of("a", ReissuePolicy.singleD(85)));
    assertThat(GlobalReissues.policies(workflow, plan, Double.POSITIVE_INFINITY))
        .isEqualTo(Map.of("a", ReissuePolicy.singleD(0)));
    assertThatThrownBy(() -> GlobalReissues.policies(workflow, plan, 0.5))
        .hasMessage("eagerness must be at least 1: 0.5");
  }

  @Test
  void aPlanWithGlobalReissueKeepsTheBudgetOfBothAndIsNoWorse() {
    Workflow workflow =
        Workflow.of(
            "w",
            List.of(
                Stage.of("a", List.of(), 1, bimodal()),
                Stage.of("b", List.of("a"), 1, bimodal()),
                Stage.of("c", List.of("b"), 1, bimodal())));
    WorkflowLoad load = WorkflowLoad.withoutQueues(workflow);
    WorkflowGoal goal = WorkflowGoal.reissue(99, 0.06);
    WorkflowPlan plan =
        GlobalReissues.plan((of, part) -> equalFraction(of, part), goal, 1 / 6.0, load, TRAFFIC);
    assertThat(plan.goal()).isEqualTo(goal);
    WorkflowLoadResult result = load.run(plan, TRAFFIC);
    assertThat(result.budgetUsed()).isLessThan(0.0625);
    WorkflowPlan local = equalFraction(workflow, WorkflowGoal.reissue(99, 0.05));
    assertThat(result.percentileMillis(99))
        .isLessThanOrEqualTo(load.run(local, TRAFFIC).percentileMillis(99));
  }

  private static WorkflowPlan equalFraction(Workflow workflow, WorkflowGoal goal) {
    // One of ten takes longer than 1 ms.
    return new WorkflowPlan(
        workflow.name(),
        goal,
        workflow.stages().stream()
            .map(stage ->
                new StagePlan(
                    stage.name(),
                    ReissuePolicy.singleR(1, 10 * goal.budget()),
                    goal.budget(),
                    PartialAnswer.NONE,
                    0))
            .toList(),
        CatchUp.NONE);
  }
}
