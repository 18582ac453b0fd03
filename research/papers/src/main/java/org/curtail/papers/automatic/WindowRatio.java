package org.curtail.papers.automatic;

import java.util.List;
import java.util.stream.IntStream;
import org.curtail.benchkit.results.GridStatistic;

/**
 * Automatic in a window, beside others on the same requests.
 *
 * @param request place of the last request of the window
 * @param seconds mean time of its arrival over the runs
 * @param meanToBest its mean over that of the best with hindsight; then the same of others
 */
record WindowRatio(
    int request,
    double seconds,
    double meanToBest,
    double p95ToBest,
    double meanToSequential,
    double p95ToSequential) {
  /** By window. */
  static List<WindowRatio> of(
      Windows windows,
      List<Served> automatic,
      List<Served> best,
      List<Served> sequential,
      Clock clock) {
    return IntStream.range(0, windows.count())
        .mapToObj(window -> {
          int end = windows.begin(window + 1) - 1;
          return new WindowRatio(
              end + 1,
              clock.seconds(end),
              windows.ratio(GridStatistic.MEAN, automatic, best, window, window + 1),
              windows.ratio(GridStatistic.P95, automatic, best, window, window + 1),
              windows.ratio(GridStatistic.MEAN, automatic, sequential, window, window + 1),
              windows.ratio(GridStatistic.P95, automatic, sequential, window, window + 1));
        })
        .toList();
  }
}
