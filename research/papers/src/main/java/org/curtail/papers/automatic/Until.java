package org.curtail.papers.automatic;

import java.util.List;
import org.curtail.benchkit.results.GridStatistic;

/**
 * The time until automatic came near its final state, beside the best with hindsight.
 *
 * @param requests requests that arrived until then
 * @param seconds seconds until then
 */
record Until(int requests, double seconds) {
  /** Greatest ratio to the final value that counts as near. */
  static final double NEAR = 1.05;

  /** Number of windows evaluated together. */
  private static final int SPAN = 4;

  /**
   * Returns the time until a figure came near its final value.
   *
   * @param from first window that counts; the time begins there
   * @param last first window of the final state
   */
  static Until near(
      GridStatistic statistic,
      Windows windows,
      List<Served> runs,
      List<Served> best,
      int from,
      int last,
      Clock clock) {
    int window = windows.near(statistic, runs, best, from, last, SPAN, NEAR);
    int begin = windows.begin(from);
    int end = windows.begin(window);
    return new Until(end - begin, window == from ? 0 : clock.seconds(end) - clock.seconds(begin));
  }
}
