package org.curtail.traces.tables;

import java.util.List;
import org.curtail.traces.TraceSet;
import org.curtail.traces.workflow.RequestKind;
import org.curtail.traces.workflow.TracedStage;
import org.curtail.traces.workflow.TracedWorkflow;

/** A recording in memory or in tables. All kinds give the same results. Not thread-safe. */
public interface Recording extends AutoCloseable {
  /** Summary of the recording. */
  Contents contents();

  /** Workflows by number of requests, largest first. */
  List<WorkflowSummary> workflows();

  /** Stages of a workflow by self time, largest first. */
  List<TracedStage> stages(RequestKind kind);

  /** The requests of a workflow, in memory. */
  TracedWorkflow requests(RequestKind kind);

  /** All requests, in memory. */
  TraceSet traces();

  /** Releases its resources. */
  @Override
  void close();
}
