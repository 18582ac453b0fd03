package org.curtail.automatic;

import java.util.Arrays;
import org.curtail.Percentile;
import org.curtail.sim.SimulationResult;

/** What came of one block under one candidate, in natural logarithms of milliseconds. */
record Figures(double logMean, double logP95, double logTail) {
  /** Of a candidate that did not keep up. */
  static final Figures HOPELESS =
      new Figures(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

  private static final double NANOS_PER_MS = 1e6;
  private static final double P95 = 95;

  static Figures of(SimulationResult result, int warmUp, double percentile) {
    if (result.isGivenUp()) {
      return HOPELESS;
    }
    double[] ascendingMs = new double[result.requests() - warmUp];
    Arrays.setAll(ascendingMs, i -> result.latencyNanos(warmUp + i) / NANOS_PER_MS);
    Arrays.sort(ascendingMs);
    return new Figures(
        log(Arrays.stream(ascendingMs).average().orElseThrow()),
        log(Percentile.of(ascendingMs, P95)),
        log(Percentile.of(ascendingMs, percentile)));
  }

  /** A request may take less than a nanosecond; its logarithm should be finite all the same. */
  private static double log(double ms) {
    return StrictMath.log(Math.max(ms, 1 / NANOS_PER_MS));
  }

  boolean isHopeless() {
    return Double.isInfinite(logMean);
  }

  double of(Figure figure) {
    return switch (figure) {
      case MEAN -> logMean;
      case P95 -> logP95;
      case TAIL -> logTail;
    };
  }

  /** Which of them. */
  enum Figure {
    MEAN,
    P95,
    /** The goal's percentile. */
    TAIL
  }
}
