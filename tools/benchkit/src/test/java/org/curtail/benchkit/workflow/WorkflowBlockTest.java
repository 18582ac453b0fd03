package org.curtail.benchkit.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.curtail.benchkit.replicas.SentCopies;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.Responders;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;
import org.junit.jupiter.api.Test;

/** Contenders on real servers; the tests check counts, not speed. */
class WorkflowBlockTest {
  private static final int REQUESTS = 120;

  /** Longer than any test: a call with this time must be cancelled. */
  private static final double FOR_EVER_MS = 60_000;

  /** A block, its trace, and the number of attempts at each stage. */
  private record Served(WorkflowOutcome outcome, WorkflowTrace trace, List<Long> arrived) {
    StageCounter.Tally stage(int index) {
      return outcome.stages().get(index);
    }
  }

  private static Served serve(Workflow workflow, WorkflowContender contender) throws Exception {
    return serve(workflow, contender, 200);
  }

  private static Served serve(Workflow workflow, WorkflowContender contender, double perSecond)
      throws Exception {
    WorkflowSetting setting = SampleWorkflows.setting(workflow, REQUESTS, 1, perSecond, contender);
    try (var servers = WorkflowServers.start(setting);
        var client = WorkflowClient.start(setting, contender, servers)) {
      WorkflowTrace trace = WorkflowTrace.draw(setting, REQUESTS, perSecond, 11);
      WorkflowOutcome outcome =
          new WorkflowBlock(workflow, servers, client, trace).run().orElseThrow();
      assertThat(outcome.block().failed()).as("%s", outcome.block().failure()).isZero();
      List<Long> arrived = new StageGraph(workflow).all().map(servers::arrived).toList();
      return new Served(outcome, trace, arrived);
    }
  }

  private static double greatest(Served served) {
    return Arrays.stream(served.outcome().block().latencyMs()).max().orElseThrow();
  }

  private static WorkflowContender planned(WorkflowPlan plan) {
    return new WorkflowContender.Planned("plan", plan);
  }

  @Test
  void withoutCopiesEachResponderOfEachStageIsAskedOnceAndNoRequestBeatsItsCriticalPath()
      throws Exception {
    Workflow workflow = SampleWorkflows.diamond();
    Served served = serve(workflow, SampleWorkflows.none(workflow));

    for (int s = 0; s < workflow.stages().size(); s++) {
      long calls = (long) REQUESTS * workflow.stages().get(s).responders().count();
      assertThat(served.arrived().get(s)).as(workflow.stages().get(s).name()).isEqualTo(calls);
      assertThat(served.stage(s).calls()).isEqualTo(calls);
      assertThat(served.stage(s).copies().sent()).isZero();
      assertThat(served.stage(s).loss()).isZero();
    }
    assertThat(served.outcome().copiesCost()).isZero();
    assertThat(served.outcome().loss()).isZero();
    double[] latencyMs = served.outcome().block().latencyMs();
    int ramp = (REQUESTS - latencyMs.length) / 2;
    for (int i = 0; i < latencyMs.length; i++) {
      assertThat(latencyMs[i])
          .isGreaterThan(CriticalPath.millis(workflow, served.trace(), ramp + i) - 1e-3);
    }
  }

  @Test
  void eachStageSendsNoMoreCopiesThanItsOwnBudget() throws Exception {
    Workflow workflow = SampleWorkflows.diamond();
    // Half of the calls are longer: budgets must suppress most of these copies.
    WorkflowPlan plan =
        SampleWorkflows.plan(
            workflow,
            Map.of(
                "a", SampleWorkflows.copies("a", 2, 0.05),
                "c", SampleWorkflows.copies("c", 2, 0.02)));
    Served served = serve(workflow, planned(plan));

    // So many late calls look as if all servers were slow, too: then fewer copies are sent, none
    // on a busy machine.
    assertThat(served.stage(0).copies().sent()).isBetween(0L, (long) (0.05 * REQUESTS));
    int c = workflow.index("c");
    assertThat(served.stage(c).copies().sent()).isBetween(0L, (long) (0.02 * 3 * REQUESTS));
    SentCopies copies = served.stage(0).copies();
    assertThat(copies.overBudget() + copies.overLoad()).isPositive();
    assertThat(served.stage(workflow.index("d")).copies().sent()).isZero();
    double cost =
        (served.stage(0).copies().sent() * 1.0 + served.stage(c).copies().sent() * 2.0)
            / (13.0 * REQUESTS);
    assertThat(served.outcome().copiesCost()).isCloseTo(cost, within(1e-12));
  }

  @Test
  void aCopyOfACallerRunsWhatIsWithinItAgainAndThatIsCounted() throws Exception {
    Workflow workflow =
        SampleWorkflows.nested(SampleWorkflows.always(2), SampleWorkflows.always(20));
    WorkflowPlan plan =
        SampleWorkflows.plan(workflow, Map.of("caller", SampleWorkflows.copies("caller", 5, 1)));
    Served served = serve(workflow, planned(plan));

    // An attempt lasts for 22 ms, so nearly each call has a copy after 5 ms.
    long copies = served.stage(0).copies().sent();
    assertThat(copies).isGreaterThan(REQUESTS / 2);
    StageCounter.Tally inner = served.stage(1);
    // On a busy machine, a copy may answer before the original begins its inner call.
    assertThat(inner.calls() - inner.callsInCopies()).isLessThanOrEqualTo(REQUESTS);
    assertThat(inner.calls()).isGreaterThanOrEqualTo(REQUESTS);
    assertThat(inner.callsInCopies()).isBetween(1L, copies);
    assertThat(served.outcome().copiesCost())
        .isCloseTo((copies + inner.callsInCopies()) / (2.0 * REQUESTS), within(1e-12));
  }

  @Test
  void aStageThatNeedsSomeOfItsRespondersEndsWithoutTheOthersAndLosesNothing() throws Exception {
    StageTimes times = StageTimes.independent(new double[] {1, 1, 1, FOR_EVER_MS});
    Workflow workflow = SampleWorkflows.single(times, new Responders(8, 1));
    Served served = serve(workflow, SampleWorkflows.none(workflow), 100);

    // All eight are slow once in 65,536 visits.
    assertThat(greatest(served)).isLessThan(FOR_EVER_MS);
    assertThat(served.outcome().loss()).isZero();
  }

  @Test
  void aStageStopsWaitingAsItsPlanSaysAndWhatItLosesIsCounted() throws Exception {
    StageTimes times = StageTimes.independent(new double[] {1, 1, 1, FOR_EVER_MS});
    Workflow workflow = SampleWorkflows.single(times, Responders.allOf(4));
    var partial = new PartialAnswer(1000, Double.POSITIVE_INFINITY, 1);
    Served served = serve(workflow, planned(stopping(workflow, partial)), 100);

    double lost = slowCalls(served) / (4.0 * REQUESTS);
    assertThat(served.outcome().loss())
        .isBetween(lost - 1e-9, keepsUp(served, 500) ? lost + 0.05 : 1);
    assertThat(served.stage(0).loss()).isCloseTo(served.outcome().loss(), within(1e-9));
    assertThat(lost).isBetween(0.15, 0.35);
  }

  private static WorkflowPlan stopping(Workflow workflow, PartialAnswer partial) {
    return SampleWorkflows.plan(
        workflow, Map.of("only", new StagePlan("only", ReissuePolicy.NONE, 0, partial, 0.3)));
  }

  private static int slowCalls(Served served) {
    return IntStream.range(0, REQUESTS).map(request -> slowCalls(served, request)).sum();
  }

  private static int slowCalls(Served served, int request) {
    Place visit = served.trace().place(request).at(0);
    int slow = 0;
    for (int responder = 0; responder < 4; responder++) {
      slow +=
          served.trace().holdNanos(request, 0, visit, responder, 0) == FOR_EVER_MS * 1e6 ? 1 : 0;
    }
    return slow;
  }

  /** True if only requests with slow calls are late; otherwise the machine paused. */
  private static boolean keepsUp(Served served, double latestMs) {
    double[] latencyMs = served.outcome().block().latencyMs();
    int ramp = (REQUESTS - latencyMs.length) / 2;
    return IntStream.range(0, latencyMs.length)
        .allMatch(i -> latencyMs[i] < latestMs || slowCalls(served, ramp + i) > 0);
  }

  @Test
  void afterAShareOfTheAnswersTheOthersHaveALittleTimeLeft() throws Exception {
    double[] ms = new double[32];
    Arrays.fill(ms, 1);
    ms[0] = FOR_EVER_MS;
    Workflow workflow = SampleWorkflows.single(StageTimes.independent(ms), Responders.allOf(4));
    var partial = new PartialAnswer(Double.POSITIVE_INFINITY, 500, 0.5);
    Served served = serve(workflow, planned(stopping(workflow, partial)), 100);

    double lost = slowCalls(served) / (4.0 * REQUESTS);
    assertThat(served.outcome().loss())
        .isBetween(lost - 1e-9, keepsUp(served, 250) ? lost + 0.05 : 1);
    assertThat(lost).isPositive();
    assertThat(greatest(served)).isLessThan(FOR_EVER_MS);
  }

  @Test
  void requestsThatAreLateAreSentAgainByTheEagerPolicy() throws Exception {
    Workflow workflow = SampleWorkflows.diamond();
    var always = new CatchUp.GlobalReissue(0.0, Map.of("d", ReissuePolicy.singleD(3)));
    Served late = serve(workflow, planned(SampleWorkflows.plan(workflow, Map.of(), always)));
    var never = new CatchUp.GlobalReissue(1e6, Map.of("d", ReissuePolicy.singleD(3)));
    Served early = serve(workflow, planned(SampleWorkflows.plan(workflow, Map.of(), never)));

    int d = workflow.index("d");
    assertThat(late.stage(d).copies().sent()).isPositive();
    assertThat(late.stage(0).copies().sent()).isZero();
    assertThat(early.stage(d).copies().sent()).isZero();
  }

  @Test
  void aTimeOutGivesTheFirstAttemptUpAndTriesOnceMore() throws Exception {
    StageTimes pairs =
        StageTimes.paired(new double[] {1, 1, 1, FOR_EVER_MS}, new double[] {1, 1, 1, 2});
    Workflow workflow = SampleWorkflows.single(pairs, Responders.ONE);
    Served served = serve(workflow, new WorkflowContender.TimeOuts("time-outs", 75), 100);
    int late = 0;
    for (int request = 0; request < REQUESTS; request++) {
      Place visit = served.trace().place(request).at(0);
      late += served.trace().holdNanos(request, 0, visit, 0, 0) == FOR_EVER_MS * 1e6 ? 1 : 0;
    }

    // The 75th percentile is 1 ms; each call over HTTP lasts longer.
    assertThat(served.stage(0).copies().sent()).isBetween((long) late, (long) REQUESTS);
    assertThat(greatest(served)).isLessThan(FOR_EVER_MS);
    assertThat(late).isPositive();
  }

  @Test
  void requestsOfAnotherGoalThanCopiesHaveNoBudget() {
    Workflow workflow = SampleWorkflows.diamond();
    assertThat(SampleWorkflows.none(workflow).budget()).isEmpty();
    assertThat(planned(WorkflowPlan.none(workflow, WorkflowGoal.reissue(99, 0.05))).budget())
        .hasValue(0.05);
  }
}
