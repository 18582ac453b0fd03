package org.curtail.traces.tables;

/**
 * A row of the table {@code spans}; its columns have this order. The first ones are the span in its
 * {@link org.curtail.traces.Trace}, which can be restored from them; the later ones are its part in
 * its stage, so that SQL only adds up.
 *
 * @param request number of its request
 * @param place number of the span in it
 * @param parent number of its parent; -1 for the root
 * @param service service that did the work
 * @param operation operation of the service
 * @param kind kind of span
 * @param startNanos start
 * @param durationNanos duration
 * @param failed true if it ended with an error
 * @param workflow number of the request's kind
 * @param stageService service of its stage
 * @param stageOperation operation of its stage
 * @param ownNanos self time
 * @param isFirst true if it is the first call of its stage in the request
 * @param isCounted true if it counts as a call
 * @param together similar calls in progress at its start
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
    int together) {
  /** Column definitions for SQL. */
  public static final String COLUMNS =
      "request BIGINT, place INT, parent INT, service STRING, operation STRING, kind STRING,"
          + " start_nanos BIGINT, duration_nanos BIGINT, failed BOOLEAN, workflow BIGINT,"
          + " stage_service STRING, stage_operation STRING, own_nanos BIGINT, is_first BOOLEAN,"
          + " is_counted BOOLEAN, together INT";
}
