package org.curtail.traces.read;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.curtail.benchkit.files.InputLines;
import org.curtail.benchkit.latencylog.CsvTable;
import org.curtail.benchkit.latencylog.LogLines;
import org.curtail.benchkit.terminal.Abbreviated;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.traces.Damage;
import org.curtail.traces.Span;
import org.curtail.traces.SpanKind;
import org.jspecify.annotations.Nullable;

/**
 * Reads spans or requests from the rows of a table with named columns: CSV, TSV, or JSON objects.
 * Not thread-safe.
 */
final class TableSpans {
  /** Suffix that Kubernetes appends to the name of a deployment. */
  private static final Pattern POD = Pattern.compile("(-[a-z0-9]{5,10})?-[a-z0-9]{5}$");

  private static final Set<String> NO_PARENT = Set.of("", "-1", "root", "null", "none", "0");
  private static final Set<String> NO_NAME = Set.of("(?)", "null", "none", "unknown");
  private static final Set<String> FAILED = Set.of("2", "error", "true", "status_code_error");
  private static final int HTTP_SERVER_ERROR = 500;

  /** A time in 2001. A table that begins later has Unix times, and 0 is then no time. */
  private static final long FIRST_UNIX_NANOS = 1_000_000_000_000_000_000L;

  private static final int MOST_WAITING = 10_000;

  /**
   * Known columns by the fields of JSON objects, as most objects of a file have the same fields.
   */
  private static final Map<List<String>, Optional<SpanColumns>> KNOWN = new ConcurrentHashMap<>();

  private static final int MOST_KNOWN = 1_000;
  private static final int MOST_KNOWN_FIELDS = 100;

  private final SpanSink sink;

  /** Rows with a start of 0 or less, which wait for a row that shows if times are Unix times. */
  private final List<Row> waiting = new ArrayList<>();

  private @Nullable TimeUnit unit;
  private boolean isStarted;
  private boolean isUnix;
  private boolean isDurationGuessed;
  private String lastTrace = "";

  private interface Row {
    SpanColumns columns();

    /** Returns the value of a column; empty if there is none. */
    String value(@Nullable String column);

    String where();
  }

  private record TextRow(SpanColumns columns, CsvTable table) implements Row {
    @Override
    public String value(@Nullable String column) {
      if (column == null) {
        return "";
      }
      List<String> values = table.values(column);
      return values.isEmpty() ? "" : values.getFirst();
    }

    @Override
    public String where() {
      return table.where();
    }

    /** Returns a copy that stays valid after the next row is read. */
    Row copy() {
      Map<String, String> values = new HashMap<>();
      for (String column : table.columns()) {
        values.put(column, value(column));
      }
      return new CopiedRow(columns, values, where());
    }
  }

  private record CopiedRow(SpanColumns columns, Map<String, String> values, String where)
      implements Row {
    @Override
    public String value(@Nullable String column) {
      return column == null ? "" : values.getOrDefault(column, "");
    }
  }

  private record JsonRow(SpanColumns columns, JsonNode row, String where) implements Row {
    @Override
    public String value(@Nullable String column) {
      return column == null || row.path(column).isNull() ? "" : row.path(column).asText().strip();
    }
  }

  TableSpans(SpanSink sink) {
    this.sink = sink;
  }

  /**
   * Reads a table.
   *
   * @param lines lines, positioned at the first line
   * @return the unit of the starts; null without rows
   * @throws NotSpansException if the file is not a table of spans or requests
   */
  static @Nullable TimeUnit read(InputLines lines, Path file, SpanSink sink)
      throws NotSpansException {
    var text = new LogLines(lines);
    if (!text.next()) {
      return null;
    }
    var table = new CsvTable(text);
    var spans = new TableSpans(sink);
    spans.rows(table, SpanColumns.of(table.columns(), file + ":" + lines.number()));
    return spans.end();
  }

  private void rows(CsvTable table, SpanColumns columns) {
    var row = new TextRow(columns, table);
    while (true) {
      try {
        if (!table.next()) {
          return;
        }
      } catch (UsageError e) {
        sink.damaged(Damage.UNREADABLE, String.valueOf(e.getMessage()));
        continue;
      }
      row(row);
    }
  }

  static boolean isRow(JsonNode node) {
    return columns(node).isPresent();
  }

  /** Returns the columns; empty if the object is not a row with a span. */
  private static Optional<SpanColumns> columns(JsonNode node) {
    List<String> names = names(node);
    Optional<SpanColumns> known = KNOWN.get(names);
    if (known == null) {
      try {
        known = Optional.of(SpanColumns.of(names, "")).filter(it -> !it.isOfRequests());
      } catch (NotSpansException e) {
        known = Optional.empty();
      }
      if (KNOWN.size() < MOST_KNOWN && names.size() < MOST_KNOWN_FIELDS) {
        KNOWN.put(names, known);
      }
    }
    return known;
  }

  private static List<String> names(JsonNode node) {
    List<String> names = new ArrayList<>(node.size());
    node.properties()
        .forEach(field -> {
          if (field.getValue().isValueNode()) {
            names.add(field.getKey());
          }
        });
    return names;
  }

  /** Reads a row for which {@link #isRow} is true. */
  void row(JsonNode node, String where) {
    row(new JsonRow(columns(node).orElseThrow(), node, where));
  }

  /**
   * Ends the table.
   *
   * @return the unit of the starts; null without rows
   */
  @Nullable TimeUnit end() {
    if (!waiting.isEmpty()) {
      isStarted = true;
      unit = unit == null ? TimeUnit.SECONDS : unit;
      readWaiting();
    }
    return unit;
  }

  private void readWaiting() {
    List<Row> rows = List.copyOf(waiting);
    waiting.clear();
    rows.forEach(this::row);
  }

  private void row(Row row) {
    SpanColumns columns = row.columns();
    String trace = SpanIds.ofTable(row.value(columns.trace()));
    String start = row.value(columns.start());
    if (trace.isEmpty() || start.isEmpty()) {
      sink.damaged(
          Damage.UNREADABLE,
          "%s: expected a trace and a start in %s and %s, found none"
              .formatted(row.where(), columns.trace(), columns.start()));
      return;
    }
    trace = trace.equals(lastTrace) ? lastTrace : trace;
    lastTrace = trace;
    try {
      row(row, trace, start);
    } catch (NumberFormatException e) {
      sink.damaged(Damage.UNREADABLE, row.where() + ": " + e.getMessage());
    }
  }

  private void row(Row row, String trace, String start) {
    SpanColumns columns = row.columns();
    TimeUnit named = unit == null ? columns.unit() : unit;
    TimeUnit startUnit = named == null ? RecordedTime.unixUnit(start) : named;
    long startNanos = time(columns.start(), start, startUnit);
    if (startNanos <= 0 && (isUnix || RecordedTime.isDate(start))) {
      throw new NumberFormatException(
          "%s %s: expected a time since 1970; a time out of range"
              .formatted(columns.start(), Abbreviated.of(start)));
    }
    if (startNanos <= 0 && !isStarted && waiting.size() < MOST_WAITING) {
      waiting.add(row instanceof TextRow text ? text.copy() : row);
      return;
    }
    if (!isStarted) {
      isStarted = true;
      isUnix = startNanos >= FIRST_UNIX_NANOS;
      if (named == null && !RecordedTime.isDate(start)) {
        guessed(row, columns.start(), start, startUnit, "by its size");
      }
      unit = startUnit;
      readWaiting();
    }
    if (columns.isOfRequests()) {
      sink.requestStart(trace, startNanos);
    } else if (columns.calls() != null) {
      call(row, columns.calls(), trace, startNanos);
    } else {
      span(row, trace, startNanos, startUnit);
    }
  }

  private void guessed(Row row, String column, String value, TimeUnit taken, String by) {
    sink.damaged(
        Damage.GUESSED_UNIT,
        "%s: %s %s taken for %s, %s"
            .formatted(
                row.where(),
                column,
                Abbreviated.of(value),
                taken.name().toLowerCase(Locale.ROOT),
                by));
  }

  private static long time(@Nullable String column, String value, TimeUnit unit) {
    try {
      return RecordedTime.nanos(value, unit);
    } catch (NumberFormatException e) {
      throw new NumberFormatException(
          "%s '%s': expected a number, or a date and time such as 2024-03-01T10:00:00.5+02:00"
              .formatted(column, Abbreviated.of(value)));
    }
  }

  private void span(Row row, String trace, long startNanos, TimeUnit startUnit) {
    SpanColumns columns = row.columns();
    String parent = row.value(columns.parent());
    String id = row.value(columns.span());
    boolean isRoot =
        NO_PARENT.contains(parent.toLowerCase(Locale.ROOT))
            && !(parent.equals("0") && isNumber(id));
    String above = SpanIds.ofTable(parent);
    sink.span(
        new Span(
                trace,
                SpanIds.ofTable(id),
                isRoot || above.isEmpty() ? null : above,
                SpanFields.service(service(row), sink, row.where()),
                row.value(columns.operation()),
                SpanFields.kind(row.value(columns.kind())),
                startNanos,
                duration(row, startNanos, startUnit),
                isFailed(row.value(columns.status()), columns.isStatusOfFailure()))
            .at(instance(row)));
  }

  /** True if an id is the number of a span within its trace, beginning with 0. */
  private static boolean isNumber(String id) {
    return id.length() < 8;
  }

  private long duration(Row row, long startNanos, TimeUnit startUnit) {
    SpanColumns columns = row.columns();
    String end = row.value(columns.end());
    String text = row.value(columns.duration());
    if (!end.isEmpty() && (text.isEmpty() || columns.durationUnit() == null)) {
      return Math.max(0, time(columns.end(), end, startUnit) - startNanos);
    }
    if (text.isEmpty()) {
      return Span.UNFINISHED;
    }
    TimeUnit named = columns.durationUnit();
    if (named == null && !RecordedTime.hasUnit(text)) {
      requireUnitOfStart(row, text);
      if (!isDurationGuessed) {
        isDurationGuessed = true;
        guessed(row, String.valueOf(columns.duration()), text, startUnit, "as its start");
      }
    }
    long nanos = durationNanos(row, named == null ? startUnit : named);
    if (nanos < 0) {
      throw new NumberFormatException(
          "%s '%s': expected a duration of at least 0"
              .formatted(columns.duration(), Abbreviated.of(text)));
    }
    return nanos;
  }

  /** Rejects a duration without a unit, if the start is a date and has no unit either. */
  private static void requireUnitOfStart(Row row, String duration) {
    SpanColumns columns = row.columns();
    if (RecordedTime.isDate(row.value(columns.start()))) {
      throw new UsageError(
          "%1$s: %2$s %3$s has no unit; name the column %2$s_ms, %2$s_us, %2$s_ns or %2$s_s"
              .formatted(row.where(), columns.duration(), Abbreviated.of(duration)));
    }
  }

  private static long durationNanos(Row row, TimeUnit unit) {
    String text = row.value(row.columns().duration());
    try {
      return RecordedTime.durationNanos(text, unit);
    } catch (NumberFormatException e) {
      throw new NumberFormatException(
          "%s '%s': expected a duration, such as 12.5"
              .formatted(row.columns().duration(), Abbreviated.of(text)));
    }
  }

  private static String service(Row row) {
    String service = row.value(row.columns().service());
    return service.isEmpty()
        ? POD.matcher(row.value(row.columns().pod())).replaceFirst("")
        : service;
  }

  private static String instance(Row row) {
    String named = row.value(row.columns().pod());
    return named.isEmpty() && row instanceof JsonRow object
        ? SpanFields.instance(object.row.path("ResourceAttributes"))
        : named;
  }

  private static boolean isFailed(String status, boolean isOfFailure) {
    if (FAILED.contains(status.toLowerCase(Locale.ROOT)) || (isOfFailure && status.equals("1"))) {
      return true;
    }
    try {
      return !status.isEmpty() && Integer.parseInt(status) >= HTTP_SERVER_ERROR;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /**
   * Reads a row of a call graph. The id of a call begins with the id of its caller's call, such as
   * 0.1.2 for a call of 0.1. Rows of callees have a negative time. Databases and caches have no
   * rows of their own.
   */
  private void call(Row row, SpanColumns.CallColumns calls, String trace, long startNanos) {
    SpanColumns columns = row.columns();
    String id = row.value(columns.span());
    int above = id.lastIndexOf('.');
    long nanos = durationNanos(row, TimeUnit.MILLISECONDS);
    String way = row.value(calls.way()).toLowerCase(Locale.ROOT);
    String callee = name(row.value(calls.callee()));
    String what = name(row.value(columns.operation()));
    boolean isMessage = way.equals("mq");
    boolean isOfCallee = nanos < 0 || isMessage;
    sink.span(
        new Span(
            trace,
            id,
            above < 0 ? null : id.substring(0, above),
            SpanFields.service(
                isOfCallee ? callee : name(row.value(calls.caller())), sink, row.where()),
            what.isEmpty() ? (way + " " + callee).strip() : what,
            isMessage ? SpanKind.CONSUMER : isOfCallee ? SpanKind.SERVER : SpanKind.CLIENT,
            startNanos,
            Math.abs(nanos),
            false));
  }

  private static String name(String name) {
    return NO_NAME.contains(name.toLowerCase(Locale.ROOT)) ? "" : name;
  }
}
