package org.curtail.traces.tables;

/**
 * What is asked of the tables, in the SQL that DuckDB and Spark both speak. Sums are of whole
 * numbers and percentiles are values that occurred, so that all databases give the same ones; where
 * numbers are no whole ones they are the same operations on doubles as in Java.
 */
final class TableQueries {
  /** Service, operation, calls, requests, median, 99th percentile: a row a workflow. */
  static final String WORKFLOWS =
      """
      SELECT MIN(service), MIN(operation), MIN(calls), MAX(of_all),
        MIN(CASE WHEN below >= %1$s THEN duration_nanos END),
        MIN(CASE WHEN below >= %2$s THEN duration_nanos END)
      FROM (
        SELECT workflow, service, operation, calls, duration_nanos,
          CAST(SUM(times) OVER (PARTITION BY workflow ORDER BY duration_nanos) AS BIGINT) AS below,
          CAST(SUM(times) OVER (PARTITION BY workflow) AS BIGINT) AS of_all
        FROM (
          SELECT workflow, MIN(service) AS service, MIN(operation) AS operation,
            MIN(calls) AS calls, duration_nanos, COUNT(*) AS times
          FROM requests GROUP BY workflow, duration_nanos) AS counted) AS summed
      GROUP BY workflow
      """
          .formatted(place(50), place(99));

  private static final String SPAN_COLUMNS =
      """
      SELECT s.request, r.trace, s.parent, s.service, s.operation, s.kind, s.start_nanos,
        s.duration_nanos, s.failed
      FROM spans s JOIN requests r ON r.request = s.request
      """;

  private static final String SPAN_ORDER = " ORDER BY s.request, s.place";

  /** All spans, one request after the other. */
  static final String SPANS = SPAN_COLUMNS + SPAN_ORDER;

  private TableQueries() {}

  /** As {@code TracedWorkflow.place} counts: the first of so many sorted values is 1. */
  private static String place(int percentile) {
    return "CEIL(CAST(%d AS DOUBLE) / 100 * of_all)".formatted(percentile);
  }

  /** The spans of a workflow, one request after the other. */
  static String spansOf(long workflow) {
    return SPAN_COLUMNS + " WHERE r.workflow = " + workflow + SPAN_ORDER;
  }

  /** How many requests a workflow has. */
  static String requests(long workflow) {
    return "SELECT COUNT(*) FROM requests WHERE workflow = " + workflow;
  }

  /** Stage, visitors, visits, together, sum of own times, median, 99th percentile. */
  static String stages(long workflow) {
    return """
    SELECT sums.stage_service, sums.stage_operation, visitors, visits, together, own_nanos,
      COALESCE(median_nanos, 0), COALESCE(tail_nanos, 0)
    FROM (
      SELECT stage_service, stage_operation,
        CAST(SUM(CASE WHEN is_first THEN 1 ELSE 0 END) AS BIGINT) AS visitors,
        CAST(SUM(CASE WHEN is_counted THEN 1 ELSE 0 END) AS BIGINT) AS visits,
        MAX(together) AS together,
        SUM(CAST(own_nanos AS DECIMAL(19, 0))) AS own_nanos
      FROM spans WHERE workflow = %1$d GROUP BY stage_service, stage_operation) AS sums
    LEFT JOIN (
      SELECT stage_service, stage_operation,
        MIN(CASE WHEN below >= %2$s THEN duration_nanos END) AS median_nanos,
        MIN(CASE WHEN below >= %3$s THEN duration_nanos END) AS tail_nanos
      FROM (
        SELECT stage_service, stage_operation, duration_nanos,
          CAST(SUM(times) OVER (
            PARTITION BY stage_service, stage_operation ORDER BY duration_nanos) AS BIGINT)
            AS below,
          CAST(SUM(times) OVER (PARTITION BY stage_service, stage_operation) AS BIGINT) AS of_all
        FROM (
          SELECT stage_service, stage_operation, duration_nanos, COUNT(*) AS times
          FROM spans WHERE workflow = %1$d AND is_counted
          GROUP BY stage_service, stage_operation, duration_nanos) AS counted) AS summed
      GROUP BY stage_service, stage_operation) AS placed
    ON placed.stage_service = sums.stage_service AND placed.stage_operation = sums.stage_operation
    """
        .formatted(workflow, place(50), place(99));
  }
}
