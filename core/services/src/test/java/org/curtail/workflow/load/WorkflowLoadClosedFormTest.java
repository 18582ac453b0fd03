package org.curtail.workflow.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.replicas.Cancellation;
import org.curtail.replicas.ReplicaChoice;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.Responders;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Queues with known results, at loads and lengths where chance stays below the tolerances. */
class WorkflowLoadClosedFormTest {
  private static final double MEAN_MS = LoadSamples.MEAN_MS;
  private static final int REQUESTS = 100_000;
  private static final int WARM_UP = 1000;
  private static final long SEED = 1;

  private static Stage exponential(String name, double meanMillis, String... after) {
    return Stage.of(name, List.of(after), 1, LoadSamples.exponential(meanMillis));
  }

  private static WorkflowLoad oneServerEach(Workflow workflow) {
    return WorkflowLoad.of(
        workflow, Collections.nCopies(workflow.stages().size(), new StageServers(1, 1)));
  }

  private static WorkflowLoadResult run(WorkflowLoad load, WorkflowPlan plan, double perSecond) {
    return load.run(plan, WorkflowTraffic.poisson(perSecond, REQUESTS, SEED)).afterWarmUp(WARM_UP);
  }

  private static WorkflowLoadResult run(WorkflowLoad load, double perSecond) {
    return run(load, WorkflowPlan.none(load.workflow()), perSecond);
  }

  /**
   * Returns the tail of a hypoexponential time.
   *
   * @param a rate of the first queue, per millisecond
   * @param b rate of the second queue, per millisecond
   */
  private static double hypoexponentialTail(double a, double b, double millis) {
    return (b * StrictMath.exp(-a * millis) - a * StrictMath.exp(-b * millis)) / (b - a);
  }

  @Test
  void aRowOfQueuesIsLikeQueuesByThemselves() {
    // Burke: what leaves an M/M/1 queue is Poisson again; Reich: the times in a row of such queues
    // are independent, so those of two stages add up to a hypoexponential time.
    Workflow workflow = Workflow.of("row", List.of(exponential("a", 10), exponential("b", 6, "a")));
    double perMilli = 0.07;
    WorkflowLoadResult result = run(oneServerEach(workflow), 1000 * perMilli);
    double a = 1 / 10.0 - perMilli;
    double b = 1 / 6.0 - perMilli;
    assertThat(result.meanMillis()).isCloseTo(1 / a + 1 / b, withinPercentage(3));
    assertThat(result.stage(0).utilisation()).isCloseTo(0.7, within(0.01));
    assertThat(result.stage(1).utilisation()).isCloseTo(0.42, within(0.01));
    assertThat(result.stage(0).meanWaitMillis()).isCloseTo(1 / a - 10, withinPercentage(4));
    double[] latencies = result.latenciesMillis();
    for (double millis : new double[] {30, 60, 120}) {
      double late = 0;
      for (double latency : latencies) {
        late += latency > millis ? 1.0 / latencies.length : 0;
      }
      assertThat(late)
          .as("share above %s ms", millis)
          .isCloseTo(hypoexponentialTail(a, b, millis), withinPercentage(7));
    }
  }

  @Test
  void twoQueuesSideBySideAreAsFlattoAndHahnHaveIt() {
    Workflow workflow = Workflow.of("fork", List.of(exponential("a", 10), exponential("b", 10)));
    double load = 0.6;
    WorkflowLoadResult result = run(oneServerEach(workflow), load * 100);
    double one = MEAN_MS / (1 - load);
    assertThat(result.meanMillis()).isCloseTo((12 - load) / 8 * one, withinPercentage(3));
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 8})
  void manyQueuesSideBySideStayWithinTheBoundsOfForkAndJoin(int count) {
    // The same queue once with a stage each and once as responders of one stage.
    var stages = new ArrayList<Stage>();
    for (int i = 0; i < count; i++) {
      stages.add(exponential("s" + i, 10));
    }
    Workflow asResponders =
        Workflow.of("r", List.of(exponential("s", 10).asking(Responders.allOf(count))));
    double load = 0.5;
    double one = MEAN_MS / (1 - load);
    double harmonic = 0;
    for (int i = 1; i <= count; i++) {
      harmonic += 1.0 / i;
    }
    // Nelson and Tantawi, 1988; their upper bound is that of independent queues.
    double approximate =
        (harmonic / 1.5 + 4 / 11.0 * (1 - harmonic / 1.5) * load) * (12 - load) / 8 * one;
    for (Workflow workflow : List.of(Workflow.of("s", stages), asResponders)) {
      double mean = run(oneServerEach(workflow), load * 100).meanMillis();
      assertThat(mean).isBetween(harmonic * MEAN_MS, harmonic * one);
      assertThat(mean).isCloseTo(approximate, withinPercentage(5));
    }
  }

  /** Probability that all servers are busy, by Erlang's recursion. */
  private static double erlangC(int servers, double offered) {
    double blocked = 1;
    for (int k = 1; k <= servers; k++) {
      blocked = offered * blocked / (k + offered * blocked);
    }
    return blocked / (1 - offered / servers * (1 - blocked));
  }

  @Test
  void aServerWithSeveralSlotsIsMMc() {
    Workflow workflow = Workflow.of("c", List.of(exponential("a", 10)));
    WorkflowLoad load = WorkflowLoad.of(workflow, List.of(new StageServers(1, 8)));
    double busy = 0.8;
    assertThat(load.perSecond(busy)).isCloseTo(640, withinPercentage(0.1));
    WorkflowLoadResult result = run(load, load.perSecond(busy));
    double waits = erlangC(8, busy * 8);
    assertThat(result.meanMillis())
        .isCloseTo(MEAN_MS + waits * MEAN_MS / (8 * (1 - busy)), withinPercentage(3));
  }

  @Test
  void twoStagesOnOneLinkAreOneQueueOfBoth() {
    // An M/G/1 queue with feedback to its end after exponential times has the queue lengths of one
    // with all work at once (Jackson), so Little's law gives the mean latency.
    Workflow workflow = Workflow.of("link", List.of(exponential("a", 5), exponential("b", 5, "a")));
    WorkflowLoad link = oneServerEach(workflow).sharing(List.of(Set.of("a", "b")));
    double busy = 0.8;
    assertThat(link.perSecond(busy)).isCloseTo(80, withinPercentage(0.1));
    WorkflowLoadResult result = run(link, 80);
    assertThat(result.meanMillis()).isCloseTo(10 / (1 - busy), withinPercentage(3));
    for (int stage = 0; stage < 2; stage++) {
      assertThat(result.stage(stage).utilisation()).isCloseTo(busy, within(0.01));
    }
    assertThat(WorkflowLoad.sized(workflow, 800, busy, 1, link.shared()).servers())
        .containsOnly(new StageServers(10, 1));
  }

  @Test
  void stagesThatShareServersHaveEqualOnes() {
    Workflow workflow = Workflow.of("u", List.of(exponential("a", 5), exponential("b", 5, "a")));
    WorkflowLoad load =
        WorkflowLoad.of(workflow, List.of(new StageServers(1, 1), new StageServers(2, 1)));
    assertThatThrownBy(() -> load.sharing(List.of(Set.of("b", "a"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "stages that share servers must have equal servers and equally many responders: a, b");
    assertThatThrownBy(() -> load.sharing(List.of(Set.of("c"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no stage c in workflow u");
    assertThatThrownBy(() -> load.sharing(List.of(Set.of("a"), Set.of("a"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("stage a shares servers twice");
  }

  @Test
  void anyTimesFollowPollaczekAndKhinchine() {
    Workflow workflow =
        Workflow.of("g", List.of(Stage.of("a", List.of(), 1, LoadSamples.bimodal())));
    double load = 0.5;
    double mean = 5.9;
    double meanSquare = (9 + 2500) / 10.0;
    WorkflowLoadResult result = run(oneServerEach(workflow), load * 1000 / mean);
    assertThat(result.stage(0).meanWaitMillis())
        .isCloseTo(load / mean * meanSquare / (2 * (1 - load)), withinPercentage(4));
  }

  @Test
  void copiesAtOnceOnBothServersAreOneFasterServer() {
    // Gardner and others, 2017: with exponential times, two copies and the loser cancelled.
    Workflow workflow = Workflow.of("r", List.of(exponential("a", 10)));
    var plan =
        new WorkflowPlan(
            "r",
            WorkflowGoal.reissue(99, 1),
            List.of(new StagePlan("a", ReissuePolicy.singleD(0), 1, PartialAnswer.NONE, 0)),
            CatchUp.NONE);
    WorkflowLoad load =
        WorkflowLoad.of(workflow, List.of(new StageServers(2, 1)))
            .choosing(ReplicaChoice.RANDOM)
            .cancelling(Cancellation.AT_ONCE);
    double perMilli = 0.12;
    WorkflowLoadResult result = run(load, plan, 1000 * perMilli);
    double mean = 1 / (0.2 - perMilli);
    assertThat(result.meanMillis()).isCloseTo(mean, withinPercentage(3));
    assertThat(result.percentileMillis(99))
        .isCloseTo(mean * StrictMath.log(100), withinPercentage(5));
    assertThat(result.budgetUsed()).isCloseTo(1, within(1e-4));
  }

  @ParameterizedTest
  @CsvSource({"2, 1.6", "3, 2"})
  void threadsThatTakeAllSlotsMakeOneFasterServer(int degree, double speedup) {
    // All requests are late from the start, so each occupies all slots, in turn.
    Workflow workflow = Workflow.of("t", List.of(exponential("a", 10)));
    WorkflowPlan plan = catchingUp(workflow, new CatchUp.Threads(0, degree, speedup));
    WorkflowLoad load = WorkflowLoad.of(workflow, List.of(new StageServers(1, degree)));
    double perMilli = 0.1;
    WorkflowLoadResult result = run(load, plan, 1000 * perMilli);
    double rate = speedup / MEAN_MS;
    assertThat(result.meanMillis()).isCloseTo(1 / (rate - perMilli), withinPercentage(3));
    assertThat(result.stage(0).utilisation()).isCloseTo(perMilli / rate, within(0.01));
    assertThat(result.catchUp().lateShare()).isEqualTo(1);
    assertThat(result.catchUp().extraThreadShare()).isEqualTo(degree - 1);
    assertThat(result.catchUp().cost()).isCloseTo(degree - 1, within(1e-9));
  }

  private static WorkflowPlan catchingUp(Workflow workflow, CatchUp catchUp) {
    WorkflowPlan none = WorkflowPlan.none(workflow);
    return new WorkflowPlan(none.workflow(), none.goal(), none.stages(), catchUp);
  }

  @Test
  void theOrderOfServiceChangesTheTailAndNotTheMean() {
    // One of fifty requests is late before it comes to a queue. Work is conserved, and who goes
    // first
    // takes no longer there than others in the mean: the mean wait stays the same.
    double[] first = new double[50];
    Arrays.fill(first, 5);
    first[0] = 200;
    Workflow workflow =
        Workflow.of(
            "p",
            List.of(
                Stage.of("a", List.of(), 1, StageTimes.independent(first)),
                exponential("b", 10, "a")));
    WorkflowLoad load =
        WorkflowLoad.of(workflow, List.of(StageServers.WITHOUT_QUEUE, new StageServers(1, 1)));
    WorkflowLoadResult before = run(load, 80);
    WorkflowLoadResult after = run(load, catchingUp(workflow, new CatchUp.Priority(100)), 80);
    assertThat(after.meanMillis()).isCloseTo(before.meanMillis(), withinPercentage(1));
    assertThat(after.percentileMillis(99)).isLessThan(0.95 * before.percentileMillis(99));
    assertThat(after.catchUp().extraThreadShare()).isZero();
    assertThat(after.catchUp().lateShare()).isCloseTo(0.01, within(0.001));
  }

  @Test
  void callsWithinCallsHoldNoSlotOfTheirCaller() {
    // The caller's queue has its own time only; both are M/M/1 in a row.
    Workflow workflow =
        Workflow.of("n", List.of(exponential("a", 10), exponential("b", 8).within("a")));
    double perMilli = 0.06;
    WorkflowLoadResult result = run(oneServerEach(workflow), 1000 * perMilli);
    assertThat(result.stage(0).utilisation()).isCloseTo(0.6, within(0.01));
    assertThat(result.meanMillis())
        .isCloseTo(1 / (0.1 - perMilli) + 1 / (0.125 - perMilli), withinPercentage(3));
  }

  @Test
  void moreThanServersCarryPilesUp() {
    Workflow workflow = Workflow.of("o", List.of(exponential("a", 10), exponential("b", 11, "a")));
    WorkflowLoad load = oneServerEach(workflow);
    WorkflowTraffic much = WorkflowTraffic.poisson(100, 20_000, SEED);
    WorkflowLoadResult result = load.run(WorkflowPlan.none(workflow), much);
    assertThat(result.keptUp()).isFalse();
    assertThat(result.stage(1).keptUp()).isFalse();
    WorkflowTraffic less = WorkflowTraffic.poisson(80, 20_000, SEED);
    assertThat(load.run(WorkflowPlan.none(workflow), less).keptUp()).isTrue();
  }

  @Test
  void aStageThatDoesNotWaitCanPileUpWithoutOneLateRequest() {
    Workflow workflow = Workflow.of("o", List.of(exponential("a", 10)));
    var plan =
        new WorkflowPlan(
            "o",
            WorkflowGoal.reissue(99, 0),
            List.of(
                new StagePlan(
                    "a",
                    ReissuePolicy.NONE,
                    0,
                    new PartialAnswer(20, Double.POSITIVE_INFINITY, 1),
                    0)),
            CatchUp.NONE);
    WorkflowLoadResult result =
        oneServerEach(workflow).run(plan, WorkflowTraffic.poisson(120, 20_000, SEED));
    assertThat(result.percentileMillis(100)).isLessThan(20.001);
    assertThat(result.keptUp()).isFalse();
    assertThat(result.loss()).isGreaterThan(0.5);
  }

  @Test
  void asManyServersAsATargetNeeds() {
    Workflow workflow =
        Workflow.of(
            "z", List.of(exponential("a", 10), exponential("b", 200, "a"), exponential("c", 1)));
    WorkflowLoad load = WorkflowLoad.sized(workflow, 100, 0.5, 4, List.of());
    // 1, 20 and 0.1 slots are busy; two at least, so that a copy has another server.
    assertThat(load.servers())
        .containsExactly(new StageServers(2, 4), new StageServers(10, 4), new StageServers(2, 4));
    assertThat(load.perSecond(0.5)).isCloseTo(100, withinPercentage(0.1));
    assertThat(WorkflowLoad.withoutQueues(workflow).perSecond(0.5)).isInfinite();
  }

  @Test
  void globalReissueCostsWhatItsCopiesCost() {
    Workflow workflow =
        Workflow.of(
            "g",
            List.of(
                Stage.of("a", List.of(), 1, LoadSamples.bimodal()),
                Stage.of("b", List.of("a"), 3, LoadSamples.constant(7))));
    // One of ten requests begins its second stage late, and then sends a copy at once.
    WorkflowPlan plan =
        catchingUp(workflow, new CatchUp.GlobalReissue(20, Map.of("b", ReissuePolicy.singleD(0))));
    WorkflowLoadResult result = run(WorkflowLoad.withoutQueues(workflow), plan, 10);
    assertThat(result.catchUp().lateShare()).isCloseTo(0.05, within(0.002));
    assertThat(result.catchUp().cost()).isCloseTo(0.1 * 3 / 4, within(0.002));
    assertThat(result.budgetUsed()).isCloseTo(result.catchUp().cost(), within(1e-9));
  }
}
