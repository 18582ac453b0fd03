package org.curtail.benchkit.workflow;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.Responders;
import org.curtail.workflow.Stage;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowGoal;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.load.StageServers;

/** Small workflows and plans, which real servers serve in one or two seconds. */
final class SampleWorkflows {
  private SampleWorkflows() {}

  /** Calls of 1 to 4 ms, one in 20 of 30 ms. */
  static StageTimes times() {
    double[] ms = new double[100];
    for (int i = 0; i < ms.length; i++) {
      ms[i] = i % 20 == 0 ? 30 : 1 + i % 4;
    }
    return StageTimes.independent(ms);
  }

  /** Calls that all take the same time. */
  static StageTimes always(double ms) {
    return StageTimes.independent(new double[] {ms});
  }

  /**
   * First {@code a}, then {@code b}, which calls {@code inner}, beside {@code c} with three
   * responders, then {@code d}.
   */
  static Workflow diamond() {
    return Workflow.of(
        "diamond",
        List.of(
            Stage.of("a", List.of(), 1, times()),
            Stage.of("b", List.of("a"), 2, times()),
            Stage.of("inner", List.of(), 3, times()).within("b"),
            Stage.of("c", List.of("a"), 6, times()).asking(Responders.allOf(3)),
            Stage.of("d", List.of("b", "c"), 1, times())));
  }

  /** One stage. */
  static Workflow single(StageTimes times, Responders responders) {
    return Workflow.of("single", List.of(Stage.of("only", List.of(), 1, times).asking(responders)));
  }

  /** A caller and the stage that it calls. */
  static Workflow nested(StageTimes caller, StageTimes inner) {
    return Workflow.of(
        "nested",
        List.of(
            Stage.of("caller", List.of(), 1, caller),
            Stage.of("inner", List.of(), 1, inner).within("caller")));
  }

  /** Returns a plan for some stages; the others send no copies and wait for all answers. */
  static WorkflowPlan plan(Workflow workflow, Map<String, StagePlan> some) {
    return plan(workflow, some, CatchUp.NONE);
  }

  static WorkflowPlan plan(Workflow workflow, Map<String, StagePlan> some, CatchUp catchUp) {
    var stages = new ArrayList<StagePlan>();
    for (Stage stage : workflow.stages()) {
      stages.add(some.getOrDefault(stage.name(), StagePlan.none(stage.name())));
    }
    return new WorkflowPlan(workflow.name(), WorkflowGoal.reissue(99, 0.1), stages, catchUp);
  }

  /** Returns the plan of a stage with a copy of each call that is late after a delay. */
  static StagePlan copies(String stage, double delayMs, double fraction) {
    return new StagePlan(stage, ReissuePolicy.singleD(delayMs), fraction, PartialAnswer.NONE, 0);
  }

  static WorkflowSetting setting(
      Workflow workflow, int requests, int blocks, double perSecond, WorkflowContender... who) {
    List<StageServers> servers = WorkflowSetting.carrying(workflow, 3, 4 * perSecond);
    return new WorkflowSetting(
        workflow,
        servers,
        List.of(),
        List.of(who),
        List.of(perSecond / WorkflowSetting.capacity(workflow, servers)),
        requests,
        blocks,
        1);
  }

  static WorkflowContender none(Workflow workflow) {
    return new WorkflowContender.Planned("none", WorkflowPlan.none(workflow));
  }
}
