package org.curtail.traces.tables;

import java.util.Comparator;
import java.util.List;
import org.curtail.traces.workflow.RequestKind;

/**
 * A workflow of a recording, without its requests.
 *
 * @param kind kind of its requests
 * @param requests number of requests, at least 1
 * @param medianMillis the smallest latency not exceeded by half of them
 * @param tailMillis the smallest latency not exceeded by 99 % of them
 */
public record WorkflowSummary(
    RequestKind kind, long requests, double medianMillis, double tailMillis) {
  /** Sorts workflows, those with most requests first. */
  static List<WorkflowSummary> sorted(List<WorkflowSummary> workflows) {
    return workflows.stream()
        .sorted(
            Comparator.comparingLong((WorkflowSummary workflow) -> -workflow.requests)
                .thenComparing(workflow -> workflow.kind.toString()))
        .toList();
  }
}
