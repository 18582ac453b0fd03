package org.curtail.traces.read;

import org.curtail.traces.Damage;
import org.curtail.traces.Span;

/** Receives the content of files, one item after the other. */
public interface SpanSink {
  /** Receives a span as recorded. */
  void span(Span span);

  /**
   * Receives the start of a request from a table of requests. The spans have times since that
   * start.
   */
  void requestStart(String traceId, long startNanos);

  /** Receives damage. */
  void damaged(Damage damage, String where);
}
