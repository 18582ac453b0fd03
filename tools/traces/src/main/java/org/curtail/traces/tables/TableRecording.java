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

/** A recording in the tables of a database, which aggregates rows. */
public final class TableRecording implements Recording {
  private static final double NANOS_PER_MILLI = 1e6;

  /** Service, operation, calls, requests, median, 99th percentile; one row per workflow. */
  static final String WORKFLOWS =
      """
      SELECT MIN(service), MIN(operation), MIN(calls), MAX(of_all),
        MIN(CASE WHEN below >= %1$s THEN duration_nanos END),
        MIN(CASE WHEN below >= %2$s THEN duration_nanos END)
      FROM (
        SELECT workflow, service, operation, calls, duration_nanos,
          CAST(SUM(times) OVER (PARTITION BY workflow ORDER BY duration_nanos) AS BIGINT) AS below,
          CAST(SUM(times) OVER (PARTITION BY workflow) AS BIGINT) AS of_all
        FROM (
          SELECT workflow, MIN(service) AS service, MIN(operation) AS operation,
            MIN(calls) AS calls, duration_nanos, COUNT(*) AS times
          FROM requests GROUP BY workflow, duration_nanos) AS counted) AS summed
      GROUP BY workflow
      """
          .formatted(place(50), place(99));

  private static final String SPAN_COLUMNS =
      """
      SELECT s.request, r.trace, s.parent, s.service, s.operation, s.kind, s.start_nanos,
        s.duration_nanos, s.failed, s.instance
      FROM spans s JOIN requests r ON r.request = s.request
      """;

  private static final String SPAN_ORDER = " ORDER BY s.request, s.place";

  /** All spans, one request after the other. */
  static final String SPANS = SPAN_COLUMNS + SPAN_ORDER;

  private final Contents contents;
  private final Tables tables;
  private final Runnable end;

  /**
   * Creates a recording.
   *
   * @param end runs when the recording is closed
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
        WORKFLOWS,
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

  private int requests(long workflow) {
    long[] requests = new long[1];
    tables.query(requestsQuery(workflow), row -> requests[0] = row.whole(0));
    return Math.toIntExact(requests[0]);
  }

  @Override
  public List<TracedStage> stages(RequestKind kind) {
    long workflow = number(kind);
    long requests = requests(workflow);
    List<TracedStage> stages = new ArrayList<>();
    tables.query(
        stagesQuery(workflow),
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
    return new TracedWorkflow(kind, set(traces(spansOf(number(kind)))).traces());
  }

  @Override
  public TraceSet traces() {
    return set(traces(SPANS));
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

  /** Builds requests from spans in order of requests. */
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
              row.flag(8),
              once(row.text(9))));
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

  /**
   * Returns the position of a percentile among sorted values as an SQL expression, one more than
   * {@code TracedWorkflow.place}.
   *
   * <p>The queries use SQL that DuckDB and Spark share. Sums are sums of whole numbers, and
   * percentiles are values that occurred, so all databases give the same results. Other numbers use
   * the same operations on doubles as Java.
   */
  private static String place(int percentile) {
    return "CEIL(CAST(%d AS DOUBLE) / 100 * of_all)".formatted(percentile);
  }

  /** Returns the spans of a workflow, one request after the other. */
  private static String spansOf(long workflow) {
    return SPAN_COLUMNS + " WHERE r.workflow = " + workflow + SPAN_ORDER;
  }

  private static String requestsQuery(long workflow) {
    return "SELECT COUNT(*) FROM requests WHERE workflow = " + workflow;
  }

  /** Stage, visitors, visits, together, sum of self times, median, 99th percentile. */
  private static String stagesQuery(long workflow) {
    return """
    SELECT sums.stage_service, sums.stage_operation, visitors, visits, together, own_nanos,
      COALESCE(median_nanos, 0), COALESCE(tail_nanos, 0)
    FROM (
      SELECT stage_service, stage_operation,
        CAST(SUM(CASE WHEN is_first THEN 1 ELSE 0 END) AS BIGINT) AS visitors,
        CAST(SUM(CASE WHEN is_counted THEN 1 ELSE 0 END) AS BIGINT) AS visits,
        MAX(together) AS together,
        SUM(CAST(own_nanos AS DECIMAL(19, 0))) AS own_nanos
      FROM spans WHERE workflow = %1$d GROUP BY stage_service, stage_operation) AS sums
    LEFT JOIN (
      SELECT stage_service, stage_operation,
        MIN(CASE WHEN below >= %2$s THEN duration_nanos END) AS median_nanos,
        MIN(CASE WHEN below >= %3$s THEN duration_nanos END) AS tail_nanos
      FROM (
        SELECT stage_service, stage_operation, duration_nanos,
          CAST(SUM(times) OVER (
            PARTITION BY stage_service, stage_operation ORDER BY duration_nanos) AS BIGINT)
            AS below,
          CAST(SUM(times) OVER (PARTITION BY stage_service, stage_operation) AS BIGINT) AS of_all
        FROM (
          SELECT stage_service, stage_operation, duration_nanos, COUNT(*) AS times
          FROM spans WHERE workflow = %1$d AND is_counted
          GROUP BY stage_service, stage_operation, duration_nanos) AS counted) AS summed
      GROUP BY stage_service, stage_operation) AS placed
    ON placed.stage_service = sums.stage_service AND placed.stage_operation = sums.stage_operation
    """
        .formatted(workflow, place(50), place(99));
  }
}
