package org.curtail.traces.read;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.curtail.benchkit.files.InputLines;
import org.curtail.traces.Damage;
import org.curtail.traces.Span;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON values, one per line. All cores parse batches of some hundred lines. The caller's
 * thread passes the spans to the sink, in the order of the lines.
 */
final class JsonLines {
  private static final int MOST_THREADS = 8;
  private static final int BATCH_BYTES = 1 << 18;

  /** Maximum number of batches that wait for parsing or delivery, per thread. */
  private static final int WAITING_BATCHES = 2;

  /** A line, without its bytes if it is too long. */
  private static final class Line {
    private final String where;
    private final byte @Nullable [] bytes;

    Line(String where, byte @Nullable [] bytes) {
      this.where = where;
      this.bytes = bytes;
    }
  }

  private final InputLines lines;
  private final SpanSink sink;
  private boolean more = true;
  private final TableSpans table;
  private @Nullable TimeUnit unit;

  private JsonLines(InputLines lines, SpanSink sink) {
    this.lines = lines;
    this.sink = sink;
    table = new TableSpans(sink);
  }

  /**
   * Reads to the end, and counts broken lines.
   *
   * @param lines positioned at the first line
   * @return the unit of the times; null if there are none
   */
  static @Nullable TimeUnit read(InputLines lines, SpanSink sink) {
    var all = new JsonLines(lines, sink);
    List<Line> first = all.batch();
    if (all.more) {
      all.onAllCores(first);
    } else {
      all.deliver(parsed(first));
    }
    TimeUnit ofRows = all.table.end();
    return all.unit == null ? ofRows : all.unit;
  }

  /** Returns the next lines that are not blank. */
  private List<Line> batch() {
    List<Line> batch = new ArrayList<>();
    int bytes = 0;
    while (more && bytes < BATCH_BYTES) {
      if (lines.isTooLong()) {
        batch.add(new Line(lines.where(), null));
      } else if (!lines.blank()) {
        batch.add(new Line(lines.where(), Arrays.copyOf(lines.bytes(), lines.length())));
        bytes += lines.length();
      }
      more = lines.next();
    }
    return batch;
  }

  private void onAllCores(List<Line> first) {
    int threads = Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors());
    Deque<Future<Parsed>> parsing = new ArrayDeque<>();
    try (ExecutorService workers = Executors.newFixedThreadPool(threads)) {
      try {
        parsing.add(workers.submit(() -> parsed(first)));
        while (more) {
          List<Line> next = batch();
          parsing.add(workers.submit(() -> parsed(next)));
          if (parsing.size() > WAITING_BATCHES * threads) {
            deliver(done(parsing.remove()));
          }
        }
        while (!parsing.isEmpty()) {
          deliver(done(parsing.remove()));
        }
      } catch (RuntimeException e) {
        workers.shutdownNow();
        throw e;
      }
    }
  }

  private static Parsed parsed(List<Line> batch) {
    var parsed = new Parsed();
    var spans = new JsonSpans(parsed, parsed::row);
    for (Line line : batch) {
      spans.line(line.bytes, line.where);
    }
    parsed.unit = spans.unit();
    return parsed;
  }

  private static Parsed done(Future<Parsed> parsing) {
    try {
      return parsing.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : new IllegalStateException(e.getCause());
    }
  }

  private void deliver(Parsed parsed) {
    parsed.found.forEach(each -> each.accept(sink, table));
    if (parsed.unit != null) {
      unit = parsed.unit;
    }
  }

  /** Content of some lines, in their order. */
  private static final class Parsed implements SpanSink {
    private final List<BiConsumer<SpanSink, TableSpans>> found = new ArrayList<>();
    private @Nullable TimeUnit unit;

    @Override
    public void span(Span span) {
      found.add((sink, table) -> sink.span(span));
    }

    /** Delays rows until delivery in order, since the first rows decide the units. */
    void row(JsonNode row, String where) {
      found.add((sink, table) -> table.row(row, where));
    }

    @Override
    public void requestStart(String traceId, long startNanos) {
      found.add((sink, table) -> sink.requestStart(traceId, startNanos));
    }

    @Override
    public void damaged(Damage damage, String where) {
      found.add((sink, table) -> sink.damaged(damage, where));
    }
  }
}
