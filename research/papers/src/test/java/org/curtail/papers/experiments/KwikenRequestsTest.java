package org.curtail.papers.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.curtail.benchkit.standin.KwikenFit;
import org.curtail.benchkit.standin.KwikenWorkflow;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.simulate.WorkflowResult;
import org.curtail.workflow.simulate.WorkflowSimulation;
import org.junit.jupiter.api.Test;

/** Copies of calls, and of requests that are late as a whole. */
class KwikenRequestsTest {
  private static final double NEVER = Double.POSITIVE_INFINITY;

  private static Workflow twoOfTen() {
    var ten = StageTimes.independent(new double[] {10});
    return Workflow.of(
        "two", List.of(Stage.of("a", List.of(), 1, ten), Stage.of("b", List.of("a"), 3, ten)));
  }

  @Test
  void aCallUnderWayIsSentAgainWhenItsRequestIsLateAndALaterOneAtOnce() {
    KwikenRequests.Run run = new KwikenRequests(twoOfTen(), 100, 1).run();
    assertThat(run.visit(0, new KwikenRequests.Copies(NEVER, 4))).isOne();
    assertThat(run.visit(1, new KwikenRequests.Copies(NEVER, 4))).isOne();
    assertThat(run.latenciesMillis()).containsOnly(20);
    KwikenRequests.Run later = new KwikenRequests(twoOfTen(), 100, 1).run();
    assertThat(later.visit(0, new KwikenRequests.Copies(NEVER, 10))).isZero();
    assertThat(later.sent(1, new KwikenRequests.Copies(NEVER, 20))).isZero();
    assertThat(later.sent(1, new KwikenRequests.Copies(NEVER, 19))).isOne();
    assertThat(later.sent(1, new KwikenRequests.Copies(3, NEVER))).isOne();
    assertThat(later.visit(1, KwikenRequests.Copies.NONE)).isZero();
    assertThat(later.latenciesMillis()).containsOnly(20);
  }

  @Test
  void aCopyThatIsFasterEndsTheCall() {
    Stage stage = Stage.of("a", List.of(), 1, StageTimes.independent(new double[] {1, 1, 1, 100}));
    KwikenRequests.Run run =
        new KwikenRequests(Workflow.of("one", List.of(stage)), 20_000, 2).run();
    double sent = run.visit(0, new KwikenRequests.Copies(NEVER, 2));
    assertThat(sent).isCloseTo(0.25, within(0.01));
    double[] latencies = run.latenciesMillis();
    assertThat(latencies).containsOnly(1, 3, 100);
    double slow = Arrays.stream(latencies).filter(millis -> millis == 100).count() / 20_000.0;
    assertThat(slow).isCloseTo(1 / 16.0, within(0.006));
  }

  @Test
  void withLocalCopiesAloneItIsTheLibrarysSimulation() {
    KwikenWorkflow drawn = KwikenWorkflow.ofStages("nine", 9, KwikenFit.of(2), 2, 2_000);
    Workflow workflow = drawn.training();
    KwikenPlans plans = KwikenPlans.of(workflow);
    var global = new KwikenGlobal(plans, 1_000, 1);
    KwikenRun mine = KwikenGlobal.tried(workflow, 40_000, 3, global.plan(0));
    WorkflowPlan plan = plans.sumVar(KwikenGlobal.BUDGET);
    WorkflowResult theirs = WorkflowSimulation.of(workflow, 40_000, 3).run(plan);
    assertThat(mine.budgetUsed()).isCloseTo(theirs.budgetUsed(), within(0.002));
    for (double percentile : List.of(50.0, 90.0, 99.0)) {
      double expected = theirs.percentileMillis(percentile);
      assertThat(mine.with().millis(percentile))
          .as("p%s", percentile)
          .isCloseTo(expected, within(0.05 * expected));
    }
  }

  @Test
  void whatIsGlobalIsWithinTheBudgetOnTheDaysOfWhichThePlanWasMade() {
    KwikenWorkflow drawn = KwikenWorkflow.ofStages("nine", 9, KwikenFit.of(4), 4, 2_000);
    var global = new KwikenGlobal(KwikenPlans.of(drawn.training()), 20_000, 1);
    for (Map.Entry<String, Double> share : KwikenGlobal.SHARES.entrySet()) {
      KwikenRun run =
          KwikenGlobal.tried(drawn.training(), 20_000, 1, global.plan(share.getValue()));
      assertThat(100 * run.budgetUsed())
          .as(share.getKey())
          .isBetween(0.8 * KwikenGlobal.BUDGET, 1.1 * KwikenGlobal.BUDGET);
    }
    assertThat(global.plan(0)).allSatisfy(copies -> assertThat(copies.lateMillis()).isInfinite());
    assertThat(global.plan(1 / 6.0))
        .anySatisfy(copies -> assertThat(copies.lateMillis()).isFinite());
  }
}
