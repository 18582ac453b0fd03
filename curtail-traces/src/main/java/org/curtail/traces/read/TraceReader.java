package org.curtail.traces.read;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.curtail.measurement.files.InputLines;
import org.curtail.measurement.terminal.Failure;
import org.curtail.measurement.terminal.Misuse;
import org.curtail.traces.Damage;
import org.curtail.traces.DamageCounts;
import org.curtail.traces.Span;
import org.curtail.traces.Trace;
import org.curtail.traces.TraceAssembly;
import org.curtail.traces.TraceSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads spans of any format into memory: CSV with named columns, JSON of Jaeger, Zipkin and
 * OpenTelemetry, protobuf of OpenTelemetry, plain, gzip or Zstandard. The spans of a trace may be
 * spread over files in any order. A table of requests beside one of spans says when requests began,
 * if the spans count from there. Not thread-safe.
 */
public final class TraceReader {
  private static final int PROGRESS_SPANS = 10_000;
  private static final int MOST_NAMES = 100_000;

  /** Centuries from now, so that sums of times are numbers still. */
  private static final long LAST_NANOS = 8_000_000_000_000_000_000L;

  private static final long LONGEST_NANOS = 1_000_000_000_000_000_000L;

  private static final int MOST_BLANKS = 1_024;

  /** Blanks, and the bytes of a byte order mark. */
  private static final String BLANKS = " \t\r\n\u00EF\u00BB\u00BF";

  private final LongConsumer progress;
  private final DamageCounts damage = new DamageCounts();
  private final Map<String, List<Span>> spans = new HashMap<>();
  private final Map<String, Long> requestStarts = new HashMap<>();
  private final Map<String, String> names = new HashMap<>();
  private final OperationNames operations = new OperationNames();
  private final List<String> leftOut = new ArrayList<>();
  private @Nullable TimeUnit unit;
  private long read;

  private TraceReader(LongConsumer progress) {
    this.progress = progress;
  }

  /**
   * Reads files and folders.
   *
   * @param inputs files, and folders of which all files with spans are read
   * @param progress is told how many spans have been read, from time to time
   * @throws Misuse if something cannot be read, is no recording of spans, or there are no spans
   */
  public static TraceSet read(List<Path> inputs, LongConsumer progress) {
    var reader = new TraceReader(progress);
    for (Path input : inputs) {
      for (Path file : SpanFiles.of(input)) {
        reader.file(file, Files.isDirectory(input));
      }
    }
    if (reader.spans.isEmpty()) {
      throw new Misuse(
          "%s: expected spans, found none%s"
              .formatted(
                  inputs.getFirst(),
                  reader.requestStarts.isEmpty() ? "" : ", only a table of requests"));
    }
    return reader.assembled();
  }

  private void file(Path file, boolean isOfFolder) {
    var sink = new Sink();
    try (UnpackedFile input = UnpackedFile.open(file)) {
      TimeUnit found = spans(file, input.content(), sink);
      // Where spans count from their request, times of day are in the unit of the requests' table.
      if (found != null && (unit == null || sink.requests > 0)) {
        unit = found;
      }
      if (!input.failure().isEmpty()) {
        sink.damaged(Damage.UNREADABLE, file + ": breaks off: " + input.failure());
      }
    } catch (NotSpans e) {
      if (!isOfFolder) {
        throw new Misuse(String.valueOf(e.getMessage()), e);
      }
    } catch (IOException e) {
      throw new Misuse(file + ": cannot be read: " + Failure.reason(e), e);
    }
    if (isOfFolder && sink.found == 0 && sink.requests == 0) {
      leftOut.add(file.toString());
    } else {
      damage.add(sink.broken);
    }
  }

  private static @Nullable TimeUnit spans(Path file, InputStream input, Sink sink)
      throws IOException {
    ProtobufFraming framing = ProtobufFraming.of(input);
    if (framing != null) {
      OtlpProtobuf.read(input, framing, file.toString(), sink);
      return TimeUnit.NANOSECONDS;
    }
    int first = firstCharacter(input);
    InputLines lines = InputLines.of(file, input);
    if (first != '{' && first != '[') {
      return CsvSpans.read(lines, file, sink);
    }
    boolean any = lines.next();
    while (any && lines.blank()) {
      any = lines.next();
    }
    if (JsonSpans.isOfLines(lines)) {
      return JsonSpans.readLines(lines, sink);
    }
    try (UnpackedFile again = UnpackedFile.open(file)) {
      return JsonSpans.readDocument(again.content(), file.toString(), sink);
    }
  }

  /** The first byte that is no blank, which is not read on; -1 if there is none. */
  private static int firstCharacter(InputStream input) throws IOException {
    input.mark(MOST_BLANKS);
    int at = input.read();
    for (int i = 1; i < MOST_BLANKS && BLANKS.indexOf(at) >= 0; i++) {
      at = input.read();
    }
    input.reset();
    return at;
  }

  private TraceSet assembled() {
    var traces = new ArrayList<Trace>(spans.size());
    long kept = 0;
    for (var each : spans.entrySet()) {
      Trace trace = TraceAssembly.of(each.getValue(), damage);
      Long start = requestStarts.get(each.getKey());
      traces.add(start == null ? trace : trace.startingAt(start));
      kept += trace.size();
      each.setValue(List.of());
    }
    return new TraceSet(traces, damage, kept, leftOut, unit == null ? TimeUnit.NANOSECONDS : unit);
  }

  /** Takes the spans of one file. */
  private final class Sink implements SpanSink {
    private final DamageCounts broken = new DamageCounts();
    private long found;
    private long requests;
    private String lastTrace = "";
    private List<Span> ofLast = List.of();

    @Override
    public void span(Span span) {
      found++;
      if (Math.abs(span.startNanos()) > LAST_NANOS || span.durationNanos() > LONGEST_NANOS) {
        damaged(Damage.UNREADABLE, "trace " + span.traceId() + ": a time beyond all calendars");
        return;
      }
      if (!span.traceId().equals(lastTrace)) {
        lastTrace = span.traceId();
        ofLast = spans.computeIfAbsent(lastTrace, id -> new ArrayList<>());
      }
      ofLast.add(
          new Span(
              lastTrace,
              once(span.id()),
              span.parentId() == null ? null : once(span.parentId()),
              once(span.service()),
              operations.of(span.operation()),
              span.kind(),
              span.startNanos(),
              span.durationNanos(),
              span.failed()));
      if (++read % PROGRESS_SPANS == 0) {
        progress.accept(read);
      }
    }

    /** One text for all that are equal; ids are short in tables, and elsewhere too many to keep. */
    private String once(String text) {
      if (names.size() >= MOST_NAMES) {
        return names.getOrDefault(text, text);
      }
      String first = names.putIfAbsent(text, text);
      return first == null ? text : first;
    }

    @Override
    public void requestStart(String traceId, long startNanos) {
      requests++;
      requestStarts.put(traceId, startNanos);
    }

    @Override
    public void damaged(Damage kind, String where) {
      broken.count(kind, where);
    }
  }
}
