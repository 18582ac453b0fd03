package org.curtail.traces.tables;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.curtail.traces.Trace;
import org.curtail.traces.workflow.RequestKind;
import org.curtail.traces.workflow.StageSpan;

/** Converts requests to rows of tables. Not thread-safe. */
public final class TraceRows {
  private static final int MOST_KEPT = 10_000;

  private final Map<RequestKind, WorkflowKey> keys = new HashMap<>();

  /** The rows of one request. */
  public record Rows(RequestRow request, List<SpanRow> spans) {}

  /**
   * Converts a request.
   *
   * @param number number of the request, unique in the recording
   */
  public Rows of(Trace trace, long number) {
    WorkflowKey key = key(RequestKind.of(trace));
    List<StageSpan> stages = StageSpan.of(trace);
    List<SpanRow> spans = new ArrayList<>(trace.size());
    for (int i = 0; i < trace.size(); i++) {
      StageSpan stage = stages.get(i);
      spans.add(
          new SpanRow(
              number,
              i,
              trace.parent(i),
              trace.service(i),
              trace.operation(i),
              trace.kind(i).name(),
              trace.startNanos(i),
              trace.durationNanos(i),
              trace.failed(i),
              key.number(),
              stage.stage().service(),
              stage.stage().operation(),
              stage.ownNanos(),
              stage.first(),
              stage.counted(),
              stage.together(),
              trace.instance(i)));
    }
    return new Rows(
        new RequestRow(
            number,
            trace.id(),
            key.number(),
            key.service(),
            key.operation(),
            key.calls(),
            trace.startNanos(),
            trace.durationNanos(),
            trace.size()),
        spans);
  }

  private WorkflowKey key(RequestKind kind) {
    if (keys.size() >= MOST_KEPT && !keys.containsKey(kind)) {
      keys.clear();
    }
    return keys.computeIfAbsent(kind, WorkflowKey::of);
  }
}
