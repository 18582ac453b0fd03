package org.curtail.traces.duckdb;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.traces.tables.KeptRecording;
import org.curtail.traces.tables.Tables;
import org.duckdb.DuckDBConnection;

/** The Parquet files of a kept recording as tables of an embedded DuckDB. Not thread-safe. */
final class DuckDbTables implements Tables {
  private final DuckDBConnection connection;

  DuckDbTables(DuckDb database, KeptRecording kept) {
    connection = database.connection();
    try {
      view("requests", kept.requests());
      view("spans", kept.spans());
    } catch (SQLException e) {
      throw DuckDb.failed(e);
    }
  }

  private void view(String name, Path folder) throws SQLException {
    // Files by name: DuckDB reads a path as a pattern, and folders as columns.
    String files;
    try (Stream<Path> all = Files.list(folder)) {
      files =
          all.filter(file -> file.toString().endsWith(".parquet"))
              .sorted()
              .map(file -> DuckDb.literal(DuckDb.pattern(file)))
              .collect(joining(", "));
    } catch (IOException e) {
      throw new UsageError(folder + ": cannot be read: " + Failure.reason(e), e);
    }
    if (files.isEmpty()) {
      throw new UsageError(
          folder + ": expected Parquet files, found none; remove the folder above it");
    }
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE OR REPLACE VIEW %s AS SELECT * FROM read_parquet([%s], hive_partitioning = false)"
              .formatted(name, files));
    }
  }

  @Override
  public void query(String sql, Consumer<Row> each) {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      var row = new CurrentRow(rows);
      while (rows.next()) {
        each.accept(row);
      }
    } catch (SQLException e) {
      throw DuckDb.failed(e);
    }
  }

  private record CurrentRow(ResultSet rows) implements Row {
    @FunctionalInterface
    private interface Reading<T> {
      T read() throws SQLException;
    }

    private static <T> T read(Reading<T> reading) {
      try {
        return reading.read();
      } catch (SQLException e) {
        throw DuckDb.failed(e);
      }
    }

    @Override
    public String text(int column) {
      return read(() -> rows.getString(column + 1));
    }

    @Override
    public long whole(int column) {
      return read(() -> rows.getLong(column + 1));
    }

    @Override
    public BigInteger sum(int column) {
      BigDecimal sum = read(() -> rows.getBigDecimal(column + 1));
      return sum.toBigIntegerExact();
    }

    @Override
    public boolean flag(int column) {
      return read(() -> rows.getBoolean(column + 1));
    }
  }
}
