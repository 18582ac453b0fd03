package org.curtail.traces.read;

import org.curtail.traces.Damage;
import org.curtail.traces.Span;

/** Receives the content of a file, one item after the other. */
public interface SpanSink {
  /** Receives a span as recorded. */
  void span(Span span);

  /**
   * Receives a request's start, from a table of requests beside one of spans that count from there.
   */
  void requestStart(String traceId, long startNanos);

  /** Receives damage. */
  void damaged(Damage damage, String where);
}
