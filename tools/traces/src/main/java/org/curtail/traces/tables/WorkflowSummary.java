package org.curtail.traces.tables;

import java.util.Comparator;
import java.util.List;
import org.curtail.traces.workflow.RequestKind;

/**
 * A workflow of a recording, without its requests.
 *
 * @param kind what the requests ask for
 * @param requests how many there are: at least 1
 * @param medianMillis the smallest latency that half of them do not exceed
 * @param tailMillis the same of 99 %
 */
public record WorkflowSummary(
    RequestKind kind, long requests, double medianMillis, double tailMillis) {
  /** Those with most requests first. */
  static List<WorkflowSummary> sorted(List<WorkflowSummary> workflows) {
    return workflows.stream()
        .sorted(
            Comparator.comparingLong((WorkflowSummary workflow) -> -workflow.requests)
                .thenComparing(workflow -> workflow.kind.toString()))
        .toList();
  }
}
