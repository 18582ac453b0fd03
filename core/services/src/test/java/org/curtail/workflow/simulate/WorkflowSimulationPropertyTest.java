package org.curtail.workflow.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.testkit.Cases;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowPlan;
import org.junit.jupiter.api.Test;

class WorkflowSimulationPropertyTest {
  @Test
  void requestByRequestItDoesWhatTheRulesSay() {
    Cases.random(
        1,
        Cases.count(70, 200),
        random -> {
          Workflow workflow = RandomWorkflows.any(random);
          WorkflowPlan plan = RandomWorkflows.anything(random, workflow);
          // Several blocks; the last block is not full.
          int requests = random.nextInt(1, 1200);
          long seed = random.nextLong();
          WorkflowResult result = WorkflowSimulation.of(workflow, requests, seed).run(plan);
          var simple = new SimpleSimulation(workflow, plan, requests, seed);
          assertThat(result.latenciesMillis()).containsExactly(simple.latencies());
          assertThat(result.budgetUsed()).isCloseTo(simple.budgetUsed(), within(1e-9));
          assertThat(result.loss()).isCloseTo(simple.loss(), within(1e-9));
          List<Stage> stages = workflow.stages();
          for (int s = 0; s < stages.size(); s++) {
            String name = stages.get(s).name();
            assertThat(result.reissueFraction(s)).isEqualTo(simple.reissueFraction(name));
            assertThat(result.lateFraction(s)).isEqualTo(simple.lateFraction(name));
          }
        });
  }

  @Test
  void theCostOfCopiesIsThatOfTheWorkflowForTheirFractions() {
    Cases.random(
        1,
        200,
        random -> {
          Workflow workflow = withoutTraces(RandomWorkflows.any(random));
          WorkflowPlan plan = RandomWorkflows.reissuing(random, workflow);
          WorkflowResult result = WorkflowSimulation.of(workflow, 300, random.nextLong()).run(plan);
          double[] fractions = new double[workflow.stages().size()];
          for (int s = 0; s < fractions.length; s++) {
            fractions[s] = result.reissueFraction(s);
          }
          assertThat(result.budgetUsed()).isCloseTo(workflow.budgetUsed(fractions), within(1e-9));
        });
  }

  /**
   * Returns the workflow without traces. With traces, unvisited stages cost nothing, but the
   * workflow counts all stages.
   */
  private static Workflow withoutTraces(Workflow workflow) {
    return Workflow.of(workflow.name(), workflow.stages());
  }

  @Test
  void copiesNeverMakeARequestSlowerAndMoreOfThemNeverDo() {
    Cases.random(
        1,
        100,
        random -> {
          Workflow workflow = RandomWorkflows.any(random);
          WorkflowPlan plan = RandomWorkflows.reissuing(random, workflow);
          WorkflowSimulation simulation = WorkflowSimulation.of(workflow, 300, random.nextLong());
          double[] without = simulation.run(WorkflowPlan.none(workflow)).latenciesMillis();
          double[] some = simulation.run(plan).latenciesMillis();
          double[] more = simulation.run(certain(plan)).latenciesMillis();
          for (int r = 0; r < without.length; r++) {
            assertThat(some[r]).isLessThanOrEqualTo(without[r]);
            assertThat(more[r]).isLessThanOrEqualTo(some[r]);
          }
        });
  }

  /** Returns the same plan with probability 1 wherever there is a copy. */
  private static WorkflowPlan certain(WorkflowPlan plan) {
    List<StagePlan> stages =
        plan.stages().stream()
            .map(stage ->
                new StagePlan(
                    stage.stage(),
                    stage.policy().reissues().isEmpty()
                        ? ReissuePolicy.NONE
                        : certain(stage.policy().reissues().getFirst()),
                    0,
                    stage.partial(),
                    0))
            .toList();
    return new WorkflowPlan(plan.workflow(), plan.goal(), stages, plan.catchUp());
  }

  private static ReissuePolicy certain(Reissue reissue) {
    return ReissuePolicy.singleD(reissue.delayMillis());
  }

  /** Kwiken, equation 2: the variance of the whole is at most the sum of the stages' variances. */
  @Test
  void theVarianceOfTheWholeIsAtMostTheSumOfThoseOfItsIndependentStages() {
    Cases.random(
        1,
        60,
        random -> {
          Workflow workflow = RandomWorkflows.flat(random);
          WorkflowPlan plan = RandomWorkflows.reissuing(random, workflow);
          int requests = 20_000;
          WorkflowResult result =
              WorkflowSimulation.of(workflow, requests, random.nextLong()).run(plan);
          double sum = 0;
          for (int s = 0; s < workflow.stages().size(); s++) {
            sum += result.varianceMillisSquared(s);
          }
          // Both sides are estimates of 20,000 requests; times are at most 11 ms.
          assertThat(result.varianceMillisSquared()).isLessThanOrEqualTo(sum * 1.05 + 1e-9);
        });
  }
}
