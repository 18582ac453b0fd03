package org.curtail.traces.tables;

import java.math.BigInteger;
import java.util.function.Consumer;

/** A database with the tables {@code requests} and {@code spans}. Not thread-safe. */
public interface Tables {
  /** A row of a result; columns count from 0. */
  interface Row {
    String text(int column);

    long whole(int column);

    /** Returns a sum of whole numbers, which may exceed a long. */
    BigInteger sum(int column);

    boolean flag(int column);
  }

  /**
   * Runs a query.
   *
   * @param sql SQL that DuckDB and Spark share
   * @param each receives the rows in order; a row is valid until the next row
   */
  void query(String sql, Consumer<Row> each);
}
