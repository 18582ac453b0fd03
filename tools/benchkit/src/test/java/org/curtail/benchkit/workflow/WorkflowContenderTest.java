package org.curtail.benchkit.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.load.StageServers;
import org.junit.jupiter.api.Test;

class WorkflowContenderTest {
  private final Workflow workflow = SampleWorkflows.diamond();

  private WorkflowPlan catchingUp(CatchUp catchUp) {
    return SampleWorkflows.plan(workflow, Map.of(), catchUp);
  }

  @Test
  void whatServersThatOnlyHoldCallsCannotDoIsRefused() {
    assertThatThrownBy(() ->
            new WorkflowContender.Planned("plan", catchingUp(new CatchUp.Threads(10, 2, 1.8))))
        .hasMessageContaining("more threads cannot be measured here");
    assertThatThrownBy(
            () -> new WorkflowContender.Planned("plan", catchingUp(new CatchUp.Priority(10))))
        .hasMessageContaining("go first cannot be measured here");
  }

  @Test
  void aPlanForAnotherWorkflowIsRefused() {
    Workflow other = SampleWorkflows.nested(SampleWorkflows.always(1), SampleWorkflows.always(1));
    assertThatThrownBy(
            () -> SampleWorkflows.setting(other, 100, 1, 100, SampleWorkflows.none(workflow)))
        .hasMessageContaining("the plan is for workflow diamond, not for nested");
  }

  @Test
  void opponentsHaveTheBudgetOfThePlanAndLoseNothing() {
    WorkflowPlan plan =
        SampleWorkflows.plan(workflow, Map.of("a", SampleWorkflows.copies("a", 10, 0.05)));
    List<WorkflowContender> contenders =
        WorkflowPolicy.contenders(List.of(WorkflowPolicy.values()), workflow, plan);

    assertThat(contenders)
        .extracting(WorkflowContender::name)
        .containsExactly("none", "plan", "equal-budget", "equal-fraction", "time-outs");
    for (WorkflowContender contender : contenders) {
      contender
          .planned()
          .filter(it -> !contender.name().equals("plan") && !contender.name().equals("none"))
          .ifPresent(it -> {
            assertThat(it.goal().budget()).isEqualTo(0.1);
            double[] fractions =
                it.stages().stream().mapToDouble(stage -> stage.reissueFraction()).toArray();
            assertThat(workflow.budgetUsed(fractions)).isBetween(0.01, 0.1 + 1e-9);
            assertThat(it.stages()).noneMatch(stage -> stage.partial().mayLose());
          });
    }
  }

  @Test
  void servicesCarryWhatIsAskedAndTheBusiestStageSetsTheRate() {
    List<StageServers> servers = WorkflowSetting.carrying(workflow, 3, 1000);
    // Each server carries 1 / 3.95 ms for each slot, each responder has three of them.
    assertThat(servers).containsOnly(new StageServers(3, 2));
    assertThat(WorkflowSetting.capacity(workflow, servers)).isCloseTo(6 / 3.95e-3, within(1e-6));
    assertThat(WorkflowSetting.callsPerRequest(workflow)).isEqualTo(7);
  }

  @Test
  void anUnknownPolicyIsNamedWithTheNearestOne() {
    assertThatThrownBy(() -> WorkflowPolicy.named("equal-budgte"))
        .hasMessageContaining("did you mean equal-budget?");
  }
}
