package org.curtail.traces.tables;

/**
 * A row of the table {@code spans}, with its columns in this order. The first columns restore the
 * span of a {@link org.curtail.traces.Trace}. The later columns are the span's contribution to its
 * stage, so that SQL only adds up.
 *
 * @param request number of the request
 * @param place number of the span in the request
 * @param parent number of the parent span; -1 for the root
 * @param service service that did the work
 * @param operation operation of the service
 * @param kind kind of span
 * @param startNanos start
 * @param durationNanos duration
 * @param failed true if the span ended with an error
 * @param workflow number of the request's kind
 * @param stageService service of the span's stage
 * @param stageOperation operation of the span's stage
 * @param ownNanos self time
 * @param isFirst true for the first call of the stage in the request
 * @param isCounted true if the span counts as a call
 * @param together number of similar calls in progress at the span's start
 * @param instance instance of the service; empty if not recorded
 */
public record SpanRow(
    long request,
    int place,
    int parent,
    String service,
    String operation,
    String kind,
    long startNanos,
    long durationNanos,
    boolean failed,
    long workflow,
    String stageService,
    String stageOperation,
    long ownNanos,
    boolean isFirst,
    boolean isCounted,
    int together,
    String instance) {
  /** Column definitions for SQL. */
  public static final String COLUMNS =
      "request BIGINT, place INT, parent INT, service STRING, operation STRING, kind STRING,"
          + " start_nanos BIGINT, duration_nanos BIGINT, failed BOOLEAN, workflow BIGINT,"
          + " stage_service STRING, stage_operation STRING, own_nanos BIGINT, is_first BOOLEAN,"
          + " is_counted BOOLEAN, together INT, instance STRING";
}
