package org.curtail.spark;

import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.curtail.traces.Span;
import org.curtail.traces.SpanKind;
import org.curtail.traces.TraceIds;
import org.jspecify.annotations.Nullable;

/**
 * Content of files as Spark's rows: spans, starts of requests, and a report at the end of each
 * file. Rows that may belong to one request have the same {@code half} of the trace id. File and
 * number are the order in which spans were found.
 */
final class RecordedRow {
  static final String TRACE = "trace";
  static final String HALF = "half";
  static final String FILE = "file";
  static final String NUMBER = "number";

  static final StructType SCHEMA =
      StructType.fromDDL(
          "trace STRING, file INT, number BIGINT, entry STRING, span STRING, parent STRING,"
              + " service STRING, operation STRING, kind STRING, start_nanos BIGINT,"
              + " duration_nanos BIGINT, failed BOOLEAN, report STRING, half STRING,"
              + " follows BOOLEAN, instance STRING");

  private static final String SPAN = "span";
  private static final String START = "start";
  private static final String REPORT = "report";

  private RecordedRow() {}

  static Row span(Span span, int file, long number) {
    return RowFactory.create(
        span.traceId(),
        file,
        number,
        SPAN,
        span.id(),
        span.parentId(),
        span.service(),
        span.operation(),
        span.kind().name(),
        span.startNanos(),
        span.durationNanos(),
        span.failed(),
        null,
        TraceIds.lowerHalf(span.traceId()),
        span.follows(),
        span.instance());
  }

  static Row start(String traceId, long startNanos, int file, long number) {
    return RowFactory.create(
        traceId,
        file,
        number,
        START,
        null,
        null,
        null,
        null,
        null,
        startNanos,
        null,
        null,
        null,
        TraceIds.lowerHalf(traceId),
        null,
        null);
  }

  /** Creates a report, with an empty trace id so that all reports are together. */
  static Row report(String json, int file, long number) {
    return RowFactory.create(
        "", file, number, REPORT, null, null, null, null, null, null, null, null, json, "", null,
        null);
  }

  static String trace(Row row) {
    return row.getString(0);
  }

  static String half(Row row) {
    return row.getString(13);
  }

  static boolean isSpan(Row row) {
    return row.getString(3).equals(SPAN);
  }

  static boolean isReport(Row row) {
    return row.getString(3).equals(REPORT);
  }

  static long startNanos(Row row) {
    return row.getLong(9);
  }

  static String report(Row row) {
    return row.getString(12);
  }

  static Span span(Row row) {
    @Nullable String parent = row.getString(5);
    return new Span(
        trace(row),
        row.getString(4),
        parent,
        row.getString(6),
        row.getString(7),
        SpanKind.valueOf(row.getString(8)),
        startNanos(row),
        row.getLong(10),
        row.getBoolean(11),
        row.getBoolean(14),
        row.getString(15));
  }
}
