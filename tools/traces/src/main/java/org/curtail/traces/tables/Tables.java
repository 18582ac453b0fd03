package org.curtail.traces.tables;

import java.math.BigInteger;
import java.util.function.Consumer;

/** A database that has the tables {@code requests} and {@code spans}. Not thread-safe. */
public interface Tables {
  /** A row of an answer; columns count from 0. */
  interface Row {
    String text(int column);

    long whole(int column);

    /** A sum of whole numbers, which may be greater than a long. */
    BigInteger sum(int column);

    boolean flag(int column);
  }

  /**
   * Asks.
   *
   * @param sql in what DuckDB and Spark both speak
   * @param each is given the rows in their order, each until the next
   */
  void query(String sql, Consumer<Row> each);
}
