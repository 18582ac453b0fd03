package org.curtail.papers.automatic;

import java.util.List;
import org.curtail.benchkit.results.GridFigures;
import org.curtail.benchkit.results.GridStatistic;

/**
 * The policy automatic, compared on the same requests with the best with hindsight and with
 * sequential. Automatic learns in the first half of a run. The second half shows the result.
 *
 * @param best name of the best with hindsight, by the second half
 * @param whileLearning ratio of automatic to sequential in the first half
 * @param learned ratio of automatic to sequential in the second half
 * @param learnedToBest ratio of automatic to the best in the second half
 * @param windows ratios by time
 * @param until time until automatic's p99 was near its final value
 */
record Comparison(
    String best,
    Against whileLearning,
    Against learned,
    Against learnedToBest,
    List<WindowRatio> windows,
    Until until) {
  /** Number of windows in a run. */
  static final int WINDOWS = 40;

  Comparison {
    windows = List.copyOf(windows);
  }

  /** Compares runs with the same number of requests, one for each seed. */
  static Comparison of(
      List<Served> automatic,
      List<Served> sequential,
      String best,
      List<Served> bests,
      Clock clock,
      long seed) {
    var windows = new Windows(automatic.getFirst().requests(), WINDOWS);
    int half = WINDOWS / 2;
    List<double[]> second = windows.blocks(automatic, half, WINDOWS);
    return new Comparison(
        best,
        Against.of(windows.blocks(automatic, 0, half), windows.blocks(sequential, 0, half), seed),
        Against.of(second, windows.blocks(sequential, half, WINDOWS), seed),
        Against.of(second, windows.blocks(bests, half, WINDOWS), seed),
        WindowRatio.of(windows, automatic, bests, sequential, clock),
        Until.near(GridStatistic.P99, windows, automatic, bests, 0, half, clock));
  }

  /** Returns the figures of a policy in the second half. */
  static GridFigures figures(String policy, List<Served> runs) {
    var windows = new Windows(runs.getFirst().requests(), WINDOWS);
    int half = WINDOWS / 2;
    return new GridFigures(
        policy,
        windows.ms(GridStatistic.MEAN, runs, half, WINDOWS),
        windows.ms(GridStatistic.P50, runs, half, WINDOWS),
        windows.ms(GridStatistic.P95, runs, half, WINDOWS),
        windows.ms(GridStatistic.P99, runs, half, WINDOWS),
        windows.ms(GridStatistic.P999, runs, half, WINDOWS),
        null);
  }
}
