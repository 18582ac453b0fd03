package org.curtail.spark;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.function.Consumer;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.SparkSession;
import org.curtail.traces.tables.KeptRecording;
import org.curtail.traces.tables.Tables;

/** The Parquet files of a kept recording as tables of Spark. Not thread-safe. */
final class SparkTables implements Tables {
  private final SparkSession session;

  SparkTables(SparkSession session, KeptRecording kept) {
    this.session = session;
    view("requests", kept.requests());
    view("spans", kept.spans());
  }

  private void view(String name, Path folder) {
    read(session, folder).createOrReplaceTempView(name);
  }

  /** Reads the Parquet files of a folder. */
  static Dataset<org.apache.spark.sql.Row> read(SparkSession session, Path folder) {
    // Otherwise a path with brackets, a star or a question mark would be a pattern.
    return session.read().option("__globPaths__", "false").parquet(place(folder));
  }

  /** Returns Spark's name of a folder: with the scheme, without escaped characters. */
  static String place(Path folder) {
    return "file://" + folder.toAbsolutePath();
  }

  @Override
  public void query(String sql, Consumer<Row> each) {
    Iterator<org.apache.spark.sql.Row> rows = session.sql(sql).toLocalIterator();
    while (rows.hasNext()) {
      each.accept(new SparkRow(rows.next()));
    }
  }

  private record SparkRow(org.apache.spark.sql.Row row) implements Row {
    @Override
    public String text(int column) {
      return row.getString(column);
    }

    @Override
    public long whole(int column) {
      return ((Number) row.get(column)).longValue();
    }

    @Override
    public BigInteger sum(int column) {
      BigDecimal sum = row.getDecimal(column);
      return sum.toBigIntegerExact();
    }

    @Override
    public boolean flag(int column) {
      return row.getBoolean(column);
    }
  }
}
