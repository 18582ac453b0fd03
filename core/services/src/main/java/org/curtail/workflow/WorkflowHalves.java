package org.curtail.workflow;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A workflow in two parts, earlier and later. The times and traces of each stage are divided in the
 * order of measurement, not at random. A plan from the earlier part is tested on the later part, as
 * yesterday's plan is used today.
 *
 * @param earlier workflow with the first times of each stage
 * @param later workflow with the later times of each stage
 */
public record WorkflowHalves(Workflow earlier, Workflow later) {
  /** Returns halves with equally many times. */
  public static WorkflowHalves of(Workflow workflow) {
    return split(workflow, 0.5);
  }

  /**
   * Divides the times of a workflow. A stage with a single time has it in both parts.
   *
   * @param share share of the times in the earlier part: above 0, below 1
   */
  public static WorkflowHalves split(Workflow workflow, double share) {
    if (!(share > 0 && share < 1)) {
      throw new IllegalArgumentException("share must be above 0 and below 1: " + share);
    }
    return new WorkflowHalves(part(workflow, share, true), part(workflow, share, false));
  }

  private static Workflow part(Workflow workflow, double share, boolean earlier) {
    var stages = new ArrayList<Stage>();
    for (Stage stage : workflow.stages()) {
      StageTimes times = stage.times();
      int border = border(times.size(), share);
      boolean isOne = times.size() == 1;
      StageTimes part =
          isOne ? times : earlier ? times.between(0, border) : times.between(border, times.size());
      stages.add(stage.measured(part, part(stage.traces(), share, earlier)));
    }
    Workflow divided = Workflow.of(workflow.name(), stages);
    JointTraces joint = workflow.joint();
    if (joint == null) {
      return divided;
    }
    int border = border(joint.size(), share);
    boolean isOne = joint.size() == 1;
    return divided.with(
        isOne ? joint : earlier ? rows(joint, 0, border) : rows(joint, border, joint.size()));
  }

  private static @Nullable ResponderTraces part(
      @Nullable ResponderTraces traces, double share, boolean earlier) {
    if (traces == null || traces.size() == 1) {
      return traces;
    }
    int border = border(traces.size(), share);
    return earlier ? traces.visits(0, border) : traces.visits(border, traces.size());
  }

  /** Returns a border with at least one time on either side, if there are two times or more. */
  private static int border(int size, double share) {
    return Math.clamp(Math.round(share * size), 1, Math.max(1, size - 1));
  }

  private static JointTraces rows(JointTraces joint, int from, int to) {
    List<String> stages = joint.stages();
    double[][] rows = new double[to - from][stages.size()];
    for (int trace = from; trace < to; trace++) {
      for (int column = 0; column < stages.size(); column++) {
        rows[trace - from][column] = joint.millis(trace, column);
      }
    }
    return JointTraces.of(stages, rows);
  }
}
