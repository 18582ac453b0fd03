package org.curtail.benchkit.results;

/** Figure by which policies are compared at the points of a {@link Grid}. */
public enum GridStatistic {
  /** Mean latency. */
  MEAN("mean"),
  /** Median latency. */
  P50("p50"),
  /** 95th percentile of latency. */
  P95("p95"),
  /** 99th percentile of latency. */
  P99("p99"),
  /** 99.9th percentile of latency. */
  P999("p99.9");

  private final String words;

  GridStatistic(String words) {
    this.words = words;
  }

  /** Returns the usual spelling: p99.9. */
  public String words() {
    return words;
  }

  /** Returns the value of a policy at a point, in milliseconds. */
  public double ms(GridFigures figures) {
    return switch (this) {
      case MEAN -> figures.meanMs();
      case P50 -> figures.p50Ms();
      case P95 -> figures.p95Ms();
      case P99 -> figures.p99Ms();
      case P999 -> figures.p999Ms();
    };
  }
}
