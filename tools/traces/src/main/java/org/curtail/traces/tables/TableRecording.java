package org.curtail.traces.tables;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.curtail.traces.PlacedSpan;
import org.curtail.traces.SpanKind;
import org.curtail.traces.Trace;
import org.curtail.traces.TraceSet;
import org.curtail.traces.workflow.RequestKind;
import org.curtail.traces.workflow.StageName;
import org.curtail.traces.workflow.TracedStage;
import org.curtail.traces.workflow.TracedWorkflow;

/** A recording in tables, which a database sums up. */
public final class TableRecording implements Recording {
  private static final double NANOS_PER_MILLI = 1e6;

  private final Contents contents;
  private final Tables tables;
  private final Runnable end;

  /**
   * A recording.
   *
   * @param end runs when it is closed
   */
  public TableRecording(Contents contents, Tables tables, Runnable end) {
    this.contents = contents;
    this.tables = tables;
    this.end = end;
  }

  @Override
  public Contents contents() {
    return contents;
  }

  @Override
  public List<WorkflowSummary> workflows() {
    List<WorkflowSummary> found = new ArrayList<>();
    tables.query(
        TableQueries.WORKFLOWS,
        row ->
            found.add(
                new WorkflowSummary(
                    WorkflowKey.kind(row.text(0), row.text(1), row.text(2)),
                    row.whole(3),
                    row.whole(4) / NANOS_PER_MILLI,
                    row.whole(5) / NANOS_PER_MILLI)));
    return WorkflowSummary.sorted(found);
  }

  private static long number(RequestKind kind) {
    return WorkflowKey.of(kind).number();
  }

  /** How many requests a workflow has. */
  private int requests(long workflow) {
    long[] requests = new long[1];
    tables.query(TableQueries.requests(workflow), row -> requests[0] = row.whole(0));
    return Math.toIntExact(requests[0]);
  }

  @Override
  public List<TracedStage> stages(RequestKind kind) {
    long workflow = number(kind);
    long requests = requests(workflow);
    List<TracedStage> stages = new ArrayList<>();
    tables.query(
        TableQueries.stages(workflow),
        row ->
            stages.add(
                TracedStage.of(
                    new StageName(row.text(0), row.text(1)),
                    requests,
                    row.whole(2),
                    row.whole(3),
                    (int) row.whole(4),
                    row.sum(5),
                    row.whole(6),
                    row.whole(7))));
    return TracedStage.sorted(stages);
  }

  @Override
  public TracedWorkflow requests(RequestKind kind) {
    return new TracedWorkflow(kind, set(traces(TableQueries.spansOf(number(kind)))).traces());
  }

  @Override
  public TraceSet traces() {
    return set(traces(TableQueries.SPANS));
  }

  private TraceSet set(List<Trace> traces) {
    return new TraceSet(
        traces, contents.damage(), contents.spans(), contents.leftOut(), contents.unit());
  }

  private List<Trace> traces(String spans) {
    var found = new LoadedTraces();
    tables.query(spans, found::add);
    return found.end();
  }

  @Override
  public void close() {
    end.run();
  }

  /** Requests from their spans, which come one request after the other. */
  private static final class LoadedTraces {
    private final Map<String, String> names = new HashMap<>();
    private final List<Trace> traces = new ArrayList<>();
    private final List<PlacedSpan> spans = new ArrayList<>();
    private String trace = "";
    private long request = -1;

    void add(Tables.Row row) {
      if (row.whole(0) != request) {
        finish();
        request = row.whole(0);
        trace = row.text(1);
      }
      spans.add(
          new PlacedSpan(
              (int) row.whole(2),
              once(row.text(3)),
              once(row.text(4)),
              SpanKind.valueOf(row.text(5)),
              row.whole(6),
              row.whole(7),
              row.flag(8)));
    }

    private String once(String name) {
      String first = names.putIfAbsent(name, name);
      return first == null ? name : first;
    }

    private void finish() {
      if (!spans.isEmpty()) {
        traces.add(new Trace(trace, spans));
        spans.clear();
      }
    }

    List<Trace> end() {
      finish();
      return traces;
    }
  }
}
