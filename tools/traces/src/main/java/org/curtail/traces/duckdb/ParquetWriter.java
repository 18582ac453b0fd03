package org.curtail.traces.duckdb;

import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import org.curtail.traces.tables.KeptRecording;
import org.curtail.traces.tables.RequestRow;
import org.curtail.traces.tables.SpanRow;
import org.curtail.traces.tables.TraceRows;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/**
 * Writes rows of requests into the Parquet files of a kept recording. The writer collects some
 * hundred thousand rows in a table of DuckDB before it writes a file. Not thread-safe, but several
 * writers may work in parallel.
 */
final class ParquetWriter implements AutoCloseable {
  private static final int SPANS_PER_FILE = 120_000;

  private final DuckDBConnection connection;
  private final KeptRecording kept;
  private final int number;
  private DuckDBAppender requests;
  private DuckDBAppender spans;
  private int collected;
  private int files;

  /**
   * Creates a writer.
   *
   * @param connection connection, which the writer closes
   * @param number unique number of the writer
   */
  ParquetWriter(DuckDBConnection connection, KeptRecording kept, int number) throws SQLException {
    this.connection = connection;
    this.kept = kept;
    this.number = number;
    makeTables();
    requests = appender("requests_made");
    spans = appender("spans_made");
  }

  private void makeTables() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE OR REPLACE TEMP TABLE requests_made (" + RequestRow.COLUMNS + ")");
      statement.execute("CREATE OR REPLACE TEMP TABLE spans_made (" + SpanRow.COLUMNS + ")");
    }
  }

  private DuckDBAppender appender(String table) throws SQLException {
    return connection.createAppender("temp", "main", table);
  }

  void write(TraceRows.Rows rows) throws SQLException {
    RequestRow request = rows.request();
    requests
        .beginRow()
        .append(request.request())
        .append(request.trace())
        .append(request.workflow())
        .append(request.service())
        .append(request.operation())
        .append(request.calls())
        .append(request.startNanos())
        .append(request.durationNanos())
        .append(request.spans())
        .endRow();
    for (SpanRow span : rows.spans()) {
      spans
          .beginRow()
          .append(span.request())
          .append(span.place())
          .append(span.parent())
          .append(span.service())
          .append(span.operation())
          .append(span.kind())
          .append(span.startNanos())
          .append(span.durationNanos())
          .append(span.failed())
          .append(span.workflow())
          .append(span.stageService())
          .append(span.stageOperation())
          .append(span.ownNanos())
          .append(span.isFirst())
          .append(span.isCounted())
          .append(span.together())
          .append(span.instance())
          .endRow();
    }
    collected += rows.spans().size();
    if (collected >= SPANS_PER_FILE) {
      writeFile();
    }
  }

  private void writeFile() throws SQLException {
    requests.close();
    spans.close();
    String name = "part-%03d-%05d.parquet".formatted(number, files++);
    try (Statement statement = connection.createStatement()) {
      copy(statement, "requests_made", kept.requests().resolve(name));
      copy(statement, "spans_made", kept.spans().resolve(name));
    }
    makeTables();
    requests = appender("requests_made");
    spans = appender("spans_made");
    collected = 0;
  }

  private static void copy(Statement statement, String table, Path file) throws SQLException {
    statement.execute(
        "COPY %s TO %s (FORMAT parquet, COMPRESSION zstd)"
            .formatted(table, DuckDb.literal(file.toString())));
  }

  /** Writes the remaining rows. */
  void finish() throws SQLException {
    if (collected > 0) {
      writeFile();
    }
  }

  @Override
  public void close() throws SQLException {
    requests.close();
    spans.close();
    connection.close();
  }
}
