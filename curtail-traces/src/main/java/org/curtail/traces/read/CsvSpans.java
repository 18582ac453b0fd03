package org.curtail.traces.read;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.curtail.measurement.files.InputLines;
import org.curtail.measurement.latencylog.CsvTable;
import org.curtail.measurement.latencylog.LogLines;
import org.curtail.measurement.terminal.Misuse;
import org.curtail.traces.Damage;
import org.curtail.traces.Span;
import org.jspecify.annotations.Nullable;

/** Spans, or requests, from a table with named columns: CSV or TSV. */
final class CsvSpans {
  /** What Kubernetes puts behind the name of a deployment. */
  private static final Pattern POD = Pattern.compile("(-[a-z0-9]{5,10})?-[a-z0-9]{5}$");

  private static final Set<String> NO_PARENT = Set.of("", "-1", "root", "null", "none", "0");
  private static final Set<String> FAILED = Set.of("2", "error", "true", "status_code_error");
  private static final int HTTP_SERVER_ERROR = 500;

  private final CsvTable table;
  private final CsvColumns columns;
  private final SpanSink sink;
  private @Nullable TimeUnit unit;
  private @Nullable TimeUnit durationUnit;
  private String lastTrace = "";

  private CsvSpans(CsvTable table, CsvColumns columns, SpanSink sink) {
    this.table = table;
    this.columns = columns;
    this.sink = sink;
    unit = columns.unit();
    durationUnit = columns.durationUnit();
  }

  /**
   * Reads a table.
   *
   * @param lines before the first line
   * @return the unit of its starts; null if it has no rows
   * @throws NotSpans if it is no table of spans or requests
   */
  static @Nullable TimeUnit read(InputLines lines, Path file, SpanSink sink) throws NotSpans {
    var text = new LogLines(lines);
    if (!text.next()) {
      return null;
    }
    var table = new CsvTable(text);
    var spans =
        new CsvSpans(table, CsvColumns.of(table.columns(), file + ":" + lines.number()), sink);
    spans.rows();
    return spans.unit;
  }

  private void rows() {
    while (true) {
      try {
        if (!table.next()) {
          return;
        }
        row();
      } catch (Misuse e) {
        sink.damaged(Damage.UNREADABLE, String.valueOf(e.getMessage()));
      } catch (IllegalArgumentException e) {
        sink.damaged(
            Damage.UNREADABLE,
            table.where() + ": expected times that are numbers: " + e.getMessage());
      }
    }
  }

  private void row() {
    String trace = value(columns.trace());
    String start = value(columns.start());
    if (trace.isEmpty() || start.isEmpty()) {
      sink.damaged(Damage.UNREADABLE, table.where() + ": expected a trace and a start, found none");
      return;
    }
    trace = trace.equals(lastTrace) ? lastTrace : trace;
    lastTrace = trace;
    TimeUnit startUnit = unit == null ? RecordedTime.unixUnit(start) : unit;
    unit = startUnit;
    long startNanos = RecordedTime.nanos(start, startUnit);
    if (columns.isOfRequests()) {
      sink.requestStart(trace, startNanos);
    } else {
      span(trace, startNanos, startUnit);
    }
  }

  private void span(String trace, long startNanos, TimeUnit startUnit) {
    String parent = value(columns.parent());
    String id = value(columns.span());
    boolean isRoot =
        NO_PARENT.contains(parent.toLowerCase(Locale.ROOT))
            && !(parent.equals("0") && numbered(id));
    sink.span(
        new Span(
            trace,
            id,
            isRoot ? null : parent,
            SpanFields.service(service(), sink, table.where()),
            value(columns.operation()),
            SpanFields.kind(value(columns.kind())),
            startNanos,
            duration(startNanos, startUnit),
            isFailed(value(columns.status()))));
  }

  /** Where spans are numbered within their trace, 0 is the first of them. */
  private static boolean numbered(String id) {
    return id.length() < 8;
  }

  private long duration(long startNanos, TimeUnit startUnit) {
    String end = value(columns.end());
    String text = value(columns.duration());
    if (!end.isEmpty() && (text.isEmpty() || durationUnit == null)) {
      return Math.max(0, RecordedTime.nanos(end, startUnit) - startNanos);
    }
    if (text.isEmpty()) {
      return Span.UNFINISHED;
    }
    long nanos = RecordedTime.nanos(text, durationUnit == null ? startUnit : durationUnit);
    return nanos < 0 ? Span.UNFINISHED : nanos;
  }

  private String service() {
    String service = value(columns.service());
    return service.isEmpty() ? POD.matcher(value(columns.pod())).replaceFirst("") : service;
  }

  private static boolean isFailed(String status) {
    if (FAILED.contains(status.toLowerCase(Locale.ROOT))) {
      return true;
    }
    try {
      return !status.isEmpty() && Integer.parseInt(status) >= HTTP_SERVER_ERROR;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private String value(@Nullable String column) {
    if (column == null) {
      return "";
    }
    List<String> values = table.values(column);
    return values.isEmpty() ? "" : values.getFirst();
  }
}
