package org.curtail.papers.automatic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.curtail.Percentile;
import org.curtail.benchkit.results.GridStatistic;

/**
 * Runs with the same number of requests, cut into windows with equal numbers of requests. A
 * policy's latencies in a window are those of all its runs there.
 *
 * @param requests number of requests of a run, at least {@code count}
 * @param count number of windows, at least 1
 */
record Windows(int requests, int count) {
  Windows {
    if (count < 1 || requests < count) {
      throw new IllegalArgumentException(
          "expected at least one window and one request in each: %d windows, %d requests"
              .formatted(count, requests));
    }
  }

  /**
   * Returns the place of the first request of a window; the number of requests for the window after
   * the last.
   */
  int begin(int window) {
    return (int) ((long) window * requests / count);
  }

  /**
   * Returns a block of latencies for each run and window, between two windows, the second one
   * excluded.
   */
  List<double[]> blocks(List<Served> runs, int from, int to) {
    var blocks = new ArrayList<double[]>();
    for (Served run : runs) {
      for (int window = from; window < to; window++) {
        blocks.add(run.between(begin(window), begin(window + 1)));
      }
    }
    return blocks;
  }

  /** Returns a figure in milliseconds over all requests of these windows. */
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

  /** Returns the ratio of a policy's figure to the other's in these windows. */
  double ratio(GridStatistic statistic, List<Served> runs, List<Served> others, int from, int to) {
    return ms(statistic, runs, from, to) / ms(statistic, others, from, to);
  }

  /**
   * Returns the window from which on a policy is near its final state. The returned window is the
   * first one whose span has a ratio to the other policy of at most this multiple of the final
   * ratio.
   *
   * @param from first window that counts
   * @param last first window of the final state, above {@code from}
   * @param span number of windows evaluated together, against chance; at least 1
   * @param near greatest multiple that counts as near, such as 1.05
   * @return a window from {@code from} to {@code last}; {@code last} if no earlier one is near
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
