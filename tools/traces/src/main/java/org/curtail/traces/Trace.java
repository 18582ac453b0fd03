package org.curtail.traces;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request as a tree of spans, repaired: each lies within its parent in time, but for those that
 * their caller {@linkplain #isLeftBehind left behind}. Spans are numbered depth first, children by
 * their start: the root is 0, and all below span i are those from i + 1 to {@link #end}, exclusive.
 * Immutable.
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

  /** Found when it is asked for. */
  private volatile boolean @Nullable [] onlyWaiting;

  /**
   * A request by its repaired spans.
   *
   * @param spans depth first, children by their start; at least one
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
    for (int i = 0; i < size; i++) {
      PlacedSpan span = spans.get(i);
      parents[i] = span.parent();
      services[i] = span.service();
      operations[i] = span.operation();
      kinds[i] = span.kind();
      startNanos[i] = span.startNanos();
      durationNanos[i] = span.durationNanos();
      failed[i] = span.failed();
    }
    for (int i = size - 1; i >= 0; i--) {
      ends[i] = Math.max(ends[i], i + 1);
      if (i > 0) {
        ends[parents[i]] = Math.max(ends[parents[i]], ends[i]);
      }
    }
  }

  /** The same request, begun at another moment: all of its spans are moved. */
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
  }

  /** Of each span, whether it only waits for calls beside it: see {@link WorkTimes}. */
  boolean[] onlyWaiting() {
    boolean[] found = onlyWaiting;
    if (found == null) {
      found = WorkTimes.onlyWaiting(this);
      onlyWaiting = found;
    }
    return found;
  }

  /** What its spans share. */
  public String id() {
    return id;
  }

  /** How many spans it has: at least 1. */
  public int size() {
    return parents.length;
  }

  /** The span that a span is below; -1 for the root. */
  public int parent(int span) {
    return parents[span];
  }

  /** One more than the last span below a span. */
  public int end(int span) {
    return ends[span];
  }

  /** The first child of a span, or {@link #end} of it if it has none. */
  public int firstChild(int span) {
    return span + 1;
  }

  /** The next child of the same parent, or {@link #end} of the parent after the last. */
  public int nextSibling(int span) {
    return ends[span];
  }

  /** The service that did the work. */
  public String service(int span) {
    return services[span];
  }

  /** What the service did. */
  public String operation(int span) {
    return operations[span];
  }

  /** What the span stands for. */
  public SpanKind kind(int span) {
    return kinds[span];
  }

  /** When the span began, since whatever the recording counts from. */
  public long startNanos(int span) {
    return startNanos[span];
  }

  /** When the span ended. */
  public long endNanos(int span) {
    return startNanos[span] + durationNanos[span];
  }

  /** How long the span took. */
  public long durationNanos(int span) {
    return durationNanos[span];
  }

  /** Whether the span ended with an error. */
  public boolean failed(int span) {
    return failed[span];
  }

  /** Whether a span went on after its caller had ended, so that nothing in the request waited. */
  public boolean isLeftBehind(int span) {
    return span > 0 && endNanos(span) > endNanos(parents[span]);
  }

  /** When the request began. */
  public long startNanos() {
    return startNanos[0];
  }

  /** How long the request took. */
  public long durationNanos() {
    return durationNanos[0];
  }
}
