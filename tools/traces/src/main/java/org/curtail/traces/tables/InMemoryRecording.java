package org.curtail.traces.tables;

import java.util.List;
import org.curtail.traces.TraceSet;
import org.curtail.traces.workflow.RequestKind;
import org.curtail.traces.workflow.TracedStage;
import org.curtail.traces.workflow.TracedWorkflow;

/** A small recording in memory; the reference for all other recordings. */
public final class InMemoryRecording implements Recording {
  private final TraceSet traces;
  private final List<TracedWorkflow> workflows;

  public InMemoryRecording(TraceSet traces) {
    this.traces = traces;
    workflows = TracedWorkflow.of(traces.traces());
  }

  @Override
  public Contents contents() {
    return new Contents(
        traces.traces().size(), traces.spans(), traces.damage(), traces.leftOut(), traces.unit());
  }

  @Override
  public List<WorkflowSummary> workflows() {
    return workflows.stream()
        .map(workflow ->
            new WorkflowSummary(
                workflow.kind(),
                workflow.traces().size(),
                workflow.percentileMillis(50),
                workflow.percentileMillis(99)))
        .toList();
  }

  @Override
  public List<TracedStage> stages(RequestKind kind) {
    return TracedStage.of(requests(kind));
  }

  @Override
  public TracedWorkflow requests(RequestKind kind) {
    return workflows.stream()
        .filter(workflow -> workflow.kind().equals(kind))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no such workflow: " + kind));
  }

  @Override
  public TraceSet traces() {
    return traces;
  }

  @Override
  public void close() {
    // holds only memory
  }
}
