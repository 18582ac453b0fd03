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
import org.curtail.benchkit.terminal.Excerpt;
import org.curtail.benchkit.terminal.Misuse;
import org.curtail.traces.Damage;
import org.curtail.traces.Span;
import org.curtail.traces.SpanKind;
import org.jspecify.annotations.Nullable;

/**
 * Spans, or requests, from the rows of a table with named columns: CSV, TSV, or objects of JSON.
 * Not thread-safe.
 */
final class TableSpans {
  /** What Kubernetes puts behind the name of a deployment. */
  private static final Pattern POD = Pattern.compile("(-[a-z0-9]{5,10})?-[a-z0-9]{5}$");

  private static final Set<String> NO_PARENT = Set.of("", "-1", "root", "null", "none", "0");
  private static final Set<String> NO_NAME = Set.of("(?)", "null", "none", "unknown");
  private static final Set<String> FAILED = Set.of("2", "error", "true", "status_code_error");
  private static final int HTTP_SERVER_ERROR = 500;

  /** Of 2001: a table that begins later has times of day, none of which is 0. */
  private static final long FIRST_UNIX_NANOS = 1_000_000_000_000_000_000L;

  private static final int MOST_WAITING = 10_000;

  /** Which columns objects with these fields have: most of a file have the same fields. */
  private static final Map<List<String>, Optional<SpanColumns>> KNOWN = new ConcurrentHashMap<>();

  private static final int MOST_KNOWN = 1_000;
  private static final int MOST_KNOWN_FIELDS = 100;

  private final SpanSink sink;

  /** Rows that begin at 0 or before, until one tells from when on the table counts. */
  private final List<Row> waiting = new ArrayList<>();

  private @Nullable TimeUnit unit;
  private boolean isStarted;
  private boolean isUnix;
  private boolean isDurationGuessed;
  private String lastTrace = "";

  /** A row. */
  private interface Row {
    SpanColumns columns();

    /** Empty if there is none. */
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

    /** The same row when the table has gone on. */
    Row kept() {
      Map<String, String> values = new HashMap<>();
      for (String column : table.columns()) {
        values.put(column, value(column));
      }
      return new KeptRow(columns, values, where());
    }
  }

  private record KeptRow(SpanColumns columns, Map<String, String> values, String where)
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
      } catch (Misuse e) {
        sink.damaged(Damage.UNREADABLE, String.valueOf(e.getMessage()));
        continue;
      }
      row(row);
    }
  }

  /** Whether an object of JSON is a row with a span. */
  static boolean isRow(JsonNode node) {
    return columns(node).isPresent();
  }

  /** Empty if it is no row with a span. */
  private static Optional<SpanColumns> columns(JsonNode node) {
    List<String> names = names(node);
    Optional<SpanColumns> known = KNOWN.get(names);
    if (known == null) {
      try {
        known = Optional.of(SpanColumns.of(names, "")).filter(it -> !it.isOfRequests());
      } catch (NotSpans e) {
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

  /** Takes a row that {@linkplain #isRow is one}. */
  void row(JsonNode node, String where) {
    row(new JsonRow(columns(node).orElseThrow(), node, where));
  }

  /**
   * Ends the table.
   *
   * @return the unit of its starts; null if it has no rows
   */
  @Nullable TimeUnit end() {
    if (!waiting.isEmpty()) {
      isStarted = true;
      unit = unit == null ? TimeUnit.SECONDS : unit;
      goOn();
    }
    return unit;
  }

  private void goOn() {
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
      started(row, trace, start);
    } catch (NumberFormatException e) {
      sink.damaged(Damage.UNREADABLE, row.where() + ": " + e.getMessage());
    }
  }

  private void started(Row row, String trace, String start) {
    SpanColumns columns = row.columns();
    TimeUnit named = unit == null ? columns.unit() : unit;
    TimeUnit startUnit = named == null ? RecordedTime.unixUnit(start) : named;
    long startNanos = time(columns.start(), start, startUnit);
    if (startNanos <= 0 && (isUnix || RecordedTime.isDate(start))) {
      throw new NumberFormatException(
          "%s %s: expected a time since 1970; a time beyond all calendars"
              .formatted(columns.start(), Excerpt.of(start)));
    }
    if (startNanos <= 0 && !isStarted && waiting.size() < MOST_WAITING) {
      waiting.add(row instanceof TextRow text ? text.kept() : row);
      return;
    }
    if (!isStarted) {
      isStarted = true;
      isUnix = startNanos >= FIRST_UNIX_NANOS;
      if (named == null && !RecordedTime.isDate(start)) {
        guessed(row, columns.start(), start, startUnit, "by its size");
      }
      unit = startUnit;
      goOn();
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
                row.where(), column, Excerpt.of(value), taken.name().toLowerCase(Locale.ROOT), by));
  }

  private static long time(@Nullable String column, String value, TimeUnit unit) {
    try {
      return RecordedTime.nanos(value, unit);
    } catch (NumberFormatException e) {
      throw new NumberFormatException(
          "%s '%s': expected a number, or a date and time such as 2024-03-01T10:00:00.5+02:00"
              .formatted(column, Excerpt.of(value)));
    }
  }

  private void span(Row row, String trace, long startNanos, TimeUnit startUnit) {
    SpanColumns columns = row.columns();
    String parent = row.value(columns.parent());
    String id = row.value(columns.span());
    boolean isRoot =
        NO_PARENT.contains(parent.toLowerCase(Locale.ROOT))
            && !(parent.equals("0") && numbered(id));
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
            isFailed(row.value(columns.status()), columns.isStatusOfFailure())));
  }

  /** Where spans are numbered within their trace, 0 is the first of them. */
  private static boolean numbered(String id) {
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
              .formatted(columns.duration(), Excerpt.of(text)));
    }
    return nanos;
  }

  /** A date tells no unit that the duration could have too. */
  private static void requireUnitOfStart(Row row, String duration) {
    SpanColumns columns = row.columns();
    if (RecordedTime.isDate(row.value(columns.start()))) {
      throw new Misuse(
          "%1$s: nothing says in which unit %2$s %3$s is; name the column %2$s_ms, %2$s_us, %2$s_ns or %2$s_s"
              .formatted(row.where(), columns.duration(), Excerpt.of(duration)));
    }
  }

  private static long durationNanos(Row row, TimeUnit unit) {
    String text = row.value(row.columns().duration());
    try {
      return RecordedTime.durationNanos(text, unit);
    } catch (NumberFormatException e) {
      throw new NumberFormatException(
          "%s '%s': expected a duration, such as 12.5"
              .formatted(row.columns().duration(), Excerpt.of(text)));
    }
  }

  private static String service(Row row) {
    String service = row.value(row.columns().service());
    return service.isEmpty()
        ? POD.matcher(row.value(row.columns().pod())).replaceFirst("")
        : service;
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
   * A row of a call graph. Its id has those of all calls above it: 0.1.2 is made by 0.1. What the
   * callee has recorded has a time below 0; data bases and caches record nothing.
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
