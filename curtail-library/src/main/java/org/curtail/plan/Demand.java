package org.curtail.plan;

import java.util.List;
import org.curtail.Percentile;
import org.curtail.Profile;

/**
 * A profile laid out for evaluating many schedules without admission delay. The sums are what
 * {@link Schedule#cost} gives; this copy of the formula is the fast one, in which a request is the
 * fraction of it that remains. Not thread-safe: holds the last evaluation.
 */
final class Demand {
  private final int[] degrees;

  /** {@code timesMs[phase][request]}. */
  private final double[][] timesMs;

  private final double[] executionMs;
  private final double[] scratch;
  private final int tailRank;
  private double meanMs;
  private double threadMs;

  Demand(Profile profile, List<Integer> degrees, double percentile) {
    int requests = profile.requests();
    this.degrees = degrees.stream().mapToInt(Integer::intValue).toArray();
    timesMs = new double[this.degrees.length][requests];
    for (int phase = 0; phase < timesMs.length; phase++) {
      for (int r = 0; r < requests; r++) {
        timesMs[phase][r] = profile.timeMs(r, this.degrees[phase]);
      }
    }
    executionMs = new double[requests];
    scratch = new double[requests];
    tailRank = Percentile.rank(percentile, requests);
  }

  /**
   * Runs every request through a schedule.
   *
   * @param endsMs execution time at which each phase but the last ends
   */
  void evaluate(double[] endsMs) {
    double sumMs = 0;
    double sumThreadMs = 0;
    for (int r = 0; r < executionMs.length; r++) {
      double remaining = 1;
      double startMs = 0;
      double requestThreadMs = 0;
      int phase = 0;
      for (; phase < endsMs.length; phase++) {
        double lengthMs = endsMs[phase] - startMs;
        double timeMs = timesMs[phase][r];
        if (remaining * timeMs <= lengthMs) {
          break;
        }
        remaining -= lengthMs / timeMs;
        requestThreadMs += degrees[phase] * lengthMs;
        startMs = endsMs[phase];
      }
      double lastMs = remaining * timesMs[phase][r];
      executionMs[r] = startMs + lastMs;
      sumMs += startMs + lastMs;
      sumThreadMs += requestThreadMs + degrees[phase] * lastMs;
    }
    meanMs = sumMs / executionMs.length;
    threadMs = sumThreadMs / executionMs.length;
  }

  /** Mean execution time of the last evaluation. */
  double meanMs() {
    return meanMs;
  }

  /** Mean of threads times milliseconds of the last evaluation. */
  double threadMs() {
    return threadMs;
  }

  /** Whether the tail of the last evaluation is above a limit: one pass, cheaper than the tail. */
  boolean tailAbove(double limitMs) {
    int notAbove = 0;
    for (double timeMs : executionMs) {
      if (timeMs <= limitMs) {
        notAbove++;
      }
    }
    return notAbove <= tailRank;
  }

  /** The tail of the last evaluation. */
  double tailMs() {
    System.arraycopy(executionMs, 0, scratch, 0, scratch.length);
    return OrderStatistic.select(scratch, tailRank);
  }
}
