package org.curtail.traces;

/** Kind of span, by OpenTelemetry's names. */
public enum SpanKind {
  /** Work within a service, or no kind recorded. */
  INTERNAL,
  /** A service answers a call. */
  SERVER,
  /** A service calls another and waits. */
  CLIENT,
  /** A service sends a message and does not wait. */
  PRODUCER,
  /** A service receives a message. */
  CONSUMER
}
