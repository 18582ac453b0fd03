package org.curtail.traces.tables;

import java.util.List;
import org.curtail.traces.TraceSet;
import org.curtail.traces.workflow.RequestKind;
import org.curtail.traces.workflow.TracedStage;
import org.curtail.traces.workflow.TracedWorkflow;

/** A recording that was read, stored anywhere. All kinds give the same results. Not thread-safe. */
public interface Recording extends AutoCloseable {
  /** Its contents. */
  Contents contents();

  /** Its workflows, those with most requests first. */
  List<WorkflowSummary> workflows();

  /** The stages of a workflow, those with most self time first. */
  List<TracedStage> stages(RequestKind kind);

  /** The requests of a workflow, in memory. */
  TracedWorkflow requests(RequestKind kind);

  /** All requests, in memory. */
  TraceSet traces();

  /** Releases its resources. */
  @Override
  void close();
}
