package org.curtail.traces.tables;

import java.util.Comparator;
import java.util.List;
import org.curtail.traces.workflow.RequestKind;

/**
 * A workflow of a recording, without its requests.
 *
 * @param kind kind of the requests
 * @param requests number of requests, at least 1
 * @param medianMillis median latency, by nearest rank
 * @param tailMillis 99th percentile of the latency, by nearest rank
 */
public record WorkflowSummary(
    RequestKind kind, long requests, double medianMillis, double tailMillis) {
  /** Sorts workflows by number of requests, largest first. */
  static List<WorkflowSummary> sorted(List<WorkflowSummary> workflows) {
    return workflows.stream()
        .sorted(
            Comparator.comparingLong((WorkflowSummary workflow) -> -workflow.requests)
                .thenComparing(workflow -> workflow.kind.toString()))
        .toList();
  }
}
