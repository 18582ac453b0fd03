package org.curtail.traces.tables;

/**
 * A row of the table of requests, with its columns in this order.
 *
 * @param request number of the request, unique in the recording
 * @param trace id of the trace
 * @param workflow number of the request's kind
 * @param service service of the kind
 * @param operation operation of the kind
 * @param calls calls of the kind, as a JSON list
 * @param startNanos start
 * @param durationNanos latency
 * @param spans number of spans
 */
public record RequestRow(
    long request,
    String trace,
    long workflow,
    String service,
    String operation,
    String calls,
    long startNanos,
    long durationNanos,
    int spans) {
  /** Column definitions for SQL. */
  public static final String COLUMNS =
      "request BIGINT, trace STRING, workflow BIGINT, service STRING, operation STRING,"
          + " calls STRING, start_nanos BIGINT, duration_nanos BIGINT, spans INT";
}
