package org.curtail.traces.duckdb;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.curtail.benchkit.terminal.Abbreviated;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.traces.Damage;
import org.curtail.traces.DamageCounts;
import org.curtail.traces.Span;
import org.curtail.traces.SpanKind;
import org.curtail.traces.TraceIds;
import org.curtail.traces.read.SpanSink;

/**
 * Spans partitioned by trace, so that each partition can be assembled alone. Spans are in memory as
 * bytes; data beyond the budget goes to files. One thread fills all partitions. Then any thread may
 * read each partition once.
 */
final class SpanPartitions implements SpanSink {
  private static final int PARTS = 256;
  private static final int MOST_NAMES = 100_000;

  /** Number of spans of a trace above which duplicates are removed early. */
  private static final int MANY_SPANS = 1 << 16;

  /** Memory for each span while its trace is assembled. */
  private static final int BYTES_PER_SPAN = 1_000;

  private static final long MOST_OF_TRACE =
      Math.max(MANY_SPANS, Runtime.getRuntime().maxMemory() / BYTES_PER_SPAN);

  /** First byte of a record. */
  private static final int SPAN = 1;

  private static final int REQUEST_START = 2;
  private static final int UNNAMED = -1;
  private static final List<SpanKind> KINDS = List.of(SpanKind.values());

  private final Path folder;
  private final long budgetBytes;
  private final List<Part> parts = new ArrayList<>(PARTS);
  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<String> names = new ArrayList<>();
  private long heldBytes;

  /** One partition during filling. */
  private static final class Part {
    private RecordBytes bytes = new RecordBytes();
    private boolean isOnDisk;

    void empty() {
      bytes = new RecordBytes();
    }
  }

  /**
   * Content of a partition.
   *
   * @param spans spans of each trace, in the order in which they were read
   * @param requestStarts recorded starts of requests by trace
   * @param damage damage of spans that were left out
   */
  record Content(
      Map<String, List<Span>> spans, Map<String, Long> requestStarts, DamageCounts damage) {}

  /**
   * Creates empty partitions.
   *
   * @param folder existing folder for files
   * @param budgetBytes memory limit; data beyond it goes to files
   */
  SpanPartitions(Path folder, long budgetBytes) {
    this.folder = folder;
    this.budgetBytes = budgetBytes;
    for (int i = 0; i < PARTS; i++) {
      parts.add(new Part());
    }
  }

  int size() {
    return PARTS;
  }

  private static int partOf(String traceId) {
    int hash = TraceIds.lowerHalf(traceId).hashCode() * 0x9E3779B9;
    return (hash >>> 16) & (PARTS - 1);
  }

  @Override
  public void span(Span span) {
    RecordBytes out = parts.get(partOf(span.traceId())).bytes;
    int before = out.size();
    out.small(SPAN);
    out.text(span.traceId());
    out.text(span.id());
    out.text(span.parentId());
    name(out, span.service());
    name(out, span.operation());
    out.small(KINDS.indexOf(span.kind()));
    out.whole(span.startNanos());
    out.whole(span.durationNanos());
    out.flag(span.failed());
    out.flag(span.follows());
    name(out, span.instance());
    grown(out.size() - before);
  }

  @Override
  public void requestStart(String traceId, long startNanos) {
    RecordBytes out = parts.get(partOf(traceId)).bytes;
    int before = out.size();
    out.small(REQUEST_START);
    out.text(traceId);
    out.whole(startNanos);
    grown(out.size() - before);
  }

  @Override
  public void damaged(Damage damage, String where) {
    throw new IllegalStateException("the reader counts what is broken");
  }

  /** Writes a name; a known name as its number. */
  private void name(RecordBytes out, String name) {
    Integer number = numbers.get(name);
    if (number == null && names.size() < MOST_NAMES) {
      number = names.size();
      numbers.put(name, number);
      names.add(name);
    }
    out.whole(number == null ? UNNAMED : number);
    if (number == null) {
      out.text(name);
    }
  }

  private void grown(int bytes) {
    heldBytes += bytes;
    if (heldBytes > budgetBytes) {
      spill();
    }
  }

  private void spill() {
    try {
      for (int i = 0; i < PARTS; i++) {
        Part part = parts.get(i);
        try (OutputStream file =
            Files.newOutputStream(file(i), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
          part.bytes.writeTo(file);
        }
        part.isOnDisk = true;
        part.empty();
      }
      heldBytes = 0;
    } catch (IOException e) {
      throw new UsageError(folder + ": cannot be written: " + Failure.reason(e), e);
    }
  }

  private Path file(int part) {
    return folder.resolve("spans-%03d".formatted(part));
  }

  /** Reads a partition once and frees it. */
  Content read(int number) {
    Part part = parts.get(number);
    InputStream held = part.bytes.content();
    part.empty();
    var content = new Content(new LinkedHashMap<>(), new HashMap<>(), new DamageCounts());
    try (InputStream all =
        part.isOnDisk ? new SequenceInputStream(Files.newInputStream(file(number)), held) : held) {
      read(new RecordReader(all), content);
      if (part.isOnDisk) {
        Files.delete(file(number));
      }
      return content;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void read(RecordReader in, Content content) throws IOException {
    String traceId = "";
    List<Span> ofTrace = List.of();
    while (!in.isAtEnd()) {
      int record = in.small();
      String id = in.requireText();
      if (record == REQUEST_START) {
        content.requestStarts.put(id, in.wholeLong());
        continue;
      }
      // Saves lookups, as the spans of a trace are mostly adjacent.
      if (ofTrace.isEmpty() || !id.equals(traceId)) {
        ofTrace = content.spans.computeIfAbsent(id, none -> new ArrayList<>());
        traceId = ofTrace.isEmpty() ? id : ofTrace.getFirst().traceId();
      }
      ofTrace.add(span(in, traceId));
      if (ofTrace.size() >= MANY_SPANS && Integer.bitCount(ofTrace.size()) == 1) {
        removeDuplicates(ofTrace, content.damage);
      }
      if (ofTrace.size() > MOST_OF_TRACE) {
        throw new UsageError(
            "trace %s: expected at most %,d spans, since a trace is put together in memory, found more; give more with --memory"
                .formatted(Abbreviated.of(traceId), MOST_OF_TRACE));
      }
    }
  }

  private static void removeDuplicates(List<Span> ofTrace, DamageCounts damage) {
    Set<Span> different = new LinkedHashSet<>(ofTrace);
    int repeated = ofTrace.size() - different.size();
    if (repeated > 0) {
      damage.count(Damage.DUPLICATE, repeated, "trace " + ofTrace.getFirst().traceId());
      ofTrace.clear();
      ofTrace.addAll(different);
    }
  }

  private Span span(RecordReader in, String traceId) throws IOException {
    return new Span(
        traceId,
        in.requireText(),
        in.text(),
        name(in),
        name(in),
        KINDS.get(in.small()),
        in.wholeLong(),
        in.wholeLong(),
        in.flag(),
        in.flag(),
        name(in));
  }

  private String name(RecordReader in) throws IOException {
    int number = in.whole();
    return number == UNNAMED ? in.requireText() : names.get(number);
  }
}
