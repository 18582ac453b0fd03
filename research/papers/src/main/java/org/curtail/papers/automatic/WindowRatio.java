package org.curtail.papers.automatic;

import java.util.List;
import java.util.stream.IntStream;
import org.curtail.benchkit.results.GridStatistic;

/**
 * The policy automatic in a window, compared with others on the same requests.
 *
 * @param request place of the last request of the window
 * @param seconds mean time over the runs of the arrival of that request
 * @param meanToBest ratio of automatic's mean to that of the best with hindsight; the next ones are
 *     for other figures and policies
 */
record WindowRatio(
    int request,
    double seconds,
    double meanToBest,
    double p95ToBest,
    double meanToSequential,
    double p95ToSequential) {
  /** Returns the ratios of all windows. */
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
