package org.curtail.traces.read;

import org.curtail.traces.Damage;
import org.curtail.traces.Span;

/** Takes what a file holds, one thing after the other. */
public interface SpanSink {
  /** A span as it was recorded. */
  void span(Span span);

  /** A request's start, from a table of requests beside one of spans that count from there. */
  void requestStart(String traceId, long startNanos);

  /** Something that could not be read as it should. */
  void damaged(Damage damage, String where);
}
