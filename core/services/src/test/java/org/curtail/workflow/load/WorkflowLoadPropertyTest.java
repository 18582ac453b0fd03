package org.curtail.workflow.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Collections;
import java.util.stream.IntStream;
import org.curtail.sim.RecordedArrivals;
import org.curtail.testkit.Cases;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.simulate.WorkflowResult;
import org.curtail.workflow.simulate.WorkflowSimulation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * For any workflow, servers, plan and load, the accounts balance, and runs without queues agree
 * with the simulation without queues.
 */
class WorkflowLoadPropertyTest {
  private static final int RUNS = Cases.count(20, 60);
  private static final int REQUESTS = 100;

  static IntStream seeds() {
    return IntStream.range(0, RUNS);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void theBooksOfAnyRunBalance(int seed) {
    var any = new AnyWorkflow(seed);
    Workflow workflow = any.workflow();
    WorkflowPlan plan = any.catchingUp(any.plan(workflow), any.catchUp(workflow, true));
    WorkflowLoad load = any.maybeSharing(any.load(workflow));
    double perSecond = Math.min(1000, load.perSecond(any.utilisation()));
    WorkflowTraffic traffic = WorkflowTraffic.poisson(perSecond, REQUESTS, seed);
    var accountant = new LoadAccountant(load, plan);
    WorkflowLoadResult result = load.run(plan, traffic, accountant);
    accountant.close(result);
    assertThat(load.run(plan, traffic).latenciesMillis())
        .as("the same run again")
        .isEqualTo(result.latenciesMillis());
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void withoutQueuesEachRequestTakesAsLongAsInTheSimulationWithoutServers(int seed) {
    // The order of a copy and an answer at the same moment is arbitrary: with times of 0 both can
    // happen at once.
    var any = new AnyWorkflow(seed, 0.1);
    Workflow workflow = any.workflow();
    WorkflowPlan plan = any.catchingUp(any.plan(workflow), any.catchUp(workflow, false));
    // All requests arrive at once, so that times since the arrival have the same rounding.
    WorkflowTraffic traffic =
        new WorkflowTraffic(
            new RecordedArrivals(Collections.nCopies(REQUESTS, 0.0)), REQUESTS, seed);
    WorkflowLoadResult result = WorkflowLoad.withoutQueues(workflow).run(plan, traffic);
    WorkflowResult free = WorkflowSimulation.of(workflow, REQUESTS, seed).run(plan);
    double[] expected = free.latenciesMillis();
    double[] latencies = result.latenciesMillis();
    for (int request = 0; request < REQUESTS; request++) {
      assertThat(latencies[request])
          .as("seed %d, request %d", seed, request)
          .isCloseTo(expected[request], within(1e-9));
    }
    assertThat(result.budgetUsed()).isCloseTo(free.budgetUsed(), within(1e-9));
    assertThat(result.loss()).isCloseTo(free.loss(), within(1e-9));
    for (int stage = 0; stage < workflow.stages().size(); stage++) {
      assertThat(result.reissueFraction(stage))
          .isCloseTo(free.reissueFraction(stage), within(1e-9));
      assertThat(result.stage(stage).meanMillis())
          .isCloseTo(free.meanMillis(stage), withinPercentage(1e-6));
      assertThat(result.stage(stage).meanWaitMillis()).isZero();
    }
    assertThat(result.keptUp()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void withoutBudgetNoRequestCatchesUp(int seed) {
    var any = new AnyWorkflow(seed);
    Workflow workflow = any.workflow();
    WorkflowPlan plain = any.plan(workflow);
    WorkflowPlan plan = any.catchingUp(plain, any.catchUp(workflow, true));
    WorkflowLoad load = any.load(workflow).catchingUpWithin(0);
    WorkflowTraffic traffic = WorkflowTraffic.poisson(20, REQUESTS, seed);
    WorkflowLoadResult result = load.run(plan, traffic);
    assertThat(result.catchUp().lateShare()).isZero();
    assertThat(result.catchUp().cost()).isZero();
    assertThat(result.latenciesMillis()).isEqualTo(load.run(plain, traffic).latenciesMillis());
  }
}
