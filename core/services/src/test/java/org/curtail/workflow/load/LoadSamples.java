package org.curtail.workflow.load;

import java.util.stream.IntStream;
import org.curtail.workflow.StageTimes;

/** Times whose queues have known results. */
final class LoadSamples {
  static final double MEAN_MS = 10;
  private static final int ENTRIES = 50_000;

  private LoadSamples() {}

  /** Returns exponential times with a mean, without the farthest tail. */
  static StageTimes exponential(double meanMillis) {
    return StageTimes.independent(
        IntStream.range(0, ENTRIES)
            .mapToDouble(i -> -meanMillis * StrictMath.log(1 - (i + 0.5) / ENTRIES))
            .toArray());
  }

  /** Returns equal times. */
  static StageTimes constant(double millis) {
    return StageTimes.independent(new double[] {millis});
  }

  /** Returns 1 ms nine times of ten, otherwise 50 ms. */
  static StageTimes bimodal() {
    return StageTimes.independent(new double[] {1, 1, 1, 1, 1, 1, 1, 1, 1, 50});
  }
}
