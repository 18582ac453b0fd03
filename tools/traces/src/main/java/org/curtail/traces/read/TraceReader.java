package org.curtail.traces.read;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.traces.Damage;
import org.curtail.traces.Span;
import org.curtail.traces.Trace;
import org.curtail.traces.TraceAssembly;
import org.curtail.traces.TraceIds;
import org.curtail.traces.TraceSet;

/**
 * Reads all spans of a recording into memory, in any format of {@link SpanReader}, and assembles
 * requests. The spans of a trace may be in several files in any order. Not thread-safe.
 */
public final class TraceReader implements SpanSink {
  /** Upper bound of a span's memory before assembly, with its ids. */
  private static final int BYTES_PER_SPAN = 500;

  private final long most = Runtime.getRuntime().maxMemory() / BYTES_PER_SPAN;
  private long held;
  private final Map<String, List<Span>> spans = new HashMap<>();
  private final Map<String, Long> requestStarts = new HashMap<>();
  private String lastTrace = "";
  private List<Span> ofLast = List.of();

  private TraceReader() {}

  /** Thrown if the spans do not fit into memory. */
  public static final class TooManySpans extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /**
   * Reads files.
   *
   * @throws TooManySpans if the spans do not fit into memory
   * @throws UsageError if a file cannot be read or is not a recording of spans, or there are no
   *     spans
   */
  public static TraceSet read(List<SpanFile> files, ReadProgress progress) {
    var traces = new TraceReader();
    return traces.assembled(new SpanReader(traces, progress).read(files));
  }

  private TraceSet assembled(AllRead read) {
    var traces = new ArrayList<Trace>(spans.size());
    long kept = 0;
    for (var each : TraceIds.joined(spans, read.damage()).entrySet()) {
      Trace trace = TraceAssembly.of(each.getValue(), read.damage());
      Long start = requestStarts.get(each.getKey());
      traces.add(start == null ? trace : trace.startingAt(start));
      kept += trace.size();
      each.setValue(List.of());
    }
    return new TraceSet(traces, read.damage(), kept, read.leftOut(), read.unit());
  }

  @Override
  public void span(Span span) {
    if (!span.traceId().equals(lastTrace)) {
      lastTrace = span.traceId();
      ofLast = spans.computeIfAbsent(lastTrace, id -> new ArrayList<>());
    }
    if (++held > most) {
      throw new TooManySpans();
    }
    ofLast.add(span);
  }

  @Override
  public void requestStart(String traceId, long startNanos) {
    requestStarts.put(traceId, startNanos);
  }

  @Override
  public void damaged(Damage damage, String where) {
    throw new IllegalStateException("the reader counts what is broken");
  }
}
