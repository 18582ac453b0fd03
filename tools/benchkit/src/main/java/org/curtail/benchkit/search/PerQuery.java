package org.curtail.benchkit.search;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.curtail.Percentile;
import org.curtail.benchkit.stats.PairedBootstrap;

/** A number for each query, in the order of the query log; at least one query. Immutable. */
public final class PerQuery {
  private final double[] values;

  private PerQuery(double[] values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("expected at least one query, found none");
    }
    this.values = values;
  }

  public static PerQuery of(double... values) {
    return new PerQuery(values.clone());
  }

  /** Returns the median of each query's runs: {@code runs[query][run]}. */
  public static PerQuery medians(double[][] runs) {
    return new PerQuery(Arrays.stream(runs).mapToDouble(PerQuery::median).toArray());
  }

  /** Returns the mean of each query's runs: {@code runs[query][run]}. */
  public static PerQuery means(double[][] runs) {
    return new PerQuery(
        Arrays.stream(runs).mapToDouble(of -> Arrays.stream(of).average().orElseThrow()).toArray());
  }

  private static double median(double[] values) {
    double[] ascending = values.clone();
    Arrays.sort(ascending);
    int middle = ascending.length / 2;
    return ascending.length % 2 == 1
        ? ascending[middle]
        : (ascending[middle - 1] + ascending[middle]) / 2;
  }

  public int queries() {
    return values.length;
  }

  public double get(int query) {
    return values[query];
  }

  public double sum() {
    return Arrays.stream(values).sum();
  }

  public double mean() {
    return sum() / values.length;
  }

  /** Returns the share of queries with at most this number: 0 to 1. */
  public double shareUpTo(double greatest) {
    return (double) Arrays.stream(values).filter(value -> value <= greatest).count()
        / values.length;
  }

  /**
   * Returns 100 or 0 for each query, so that a mean is a percentage with an interval by resampling.
   */
  public PerQuery percentUpTo(double greatest) {
    return new PerQuery(Arrays.stream(values).map(value -> value <= greatest ? 100 : 0).toArray());
  }

  public PerQuery times(double factor) {
    return new PerQuery(Arrays.stream(values).map(value -> value * factor).toArray());
  }

  /** Returns the indices of the queries with the greatest 5 % of the numbers; at least one. */
  public List<Integer> longest() {
    double[] ascending = values.clone();
    Arrays.sort(ascending);
    double least = Percentile.of(ascending, 95);
    IntPredicate isLong = query -> values[query] >= least;
    return IntStream.range(0, values.length).filter(isLong).boxed().toList();
  }

  /** Returns the numbers of some queries. */
  public PerQuery of(List<Integer> queries) {
    return new PerQuery(queries.stream().mapToDouble(query -> values[query]).toArray());
  }

  /** Returns the mean as a figure of drawn queries. */
  public PairedBootstrap.Figure meanFigure() {
    return PairedBootstrap.mean(
        Arrays.stream(values).mapToObj(value -> new double[] {value}).toList());
  }
}
