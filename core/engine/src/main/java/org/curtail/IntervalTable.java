package org.curtail;

import java.util.List;
import java.util.OptionalDouble;

/**
 * The times at which Few-to-Many adds threads, by load and by the progress of a request
 * (Few-to-Many paper, section 4.1, Table 2). Immutable.
 *
 * @param cores cores the table was planned for; at least 1. An engine with another number warns
 *     when it starts
 * @param targetParallelism threads the service may run in total, on average; at least 1
 * @param maxDegree greatest degree of parallelism; at least 1
 * @param percentile the tail that was minimised, 0 to 100
 * @param stepMs grid of the search in milliseconds; more than 0
 * @param degrees degrees that the search was allowed to use, ascending, from 1 to {@code maxDegree}
 * @param rows rows in ascending order of load, one for each load, at least one. A load between two
 *     rows uses the later row. A load beyond the last row uses the last one
 * @param waitForExitAbove load above which a new request waits until another request completes;
 *     {@link #NO_EXIT} if no request ever waits so
 */
public record IntervalTable(
    int cores,
    int targetParallelism,
    int maxDegree,
    double percentile,
    double stepMs,
    List<Integer> degrees,
    List<Row> rows,
    int waitForExitAbove) {
  /** For {@link #waitForExitAbove}: no request waits until another completes, at any load. */
  public static final int NO_EXIT = Integer.MAX_VALUE;

  /**
   * For the starts of a row, in milliseconds: requests do not get this degree at this load, however
   * long they run. No request runs for these 31 years.
   */
  public static final double NEVER_MS = 1e12;

  /**
   * The schedule of a request while there are {@code load} requests in the system.
   *
   * @param load requests in the system, at least 1
   * @param startsMs {@code startsMs[d-1]} is the time since arrival, in milliseconds, at which
   *     degree d begins, if the request is admitted as soon as the row allows. The first is the
   *     admission delay; not decreasing. An unused degree begins together with the next used one.
   * @param tailMs predicted tail in milliseconds
   * @param meanMs predicted mean in milliseconds
   * @param averageParallelism predicted threads in use in total at this load
   * @param boundMs proved lower bound in milliseconds on the tail of any schedule on any grid at
   *     this load; at most {@code tailMs}; 0 without a proof
   * @param optimal true if no other schedule on the table's grid has a lower predicted tail, as an
   *     exhaustive search has shown
   */
  public record Row(
      int load,
      List<Double> startsMs,
      double tailMs,
      double meanMs,
      double averageParallelism,
      double boundMs,
      boolean optimal) {
    /** A row without a proved bound. */
    public Row(
        int load, List<Double> startsMs, double tailMs, double meanMs, double averageParallelism) {
      this(load, startsMs, tailMs, meanMs, averageParallelism, 0, false);
    }

    public Row {
      startsMs = List.copyOf(startsMs);
      if (load < 1) {
        throw new IllegalArgumentException("load must be at least 1: " + load);
      }
      if (startsMs.isEmpty()) {
        throw new IllegalArgumentException("startsMs of load " + load + " is empty");
      }
      double previousMs = 0;
      for (int i = 0; i < startsMs.size(); i++) {
        double startMs = startsMs.get(i);
        if (!Double.isFinite(startMs) || startMs < previousMs) {
          throw new IllegalArgumentException(
              "startsMs of load %d must be finite, not negative and not decreasing: startsMs[%d] is %s after %s"
                  .formatted(load, i, startMs, previousMs));
        }
        previousMs = startMs;
      }
      requireFinite("tailMs", load, tailMs);
      requireFinite("meanMs", load, meanMs);
      requireFinite("averageParallelism", load, averageParallelism);
      requireFinite("boundMs", load, boundMs);
      if (boundMs > tailMs) {
        throw new IllegalArgumentException(
            "boundMs of load %d must be at most tailMs %s: %s".formatted(load, tailMs, boundMs));
      }
    }

    private static void requireFinite(String field, int load, double value) {
      if (!Double.isFinite(value) || value < 0) {
        throw new IllegalArgumentException(
            field + " of load " + load + " must be finite and not negative: " + value);
      }
    }

    /** Time since arrival at which a degree begins, in milliseconds. */
    public double startMs(int degree) {
      return startsMs.get(degree - 1);
    }

    /**
     * True if requests may get a degree at this load; false if the degree begins at {@link
     * #NEVER_MS}.
     */
    public boolean grants(int degree) {
      return startMs(degree) < NEVER_MS;
    }

    /** The latest start of a degree that requests may get, in milliseconds since arrival. */
    public double lastStartMs() {
      int degree = startsMs.size();
      while (degree > 1 && !grants(degree)) {
        degree--;
      }
      return startMs(degree);
    }

    /**
     * Greatest possible gain of a better schedule on the predicted tail, as a share of {@code
     * boundMs}. With 0.01, no schedule makes the tail shorter by more than 1 % of the bound. Empty
     * without a bound.
     */
    public OptionalDouble aboveBound() {
      return boundMs == 0 ? OptionalDouble.empty() : OptionalDouble.of(tailMs / boundMs - 1);
    }
  }

  public IntervalTable {
    degrees = List.copyOf(degrees);
    rows = List.copyOf(rows);
    requirePositive("cores", cores);
    requirePositive("targetParallelism", targetParallelism);
    requirePositive("maxDegree", maxDegree);
    requirePositive("waitForExitAbove", waitForExitAbove);
    Percentile.check(percentile);
    if (!(stepMs > 0) || Double.isInfinite(stepMs)) {
      throw new IllegalArgumentException("stepMs must be positive and finite: " + stepMs);
    }
    int previousDegree = 0;
    for (int degree : degrees) {
      if (degree <= previousDegree || degree > maxDegree) {
        throw new IllegalArgumentException(
            "degrees must ascend from 1 to maxDegree " + maxDegree + ": " + degrees);
      }
      previousDegree = degree;
    }
    if (degrees.isEmpty() || degrees.getFirst() != 1) {
      throw new IllegalArgumentException("degrees must begin with 1: " + degrees);
    }
    if (rows.isEmpty()) {
      throw new IllegalArgumentException("a table needs at least one row");
    }
    int previousLoad = 0;
    for (Row row : rows) {
      if (row.load() <= previousLoad) {
        throw new IllegalArgumentException(
            "rows must ascend by load: " + row.load() + " after " + previousLoad);
      }
      if (row.startsMs().size() != maxDegree) {
        throw new IllegalArgumentException(
            "startsMs of load "
                + row.load()
                + " has "
                + row.startsMs().size()
                + " entries, expected maxDegree "
                + maxDegree);
      }
      previousLoad = row.load();
    }
  }

  private static void requirePositive(String field, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(field + " must be at least 1: " + value);
    }
  }

  /** True if a new request waits at high load until another completes. */
  public boolean hasExit() {
    return waitForExitAbove < NO_EXIT;
  }

  /**
   * The row for a load: the first with at least this load, else the last.
   *
   * @param load requests in the system, at least 1
   */
  public Row row(int load) {
    for (Row row : rows) {
      if (row.load() >= load) {
        return row;
      }
    }
    return rows.getLast();
  }

  /** The names of tables that papers print, to compare with; {@link #published} knows them. */
  public static List<String> publishedNames() {
    return PublishedTables.names();
  }

  /**
   * A table that a paper prints. {@code few-to-many-lucene} is Lucene on English Wikipedia
   * (Few-to-Many paper, section 6.1, Table 2).
   *
   * @throws IllegalArgumentException if no table has this name; the message lists the names
   */
  public static IntervalTable published(String name) {
    return PublishedTables.named(name);
  }
}
