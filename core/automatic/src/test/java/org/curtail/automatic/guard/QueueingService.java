package org.curtail.automatic.guard;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.curtail.Percentile;
import org.curtail.automatic.guard.Slice.SliceOutcome;

/**
 * Service with the worst response times for a test. They depend on each other over many requests
 * (one server, first come first served, by Lindley's recursion). They have a heavy tail (Pareto
 * demands of infinite variance), and the load varies. The plan only multiplies them by a number.
 */
final class QueueingService {
  private static final int REQUESTS = 32;
  private static final double TAIL = 1.7;

  private final SplittableRandom random;
  private double waitMs;
  private double logRate;

  QueueingService(long seed) {
    random = new SplittableRandom(seed);
  }

  /**
   * Returns two slices in random order. The plan's response times are {@code ratio} times as long.
   */
  SlicePair pair(double ratio) {
    return pair(ratio, new double[REQUESTS], new double[REQUESTS], 0);
  }

  /** Returns two slices, and writes the response times into two arrays. */
  SlicePair pair(double ratio, double[] planMs, double[] baselineMs, int from) {
    boolean isPlanFirst = random.nextBoolean();
    SliceOutcome first = slice(isPlanFirst ? ratio : 1, isPlanFirst ? planMs : baselineMs, from);
    SliceOutcome second = slice(isPlanFirst ? 1 : ratio, isPlanFirst ? baselineMs : planMs, from);
    return isPlanFirst ? new SlicePair(first, second) : new SlicePair(second, first);
  }

  private SliceOutcome slice(double ratio, double[] responsesMs, int from) {
    logRate = 0.9 * logRate + 0.1 * (random.nextDouble() - 0.5) * 4;
    int requests = Math.clamp(Math.round(REQUESTS * Math.exp(logRate)), 8, 4 * REQUESTS);
    double meanGapMs = 1.4 * 2.43 * REQUESTS / requests;
    double[] ms = new double[requests];
    for (int i = 0; i < requests; i++) {
      double demandMs = Math.min(Math.pow(1 - random.nextDouble(), -1 / TAIL), 1_000);
      ms[i] = ratio * (waitMs + demandMs);
      waitMs = Math.max(waitMs + demandMs + meanGapMs * Math.log(1 - random.nextDouble()), 0);
    }
    for (int i = 0; i < REQUESTS; i++) {
      responsesMs[from + i] = ms[i % requests];
    }
    Arrays.sort(ms);
    return new SliceOutcome(
        requests,
        1e6 * Arrays.stream(ms).average().orElseThrow(),
        1e6 * ms[Percentile.rank(95, requests)],
        false);
  }
}
