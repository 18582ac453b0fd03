package org.curtail.spark;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.curtail.traces.DamageCounts;
import org.curtail.traces.Span;
import org.curtail.traces.Trace;
import org.curtail.traces.TraceAssembly;
import org.curtail.traces.TraceIds;
import org.curtail.traces.tables.RequestRow;
import org.curtail.traces.tables.SpanRow;
import org.curtail.traces.tables.TraceRows;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a partition, from its recorded rows in order of traces. Holds one trace at a
 * time, together with traces that may belong to it by a cut id. Each row of the result is a span;
 * the first row of a request also has the request's columns. The last row is a report of the
 * damage.
 */
final class PartRequests implements Iterator<Row> {
  static final StructType SCHEMA =
      StructType.fromDDL(
          SpanRow.COLUMNS
              + ", request_trace STRING, request_service STRING, request_operation STRING,"
              + " request_calls STRING, request_spans INT, report STRING");

  /** Columns of requests, in the first row of each request. */
  static final String[] REQUEST_COLUMNS = {
    "request",
    "request_trace AS trace",
    "workflow",
    "request_service AS service",
    "request_operation AS operation",
    "request_calls AS calls",
    "start_nanos",
    "duration_nanos",
    "request_spans AS spans"
  };

  /** Shift that keeps request numbers unique across partitions. */
  private static final int PART_SHIFT = 40;

  private static final int SPAN_COLUMNS = 17;

  private final Iterator<Row> recorded;
  private final int part;
  private final DamageCounts damage = new DamageCounts();
  private final TraceRows rows = new TraceRows();
  private final Deque<Row> ready = new ArrayDeque<>();
  private @Nullable Row next;
  private long made;
  private boolean reported;

  PartRequests(Iterator<Row> recorded, int part) {
    this.recorded = recorded;
    this.part = part;
    next = recorded.hasNext() ? recorded.next() : null;
  }

  @Override
  public boolean hasNext() {
    while (ready.isEmpty() && next != null) {
      traces(next);
    }
    if (ready.isEmpty() && !reported) {
      reported = true;
      ready.add(ofReport(Report.of(part, damage)));
    }
    return !ready.isEmpty();
  }

  @Override
  public Row next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return ready.remove();
  }

  private void traces(Row first) {
    String half = RecordedRow.half(first);
    Map<String, List<Span>> spans = new LinkedHashMap<>();
    Map<String, Long> starts = new HashMap<>();
    @Nullable Row row = first;
    while (row != null && RecordedRow.half(row).equals(half)) {
      if (RecordedRow.isReport(row)) {
        ready.add(ofReport(RecordedRow.report(row)));
      } else if (RecordedRow.isSpan(row)) {
        spans
            .computeIfAbsent(RecordedRow.trace(row), none -> new ArrayList<>())
            .add(RecordedRow.span(row));
      } else {
        starts.put(RecordedRow.trace(row), RecordedRow.startNanos(row));
      }
      row = recorded.hasNext() ? recorded.next() : null;
    }
    next = row;
    for (List<Span> each : TraceIds.joined(spans, damage).values()) {
      Trace trace = TraceAssembly.of(each, damage);
      Long start = starts.get(trace.id());
      add(
          rows.of(
              start == null ? trace : trace.startingAt(start),
              ((long) part << PART_SHIFT) + made++));
    }
  }

  private void add(TraceRows.Rows request) {
    for (SpanRow span : request.spans()) {
      Object[] values = new Object[SCHEMA.length()];
      values[0] = span.request();
      values[1] = span.place();
      values[2] = span.parent();
      values[3] = span.service();
      values[4] = span.operation();
      values[5] = span.kind();
      values[6] = span.startNanos();
      values[7] = span.durationNanos();
      values[8] = span.failed();
      values[9] = span.workflow();
      values[10] = span.stageService();
      values[11] = span.stageOperation();
      values[12] = span.ownNanos();
      values[13] = span.isFirst();
      values[14] = span.isCounted();
      values[15] = span.together();
      values[16] = span.instance();
      if (span.place() == 0) {
        RequestRow of = request.request();
        values[SPAN_COLUMNS] = of.trace();
        values[SPAN_COLUMNS + 1] = of.service();
        values[SPAN_COLUMNS + 2] = of.operation();
        values[SPAN_COLUMNS + 3] = of.calls();
        values[SPAN_COLUMNS + 4] = of.spans();
      }
      ready.add(RowFactory.create(values));
    }
  }

  private static Row ofReport(String report) {
    Object[] values = new Object[SCHEMA.length()];
    values[SCHEMA.length() - 1] = report;
    return RowFactory.create(values);
  }
}
