package org.curtail.traces;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request as a repaired tree of spans. Each span is within its parent's time, except spans
 * {@linkplain #isLeftBehind left behind} by their caller. Spans are numbered depth first, with
 * children ordered by start. The root is 0. The descendants of span i are the spans from i + 1 to
 * {@link #end}, exclusive. Immutable.
 */
public final class Trace {
  private final String id;
  private final int[] parents;
  private final int[] ends;
  private final String[] services;
  private final String[] operations;
  private final SpanKind[] kinds;
  private final long[] startNanos;
  private final long[] durationNanos;
  private final boolean[] failed;
  private final String[] instances;

  /** Computed on demand. */
  private volatile boolean @Nullable [] onlyWaiting;

  /**
   * Creates a request from its repaired spans.
   *
   * @param spans spans in depth-first order, with children ordered by start; at least one
   */
  public Trace(String id, List<PlacedSpan> spans) {
    int size = spans.size();
    if (size == 0) {
      throw new IllegalArgumentException("a trace has at least one span");
    }
    this.id = id;
    parents = new int[size];
    ends = new int[size];
    services = new String[size];
    operations = new String[size];
    kinds = new SpanKind[size];
    startNanos = new long[size];
    durationNanos = new long[size];
    failed = new boolean[size];
    instances = new String[size];
    for (int i = 0; i < size; i++) {
      PlacedSpan span = spans.get(i);
      parents[i] = span.parent();
      services[i] = span.service();
      operations[i] = span.operation();
      kinds[i] = span.kind();
      startNanos[i] = span.startNanos();
      durationNanos[i] = span.durationNanos();
      failed[i] = span.failed();
      instances[i] = span.instance();
    }
    for (int i = size - 1; i >= 0; i--) {
      ends[i] = Math.max(ends[i], i + 1);
      if (i > 0) {
        ends[parents[i]] = Math.max(ends[parents[i]], ends[i]);
      }
    }
  }

  /** Returns a copy of this request with another start. */
  public Trace startingAt(long nanos) {
    return new Trace(this, nanos - startNanos[0]);
  }

  private Trace(Trace other, long laterNanos) {
    id = other.id;
    parents = other.parents;
    ends = other.ends;
    services = other.services;
    operations = other.operations;
    kinds = other.kinds;
    startNanos = other.startNanos.clone();
    Arrays.setAll(startNanos, i -> other.startNanos[i] + laterNanos);
    durationNanos = other.durationNanos;
    failed = other.failed;
    instances = other.instances;
  }

  /** For each span, true if it only waits for sibling calls; see {@link WorkTimes}. */
  boolean[] onlyWaiting() {
    boolean[] found = onlyWaiting;
    if (found == null) {
      found = WorkTimes.onlyWaiting(this);
      onlyWaiting = found;
    }
    return found;
  }

  /** Id shared by all spans. */
  public String id() {
    return id;
  }

  /** Number of spans, at least 1. */
  public int size() {
    return parents.length;
  }

  /** Parent of a span; -1 for the root. */
  public int parent(int span) {
    return parents[span];
  }

  /** One more than the last descendant of a span. */
  public int end(int span) {
    return ends[span];
  }

  /** First child of a span; {@link #end} of the span if it has no children. */
  public int firstChild(int span) {
    return span + 1;
  }

  /** Next child of the same parent; {@link #end} of the parent after the last child. */
  public int nextSibling(int span) {
    return ends[span];
  }

  /** Service that did the work. */
  public String service(int span) {
    return services[span];
  }

  /** Operation of the service. */
  public String operation(int span) {
    return operations[span];
  }

  /** Kind of span. */
  public SpanKind kind(int span) {
    return kinds[span];
  }

  /** Start of the span, since the zero of the recording's clock. */
  public long startNanos(int span) {
    return startNanos[span];
  }

  /** End of the span. */
  public long endNanos(int span) {
    return startNanos[span] + durationNanos[span];
  }

  /** Duration of the span. */
  public long durationNanos(int span) {
    return durationNanos[span];
  }

  /** True if the span ended with an error. */
  public boolean failed(int span) {
    return failed[span];
  }

  /** Instance of the service; empty if not recorded. */
  public String instance(int span) {
    return instances[span];
  }

  /** True if a span outlived its caller, so the request did not wait for the span. */
  public boolean isLeftBehind(int span) {
    return span > 0 && endNanos(span) > endNanos(parents[span]);
  }

  /** Start of the request. */
  public long startNanos() {
    return startNanos[0];
  }

  /** Duration of the request. */
  public long durationNanos() {
    return durationNanos[0];
  }
}
