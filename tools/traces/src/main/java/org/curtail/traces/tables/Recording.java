package org.curtail.traces.tables;

import java.util.List;
import org.curtail.traces.TraceSet;
import org.curtail.traces.workflow.RequestKind;
import org.curtail.traces.workflow.TracedStage;
import org.curtail.traces.workflow.TracedWorkflow;

/**
 * A recording that was read, wherever its spans are now: all answers are the same for all kinds.
 * Not thread-safe.
 */
public interface Recording extends AutoCloseable {
  /** What it holds. */
  Contents contents();

  /** Its workflows, those with most requests first. */
  List<WorkflowSummary> workflows();

  /** The stages of a workflow, those with most time of their own first. */
  List<TracedStage> stages(RequestKind kind);

  /** The requests of a workflow, in memory. */
  TracedWorkflow requests(RequestKind kind);

  /** All requests, in memory. */
  TraceSet traces();

  /** Gives back what it held. */
  @Override
  void close();
}
