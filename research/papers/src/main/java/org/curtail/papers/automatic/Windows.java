package org.curtail.papers.automatic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.curtail.Percentile;
import org.curtail.benchkit.results.GridStatistic;

/**
 * Runs of equally many requests, cut into windows of as many requests each. What a policy did in a
 * window are the latencies of all its runs there.
 *
 * @param requests of a run, at least {@code count}
 * @param count of windows, at least 1
 */
record Windows(int requests, int count) {
  Windows {
    if (count < 1 || requests < count) {
      throw new IllegalArgumentException(
          "expected at least one window and one request in each: %d windows, %d requests"
              .formatted(count, requests));
    }
  }

  /** The place of the first request of a window; of the window behind the last, the end. */
  int begin(int window) {
    return (int) ((long) window * requests / count);
  }

  /** A policy's windows from one on up to another, excluded: a block for each run and window. */
  List<double[]> blocks(List<Served> runs, int from, int to) {
    var blocks = new ArrayList<double[]>();
    for (Served run : runs) {
      for (int window = from; window < to; window++) {
        blocks.add(run.between(begin(window), begin(window + 1)));
      }
    }
    return blocks;
  }

  /** A figure in milliseconds of all requests of these windows. */
  double ms(GridStatistic statistic, List<Served> runs, int from, int to) {
    double[] ascendingMs =
        runs.stream()
            .flatMapToDouble(run -> Arrays.stream(run.between(begin(from), begin(to))))
            .sorted()
            .toArray();
    return switch (statistic) {
      case MEAN -> Arrays.stream(ascendingMs).sum() / ascendingMs.length;
      case P50 -> Percentile.of(ascendingMs, 50);
      case P95 -> Percentile.of(ascendingMs, 95);
      case P99 -> Percentile.of(ascendingMs, 99);
      case P999 -> Percentile.of(ascendingMs, 99.9);
    };
  }

  /** Returns the ratios of a policy's figure to the other's in these windows. */
  double ratio(GridStatistic statistic, List<Served> runs, List<Served> others, int from, int to) {
    return ms(statistic, runs, from, to) / ms(statistic, others, from, to);
  }

  /**
   * From which window on a policy is near what it comes to in the end: the first span of windows in
   * which its ratio to the other is at most this multiple of that of the last windows.
   *
   * @param from the first window that counts
   * @param last the first of the windows that are the end, above {@code from}
   * @param span windows that are taken together, so that chance matters less; at least 1
   * @param near such as 1.05
   * @return a window from {@code from} to {@code last}; the latter if it is near at the end only
   */
  int near(
      GridStatistic statistic,
      List<Served> runs,
      List<Served> others,
      int from,
      int last,
      int span,
      double near) {
    double most = near * ratio(statistic, runs, others, last, count);
    for (int window = from; window < last; window++) {
      if (ratio(statistic, runs, others, window, Math.min(window + span, count)) <= most) {
        return window;
      }
    }
    return last;
  }
}
