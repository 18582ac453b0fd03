package org.curtail.traces;

/** What a span stands for, as OpenTelemetry names it. */
public enum SpanKind {
  /** Work within a service, or nothing is said. */
  INTERNAL,
  /** A service answers a call. */
  SERVER,
  /** A service calls another and waits. */
  CLIENT,
  /** A service hands a message over and does not wait. */
  PRODUCER,
  /** A service takes a message. */
  CONSUMER
}
