package org.curtail.traces.duckdb;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.curtail.traces.Damage;
import org.curtail.traces.Span;
import org.curtail.traces.SpanKind;
import org.curtail.traces.read.SpanSink;
import org.jspecify.annotations.Nullable;

/**
 * Spans, parted by their trace, so that each part can be assembled alone. They are held in memory
 * as bytes; what is beyond the budget goes to files. Filled by one thread; then each part may be
 * read once, by any thread.
 */
final class SpanPartitions implements SpanSink {
  private static final int PARTS = 256;
  private static final int MOST_NAMES = 100_000;

  /** What begins a record. */
  private static final int SPAN = 1;

  private static final int REQUEST_START = 2;
  private static final int UNNAMED = -1;
  private static final int NO_TEXT = -1;

  private final Path folder;
  private final long budgetBytes;
  private final List<Part> parts = new ArrayList<>(PARTS);
  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<String> names = new ArrayList<>();
  private long heldBytes;

  /** One part while it is filled. */
  private static final class Part {
    private ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private DataOutputStream out = new DataOutputStream(bytes);
    private boolean isOnDisk;

    void empty() {
      bytes = new ByteArrayOutputStream();
      out = new DataOutputStream(bytes);
    }
  }

  /**
   * All that a part holds.
   *
   * @param spans by trace, in the order in which they came
   * @param requestStarts by trace, of those that say when they began
   */
  record Content(Map<String, List<Span>> spans, Map<String, Long> requestStarts) {}

  /**
   * No spans yet.
   *
   * @param folder for files; must be there
   * @param budgetBytes how much is held in memory before files are written
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
    int hash = traceId.hashCode() * 0x9E3779B9;
    return (hash >>> 16) & (PARTS - 1);
  }

  @Override
  public void span(Span span) {
    Part part = parts.get(partOf(span.traceId()));
    int before = part.out.size();
    try {
      DataOutputStream out = part.out;
      out.writeByte(SPAN);
      text(out, span.traceId());
      text(out, span.id());
      text(out, span.parentId());
      name(out, span.service());
      name(out, span.operation());
      name(out, span.kind().name());
      out.writeLong(span.startNanos());
      out.writeLong(span.durationNanos());
      out.writeBoolean(span.failed());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    grown(part.out.size() - before);
  }

  @Override
  public void requestStart(String traceId, long startNanos) {
    Part part = parts.get(partOf(traceId));
    int before = part.out.size();
    try {
      part.out.writeByte(REQUEST_START);
      text(part.out, traceId);
      part.out.writeLong(startNanos);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    grown(part.out.size() - before);
  }

  @Override
  public void damaged(Damage damage, String where) {
    throw new IllegalStateException("the reader counts what is broken");
  }

  private static void text(DataOutputStream out, @Nullable String text) throws IOException {
    if (text == null) {
      out.writeInt(NO_TEXT);
      return;
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes, 0, bytes.length);
  }

  /** A name that comes again and again, by its number. */
  private void name(DataOutputStream out, String name) throws IOException {
    Integer number = numbers.get(name);
    if (number == null && names.size() < MOST_NAMES) {
      number = names.size();
      numbers.put(name, number);
      names.add(name);
    }
    out.writeInt(number == null ? UNNAMED : number);
    if (number == null) {
      text(out, name);
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
      throw new UncheckedIOException(e);
    }
  }

  private Path file(int part) {
    return folder.resolve("spans-%03d".formatted(part));
  }

  /** Reads a part, and forgets it. */
  Content read(int number) {
    Part part = parts.get(number);
    InputStream held = new ByteArrayInputStream(part.bytes.toByteArray());
    part.empty();
    var content = new Content(new LinkedHashMap<>(), new HashMap<>());
    try (var in =
        new DataInputStream(
            part.isOnDisk
                ? new SequenceInputStream(
                    new BufferedInputStream(Files.newInputStream(file(number)), 1 << 16), held)
                : held)) {
      Map<String, String> ids = new HashMap<>();
      for (int record = in.read(); record >= 0; record = in.read()) {
        String traceId = once(ids, text(in));
        if (record == SPAN) {
          content.spans.computeIfAbsent(traceId, id -> new ArrayList<>()).add(span(in, traceId));
        } else {
          content.requestStarts.put(traceId, in.readLong());
        }
      }
      if (part.isOnDisk) {
        Files.delete(file(number));
      }
      return content;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String once(Map<String, String> ids, String id) {
    String first = ids.putIfAbsent(id, id);
    return first == null ? id : first;
  }

  private Span span(DataInputStream in, String traceId) throws IOException {
    return new Span(
        traceId,
        text(in),
        optionalText(in),
        name(in),
        name(in),
        SpanKind.valueOf(name(in)),
        in.readLong(),
        in.readLong(),
        in.readBoolean());
  }

  private String name(DataInputStream in) throws IOException {
    int number = in.readInt();
    return number == UNNAMED ? text(in) : names.get(number);
  }

  private static String text(DataInputStream in) throws IOException {
    return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
  }

  private static @Nullable String optionalText(DataInputStream in) throws IOException {
    int bytes = in.readInt();
    return bytes == NO_TEXT ? null : new String(in.readNBytes(bytes), StandardCharsets.UTF_8);
  }
}
