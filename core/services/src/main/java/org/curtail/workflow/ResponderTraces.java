package org.curtail.workflow;

/**
 * Traced visits of a stage: the times of all servers that the same visit asked. The servers of a
 * visit depend on each other. A query may be slow at all servers, have a long tail, or be fast at
 * few servers and slow at many (Kwiken, Figure 10a). This variety makes early stopping worthwhile;
 * independent servers do not have it. Immutable.
 */
public final class ResponderTraces {
  private final double[][] millis;

  private ResponderTraces(double[][] millis) {
    this.millis = millis;
  }

  /**
   * Returns traces of visits.
   *
   * @param latencyMillis a row per visit with a time per server, finite and at least 0; all rows of
   *     the same length, 1 to {@value Responders#MOST}; at least one row
   * @throws IllegalArgumentException if the table is not so; names row, index and value
   */
  public static ResponderTraces of(double[][] latencyMillis) {
    if (latencyMillis.length == 0) {
      throw new IllegalArgumentException("no traces of visits");
    }
    int servers = latencyMillis[0].length;
    if (servers < 1 || servers > Responders.MOST) {
      throw new IllegalArgumentException(
          "a visit must have 1 to %d times: %d".formatted(Responders.MOST, servers));
    }
    double[][] copy = new double[latencyMillis.length][];
    for (int i = 0; i < copy.length; i++) {
      copy[i] = checked(i, latencyMillis[i], servers);
    }
    return new ResponderTraces(copy);
  }

  private static double[] checked(int visit, double[] row, int servers) {
    if (row.length != servers) {
      throw new IllegalArgumentException(
          "visit %d has %d times, but visit 0 has %d".formatted(visit, row.length, servers));
    }
    for (int i = 0; i < servers; i++) {
      if (!(row[i] >= 0 && row[i] < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "visit %d, server %d: a time must be finite and at least 0: %s"
                .formatted(visit, i, row[i]));
      }
    }
    return row.clone();
  }

  /** Returns the number of traced visits: at least 1. */
  public int size() {
    return millis.length;
  }

  /** Returns the number of servers per visit: at least 1. */
  public int responders() {
    return millis[0].length;
  }

  /** Returns the time of a server in a visit. */
  public double millis(int visit, int responder) {
    return millis[visit][responder];
  }

  /** Returns the times of all servers of a visit, in the order of tracing; a copy. */
  public double[] millis(int visit) {
    return millis[visit].clone();
  }

  /**
   * Returns a range of visits: for example some days for a plan, and later days for its test.
   *
   * @param from first visit
   * @param to index after the last visit; more than {@code from}
   */
  public ResponderTraces visits(int from, int to) {
    double[][] some = new double[to - from][];
    System.arraycopy(millis, from, some, 0, some.length);
    return of(some);
  }

  /**
   * Returns times of single calls, taken evenly from all visits. The times of copies are drawn from
   * them.
   *
   * @param most greatest number of times, at least 1; all times if there are no more
   */
  public StageTimes times(int most) {
    if (most < 1) {
      throw new IllegalArgumentException("most must be at least 1: " + most);
    }
    long all = (long) size() * responders();
    double[] some = new double[(int) Math.min(most, all)];
    for (int i = 0; i < some.length; i++) {
      long place = i * all / some.length;
      some[i] = millis[(int) (place / responders())][(int) (place % responders())];
    }
    return StageTimes.independent(some);
  }
}
