package org.curtail.traces.tables;

/**
 * A row of the table {@code spans}; its columns have this order. The first ones are the span in its
 * {@link org.curtail.traces.Trace}, so that this can be made again; the later ones are what it
 * tells of its stage, so that SQL has only to sum up.
 *
 * @param request number of its request
 * @param place of the span in it
 * @param parent place of its parent; -1 for the root
 * @param service which did the work
 * @param operation what it did
 * @param kind what it stands for
 * @param startNanos when it began
 * @param durationNanos how long it took
 * @param failed whether it ended with an error
 * @param workflow number of the request's kind
 * @param stageService of its stage
 * @param stageOperation of its stage
 * @param ownNanos its own time
 * @param isFirst whether it is the first call of its stage in the request
 * @param isCounted whether it counts as a call
 * @param together calls of its kind under way when it began
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
  /** Of the table, for SQL. */
  public static final String COLUMNS =
      "request BIGINT, place INT, parent INT, service STRING, operation STRING, kind STRING,"
          + " start_nanos BIGINT, duration_nanos BIGINT, failed BOOLEAN, workflow BIGINT,"
          + " stage_service STRING, stage_operation STRING, own_nanos BIGINT, is_first BOOLEAN,"
          + " is_counted BOOLEAN, together INT";
}
