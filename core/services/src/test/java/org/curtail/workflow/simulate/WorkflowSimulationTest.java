package org.curtail.workflow.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.CurvePoint;
import org.curtail.workflow.JointTraces;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.ResponderTraces;
import org.curtail.workflow.Responders;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.estimate.ReissueCurve;
import org.curtail.workflow.visit.StageRandom;
import org.junit.jupiter.api.Test;

class WorkflowSimulationTest {
  private static final int REQUESTS = 200_000;

  private static StageTimes always(double millis) {
    return StageTimes.independent(new double[] {millis});
  }

  /** Returns evenly spaced numbers from 0 to 1. */
  private static StageTimes evenly(int count) {
    return StageTimes.independent(
        IntStream.range(0, count).mapToDouble(i -> (i + 0.5) / count).toArray());
  }

  private static StagePlan sending(String stage, ReissuePolicy policy) {
    return new StagePlan(stage, policy, 0, PartialAnswer.NONE, 0);
  }

  private static WorkflowPlan plan(Workflow workflow, CatchUp catchUp, StagePlan... stages) {
    return new WorkflowPlan(
        workflow.name(), WorkflowGoal.reissue(99, 0.05), List.of(stages), catchUp);
  }

  @Test
  void stagesOneAfterTheOtherAddUpAndBesideEachOtherTheSlowestCounts() {
    Workflow workflow =
        Workflow.of(
            "w",
            List.of(
                Stage.of("a", List.of(), 1, always(3)),
                Stage.of("b", List.of("a"), 1, always(5)),
                Stage.of("c", List.of("a"), 1, always(9)),
                Stage.of("d", List.of("b"), 1, always(2)),
                Stage.of("e", List.of("c", "d"), 1, always(1))));
    WorkflowResult result = WorkflowSimulation.of(workflow, 3, 1).run(WorkflowPlan.none(workflow));
    assertThat(result.latenciesMillis()).containsExactly(13, 13, 13);
    assertThat(result.meanStartMillis(workflow.index("e"))).isEqualTo(12);
    assertThat(result.meanMillis(workflow.index("d"))).isEqualTo(2);
    assertThat(result.budgetUsed()).isZero();
    assertThat(result.loss()).isZero();
  }

  /**
   * P(max of n &lt;= t) is t to the power of n; for large t, the tail is n times that of one
   * responder.
   */
  @Test
  void theSlowestOfManyRespondersIsDistributedAsTheMaximumOfAsMany() {
    int servers = 20;
    Workflow workflow =
        Workflow.of(
            "w",
            List.of(Stage.of("a", List.of(), 1, evenly(10_000)).asking(Responders.allOf(servers))));
    WorkflowResult result =
        WorkflowSimulation.of(workflow, REQUESTS, 2).run(WorkflowPlan.none(workflow));
    for (double percentile : new double[] {5, 50, 95, 99}) {
      double expected = Math.pow(percentile / 100, 1.0 / servers);
      assertThat(result.percentileMillis(percentile)).isCloseTo(expected, within(0.003));
    }
    double late =
        Arrays.stream(result.latenciesMillis()).filter(millis -> millis > 0.9995).count()
            / (double) REQUESTS;
    // n P(X > s) is 0.01; three standard deviations.
    assertThat(late).isCloseTo(servers * 0.0005, within(3 * Math.sqrt(0.01 / REQUESTS) + 5e-5));
  }

  @Test
  void theMeanOfTheKthAnswerIsThatOfAnOrderStatistic() {
    Workflow workflow =
        Workflow.of(
            "w", List.of(Stage.of("a", List.of(), 1, evenly(10_000)).asking(new Responders(9, 7))));
    WorkflowResult result =
        WorkflowSimulation.of(workflow, REQUESTS, 3).run(WorkflowPlan.none(workflow));
    assertThat(result.meanMillis()).isCloseTo(7.0 / 10, within(0.002));
  }

  @Test
  void aStageThatSendsAgainHasTheMeanAndVarianceOfTheExactCurve() {
    var random = new SplittableRandom(4);
    double[] millis =
        IntStream.range(0, 2_000).mapToDouble(i -> Math.exp(random.nextGaussian())).toArray();
    StageTimes times = StageTimes.independent(millis);
    for (double budget : new double[] {0.02, 0.1, 0.5}) {
      CurvePoint point = ReissueCurve.of(times.attemptTimes()).leastVariance(budget);
      Workflow workflow = Workflow.of("w", List.of(Stage.of("a", List.of(), 1, times)));
      WorkflowResult result =
          WorkflowSimulation.of(workflow, REQUESTS, 5)
              .run(plan(workflow, CatchUp.NONE, sending("a", point.policy())));
      assertThat(result.reissueFraction(0))
          .isCloseTo(point.reissueFraction(), within(4 * Math.sqrt(budget / REQUESTS)));
      assertThat(result.budgetUsed()).isEqualTo(result.reissueFraction(0), offset(1e-12));
      assertThat(result.meanMillis())
          .isCloseTo(point.meanMillis(), within(4 * point.deviationMillis() / 447));
      assertThat(result.varianceMillisSquared())
          .isCloseTo(point.varianceMillisSquared(), within(0.1 * point.varianceMillisSquared()));
    }
  }

  @Test
  void pairsKeepWhatIsSlowForBoth() {
    StageTimes times = StageTimes.paired(new double[] {1, 100, 100}, new double[] {7, 200, 1});
    Workflow workflow = Workflow.of("w", List.of(Stage.of("a", List.of(), 1, times)));
    double[] latencies =
        WorkflowSimulation.of(workflow, 1000, 6)
            .run(plan(workflow, CatchUp.NONE, sending("a", ReissuePolicy.singleD(10))))
            .latenciesMillis();
    assertThat(Arrays.stream(latencies).distinct().sorted()).containsExactly(1.0, 11.0, 100.0);
  }

  @Test
  void wholeTracesKeepTimesTogetherThatWereSlowTogether() {
    Workflow workflow =
        Workflow.of(
                "w",
                List.of(
                    Stage.of("a", List.of(), 1, always(50)),
                    Stage.of("b", List.of("a"), 3, always(50)),
                    Stage.of("c", List.of("b"), 1, always(1))))
            .with(
                JointTraces.of(
                    List.of("a", "b"), new double[][] {{1, 2}, {10, 20}, {5, Double.NaN}}));
    WorkflowResult result =
        WorkflowSimulation.of(workflow, 3000, 7)
            .run(
                plan(
                    workflow,
                    CatchUp.NONE,
                    sending("a", ReissuePolicy.NONE),
                    sending("b", ReissuePolicy.singleD(1)),
                    sending("c", ReissuePolicy.NONE)));
    assertThat(Arrays.stream(result.latenciesMillis()).distinct().sorted())
        .containsExactly(4.0, 6.0, 31.0);
    // A third of the requests does not visit b: it costs nothing there, and is not sent again.
    assertThat(result.reissueFraction(workflow.index("b"))).isEqualTo(1);
    assertThat(result.budgetUsed()).isCloseTo(2 / 4.0, within(0.03));
    assertThat(result.meanMillis(workflow.index("b"))).isBetween(2.0, 20.0);
  }

  @Test
  void theSecondTimeOfATracedStageIsThatOfTheNearestPair() {
    Workflow workflow =
        Workflow.of(
                "w",
                List.of(
                    Stage.of(
                        "a",
                        List.of(),
                        1,
                        StageTimes.paired(new double[] {90, 10, 50}, new double[] {9, 1, 5}))))
            .with(JointTraces.of(List.of("a"), new double[][] {{12}, {60}, {1000}}));
    double[] latencies =
        WorkflowSimulation.of(workflow, 300, 8)
            .run(plan(workflow, CatchUp.NONE, sending("a", ReissuePolicy.singleD(2))))
            .latenciesMillis();
    assertThat(Arrays.stream(latencies).distinct().sorted()).containsExactly(3.0, 7.0, 11.0);
  }

  @Test
  void aVisitThatIsNotWaitedForLosesItsResponders() {
    Workflow workflow =
        Workflow.of(
            "w",
            List.of(
                Stage.of("a", List.of(), 1, always(1))
                    .asking(Responders.allOf(4))
                    .traced(ResponderTraces.of(new double[][] {{1, 2, 3, 40}}))));
    WorkflowSimulation simulation = WorkflowSimulation.of(workflow, 5, 9);
    StagePlan extra = new StagePlan("a", ReissuePolicy.NONE, 0, new PartialAnswer(100, 5, 0.5), 0);
    WorkflowResult result = simulation.run(plan(workflow, CatchUp.NONE, extra));
    assertThat(result.latenciesMillis()).containsOnly(7);
    assertThat(result.loss()).isEqualTo(0.25);
    assertThat(result.loss(0)).isEqualTo(0.25);
    StagePlan cutoff = new StagePlan("a", ReissuePolicy.NONE, 0, new PartialAnswer(2.5, 5, 0.5), 0);
    result = simulation.run(plan(workflow, CatchUp.NONE, cutoff));
    assertThat(result.latenciesMillis()).containsOnly(2.5);
    assertThat(result.loss()).isEqualTo(0.5);
  }

  @Test
  void aVisitThatHasEndedSendsNoMoreCopies() {
    Workflow workflow =
        Workflow.of(
            "w",
            List.of(
                Stage.of("a", List.of(), 1, always(1))
                    .asking(new Responders(2, 1))
                    .traced(ResponderTraces.of(new double[][] {{1, 50}}))));
    WorkflowSimulation simulation = WorkflowSimulation.of(workflow, 5, 9);
    assertThat(
            simulation
                .run(plan(workflow, CatchUp.NONE, sending("a", ReissuePolicy.singleD(10))))
                .budgetUsed())
        .isZero();
    assertThat(
            simulation
                .run(plan(workflow, CatchUp.NONE, sending("a", ReissuePolicy.singleD(0))))
                .budgetUsed())
        .isEqualTo(1);
  }

  @Test
  void aCopyOfACallerRunsTheStagesWithinAgain() {
    Workflow workflow =
        Workflow.of(
            "w",
            List.of(
                Stage.of("caller", List.of(), 2, always(10)),
                Stage.of("called", List.of(), 3, always(30)).within("caller"),
                Stage.of("then", List.of("called"), 5, always(60)).within("caller")));
    WorkflowResult result =
        WorkflowSimulation.of(workflow, 4, 1)
            .run(
                plan(
                    workflow,
                    CatchUp.NONE,
                    sending("caller", ReissuePolicy.singleD(50)),
                    sending("called", ReissuePolicy.NONE),
                    sending("then", ReissuePolicy.singleD(5))));
    // The copy is too late in all four calls, and also in the last stage.
    assertThat(result.latenciesMillis()).containsOnly(100);
    // One copy of the caller, and one copy of the last stage in both attempts.
    assertThat(result.budgetUsed()).isEqualTo((10 + 2 * 5) / 10.0);
    assertThat(result.reissueFraction(workflow.index("then"))).isEqualTo(1);
  }

  @Test
  void moreThreadsShortenWhatBeginsLateAndTakeThreadTime() {
    Workflow workflow =
        Workflow.of(
            "w",
            List.of(
                Stage.of("a", List.of(), 1, always(100)),
                Stage.of("b", List.of("a"), 1, always(50))));
    WorkflowSimulation simulation = WorkflowSimulation.of(workflow, 4, 1);
    StagePlan[] stages = {StagePlan.none("a"), StagePlan.none("b")};
    WorkflowResult result = simulation.run(plan(workflow, new CatchUp.Threads(100, 3, 2), stages));
    assertThat(result.latenciesMillis()).containsOnly(125);
    assertThat(result.lateFraction(0)).isZero();
    assertThat(result.lateFraction(1)).isEqualTo(1);
    // 25 ms on three threads instead of 50 on one.
    assertThat(result.extraThreadTime()).isEqualTo(25 / 150.0);
    result = simulation.run(plan(workflow, new CatchUp.Threads(101, 3, 2), stages));
    assertThat(result.latenciesMillis()).containsOnly(150);
    assertThat(result.extraThreadTime()).isZero();
  }

  @Test
  void globalReissueSendsAgainWhatBeginsLate() {
    Workflow workflow =
        Workflow.of(
            "w",
            List.of(
                Stage.of("a", List.of(), 1, always(100)),
                Stage.of(
                    "b", List.of("a"), 3, StageTimes.paired(new double[] {50}, new double[] {5}))));
    CatchUp catchUp = new CatchUp.GlobalReissue(80, Map.of("b", ReissuePolicy.singleD(10)));
    WorkflowResult result =
        WorkflowSimulation.of(workflow, 4, 1)
            .run(plan(workflow, catchUp, StagePlan.none("a"), StagePlan.none("b")));
    assertThat(result.latenciesMillis()).containsOnly(115);
    assertThat(result.budgetUsed()).isEqualTo(0.75);
    assertThat(result.lateBudgetUsed()).isEqualTo(0.75);
  }

  @Test
  void priorityIsCountedThoughItBringsNothingWithoutQueues() {
    Workflow workflow =
        Workflow.of(
            "w",
            List.of(
                Stage.of("a", List.of(), 1, always(100)),
                Stage.of("b", List.of("a"), 1, always(50))));
    WorkflowResult result =
        WorkflowSimulation.of(workflow, 4, 1)
            .run(plan(workflow, new CatchUp.Priority(1), StagePlan.none("a"), StagePlan.none("b")));
    assertThat(result.latenciesMillis()).containsOnly(150);
    assertThat(result.lateFraction(1)).isEqualTo(1);
  }

  @Test
  void theLatenciesOfAStageAreThoseOfItsFirstVisits() {
    Workflow workflow =
        Workflow.of(
            "w",
            List.of(
                Stage.of("a", List.of(), 1, evenly(100)),
                Stage.of("b", List.of("a"), 1, evenly(100)),
                Stage.of("c", List.of(), 1, evenly(100)).within("b")));
    WorkflowSimulation simulation = WorkflowSimulation.of(workflow, 1000, 1);
    WorkflowPlan none = WorkflowPlan.none(workflow);
    double[] a = simulation.stageLatenciesMillis(none, "a");
    double[] b = simulation.stageLatenciesMillis(none, "b");
    double[] c = simulation.stageLatenciesMillis(none, "c");
    double[] all = simulation.run(none).latenciesMillis();
    for (int r = 0; r < all.length; r++) {
      assertThat(a[r] + b[r]).isEqualTo(all[r]);
      assertThat(c[r]).isLessThan(b[r]);
    }
    WorkflowPlan late =
        plan(
            workflow,
            new CatchUp.Priority(0),
            StagePlan.none("a"),
            StagePlan.none("b"),
            StagePlan.none("c"));
    assertThat(simulation.stageLatenciesMillis(late, "c")).containsExactly(c);
  }

  @Test
  void theSameSeedMeetsTheSameRequestsAndAnotherOneMeetsOthers() {
    Workflow workflow = WorkflowGenerator.TEN.withSamples(1000).generate(1);
    WorkflowPlan none = WorkflowPlan.none(workflow);
    double[] latencies = WorkflowSimulation.of(workflow, 2000, 1).run(none).latenciesMillis();
    assertThat(WorkflowSimulation.of(workflow, 2000, 1).run(none).latenciesMillis())
        .containsExactly(latencies);
    assertThat(WorkflowSimulation.of(workflow, 2000, 2).run(none).latenciesMillis())
        .doesNotContain(latencies[0]);
    // The first requests of a longer run are the same.
    assertThat(WorkflowSimulation.of(workflow, 3000, 1).run(none).latenciesMillis())
        .startsWith(latencies);
  }

  @Test
  void everyMeasuredTimeIsAsLikelyAsAnyOther() {
    var picks = new ArrayList<Integer>();
    var chance = new StageRandom(1, 0, StageRandom.Purpose.FIRST);
    for (int i = 0; i < 100_000; i++) {
      picks.add(chance.below(10, i, StageRandom.NO_COPY));
    }
    for (int value = 0; value < 10; value++) {
      int wanted = value;
      assertThat(picks.stream().filter(pick -> pick == wanted).count()).isBetween(9_600L, 10_400L);
    }
  }

  @Test
  void aPlanForAnotherWorkflowIsRejected() {
    Workflow workflow =
        Workflow.of(
            "w",
            List.of(
                Stage.of("a", List.of(), 1, always(1)), Stage.of("b", List.of("a"), 1, always(1))));
    WorkflowSimulation simulation = WorkflowSimulation.of(workflow, 1, 1);
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            simulation.run(
                new WorkflowPlan("v", WorkflowGoal.reissue(99, 0), List.of(), CatchUp.NONE)))
        .withMessage("the plan is for workflow v, not for w");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> simulation.run(plan(workflow, CatchUp.NONE, StagePlan.none("a"))))
        .withMessage("the plan is for another workflow: it lacks stage b");
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            simulation.run(plan(workflow, CatchUp.NONE, StagePlan.none("a"), StagePlan.none("c"))))
        .withMessage(
            "the plan is for another workflow: it has stage c, which the workflow has not");
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            simulation.run(plan(workflow, CatchUp.NONE, StagePlan.none("b"), StagePlan.none("a"))))
        .withMessage(
            "the plan is for another workflow: its stages are in the order [b, a] instead of [a,"
                + " b]");
  }
}
