package org.curtail.measurement.results;

import java.util.function.ToDoubleFunction;

/** What is compared of policies at the points of a {@link Grid}. */
public enum GridStatistic {
  /** Mean latency. */
  MEAN("mean", GridFigures::meanMs),
  /** Median latency. */
  P50("p50", GridFigures::p50Ms),
  /** 95th percentile of latency. */
  P95("p95", GridFigures::p95Ms),
  /** 99th percentile of latency. */
  P99("p99", GridFigures::p99Ms),
  /** 99.9th percentile of latency. */
  P999("p99.9", GridFigures::p999Ms);

  private final String words;
  private final ToDoubleFunction<GridFigures> figure;

  GridStatistic(String words, ToDoubleFunction<GridFigures> figure) {
    this.words = words;
    this.figure = figure;
  }

  /** As the field writes it: p99.9. */
  public String words() {
    return words;
  }

  /** Of one policy at one point, in milliseconds. */
  public double ms(GridFigures figures) {
    return figure.applyAsDouble(figures);
  }
}
