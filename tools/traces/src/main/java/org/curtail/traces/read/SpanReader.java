package org.curtail.traces.read;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
import org.curtail.benchkit.files.InputLines;
import org.curtail.benchkit.terminal.Abbreviated;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.traces.Damage;
import org.curtail.traces.DamageCounts;
import org.curtail.traces.Span;
import org.jspecify.annotations.Nullable;

/**
 * Reads spans of any format, and passes them to a sink in the order of the files. Formats are CSV
 * with named columns, JSON of Jaeger, Zipkin and OpenTelemetry, and protobuf of OpenTelemetry, each
 * plain or packed by gzip or Zstandard. A table of requests may give the starts of requests for
 * spans with relative times. The reader stores only recurring names. Not thread-safe.
 */
public final class SpanReader {
  private static final int PROGRESS_SPANS = 10_000;
  private static final int MOST_NAMES = 100_000;

  /** Maximum length of an id that recurs, as numbers of spans within a trace do. */
  private static final int LONGEST_NUMBER = 8;

  /** Greatest time, centuries from now, so that sums of times do not overflow. */
  private static final long LAST_NANOS = 8_000_000_000_000_000_000L;

  private static final long LONGEST_NANOS = 1_000_000_000_000_000_000L;

  /** Maximum length of names and ids in memory and output. */
  private static final int LONGEST_NAME = 1_000;

  /** Maximum length of a message on a damaged record, which may quote the file. */
  private static final int LONGEST_MESSAGE = 600;

  private static final int MOST_BLANKS = 1_024;

  /** Blank characters, and the bytes of a byte order mark. */
  private static final String BLANKS = " \t\r\n\u00EF\u00BB\u00BF";

  private final SpanSink sink;
  private final ReadProgress progress;
  private final Map<String, String> names = new HashMap<>();
  private final OperationNames operations = new OperationNames();
  private long read;
  private long bytesBefore;

  /**
   * Creates a reader.
   *
   * @param sink receives spans and starts of requests
   */
  public SpanReader(SpanSink sink, ReadProgress progress) {
    this.sink = sink;
    this.progress = progress;
  }

  /**
   * Reads all files.
   *
   * @throws UsageError if a file cannot be read or is not a recording of spans, or there are no
   *     spans
   */
  public AllRead read(List<SpanFile> files) {
    List<FileRead> found = new ArrayList<>();
    for (SpanFile file : files) {
      found.add(read(file));
    }
    return AllRead.of(found);
  }

  /**
   * Reads one file.
   *
   * @throws UsageError if the file cannot be read, or the user named it and it is not a recording
   *     of spans
   */
  public FileRead read(SpanFile file) {
    var counted = new Counted();
    @Nullable TimeUnit unit = null;
    try (UnpackedFile input = UnpackedFile.open(file.path())) {
      counted.input = input;
      unit = spans(file, input.content(), counted);
      if (!input.failure().isEmpty()) {
        counted.damaged(Damage.UNREADABLE, file.path() + ": breaks off: " + input.failure());
      }
      bytesBefore += input.bytesRead();
    } catch (NotSpansException e) {
      if (!file.ofFolder()) {
        throw new UsageError(cut(String.valueOf(e.getMessage()), LONGEST_MESSAGE), e);
      }
      counted.damaged(Damage.UNREADABLE, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new UsageError(file.path() + ": cannot be read: " + Failure.reason(e), e);
    }
    return new FileRead(
        file.path().toString(),
        counted.spans,
        counted.requests,
        counted.broken,
        unit,
        file.ofFolder() && counted.found == 0 && counted.requests == 0);
  }

  private static @Nullable TimeUnit spans(SpanFile file, InputStream input, Counted sink)
      throws IOException {
    ProtobufFraming framing = ProtobufFraming.of(input);
    if (framing != null) {
      OtlpProtobuf.read(input, framing, file.path().toString(), sink);
      return TimeUnit.NANOSECONDS;
    }
    requireText(input, file);
    int first = firstCharacter(input);
    InputLines lines = InputLines.of(file.path(), input);
    if (first != '{' && first != '[') {
      return TableSpans.read(lines, file.path(), sink);
    }
    boolean any = lines.next();
    while (any && lines.blank()) {
      any = lines.next();
    }
    if (JsonSpans.isOfLines(lines)) {
      return JsonLines.read(lines, sink);
    }
    try (UnpackedFile again = UnpackedFile.open(file.path())) {
      sink.input = again;
      var table = new TableSpans(sink);
      var json = new JsonSpans(sink, table::row);
      json.document(again.content(), file.path().toString());
      TimeUnit ofRows = table.end();
      return json.unit() == null ? ofRows : json.unit();
    }
  }

  /** Returns a text. A long text is cut and gets a checksum of the rest. */
  private static String cut(String text, int longest) {
    if (text.length() <= longest) {
      return text;
    }
    var rest = new CRC32();
    rest.update(text.getBytes(StandardCharsets.UTF_8));
    return "%s...#%08x".formatted(text.substring(0, longest), rest.getValue());
  }

  /** Rejects binary data, as the search for a line end could read the whole file. */
  private static void requireText(InputStream input, SpanFile file) throws IOException {
    input.mark(MOST_BLANKS);
    byte[] head = input.readNBytes(MOST_BLANKS);
    input.reset();
    int zeros = 0;
    for (byte each : head) {
      zeros += each == 0 ? 1 : 0;
    }
    // A single zero byte may be damage of one line.
    if (zeros > head.length / 10) {
      throw new NotSpansException(
          "%s: expected text in UTF-8 or protobuf of OpenTelemetry, found %,d zeros in the first %,d bytes"
              .formatted(file.path(), zeros, head.length));
    }
  }

  /** Returns the first byte that is not blank, without consuming it; -1 if there is none. */
  private static int firstCharacter(InputStream input) throws IOException {
    input.mark(MOST_BLANKS);
    int at = input.read();
    for (int i = 1; i < MOST_BLANKS && BLANKS.indexOf(at) >= 0; i++) {
      at = input.read();
    }
    input.reset();
    return at;
  }

  /** Receives the spans of one file. */
  private final class Counted implements SpanSink {
    private final DamageCounts broken = new DamageCounts();
    private @Nullable UnpackedFile input;
    private long found;
    private long spans;
    private long requests;
    private String lastTrace = "";
    private @Nullable Span last;

    @Override
    public void span(Span span) {
      found++;
      // Math.abs is negative for Long.MIN_VALUE.
      if (span.startNanos() > LAST_NANOS
          || span.startNanos() < -LAST_NANOS
          || span.durationNanos() > LONGEST_NANOS) {
        damaged(Damage.UNREADABLE, "trace " + span.traceId() + ": a time out of range");
        return;
      }
      if (span.equals(last)) {
        // Counted here, as endless repetitions of one record would fill the memory.
        damaged(Damage.DUPLICATE, "trace " + lastTrace);
        return;
      }
      last = span;
      if (!span.traceId().equals(lastTrace)) {
        lastTrace = name(span.traceId());
      }
      spans++;
      sink.span(
          new Span(
              lastTrace,
              id(span.id()),
              span.parentId() == null ? null : id(span.parentId()),
              once(name(span.service())),
              operations.of(name(span.operation())),
              span.kind(),
              span.startNanos(),
              span.durationNanos(),
              span.failed(),
              span.follows(),
              once(name(span.instance()))));
      if (++read % PROGRESS_SPANS == 0) {
        StopSignal.check("nothing was kept");
        progress.at(read, bytesBefore + (input == null ? 0 : input.bytesRead()));
      }
    }

    private String id(String id) {
      return id.length() <= LONGEST_NUMBER ? once(id) : name(id);
    }

    private String name(String name) {
      if (name.length() > LONGEST_NAME) {
        damaged(Damage.LONG_NAME, cut(name, Abbreviated.of(name).length()));
      }
      return cut(name, LONGEST_NAME);
    }

    /** Returns one instance for all equal texts. */
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
      sink.requestStart(name(traceId), startNanos);
    }

    @Override
    public void damaged(Damage kind, String where) {
      broken.count(kind, cut(where, LONGEST_MESSAGE));
    }
  }
}
