package org.curtail.energy;

import java.util.Arrays;
import org.curtail.Percentile;

/** Measurements of one time window. Immutable. */
public final class SpeedWindow {
  private final long[] ascendingNanos;
  private final int arrived;
  private final long lengthNanos;

  /**
   * Creates a window.
   *
   * @param latencyNanos latencies of the ended requests, in any order; copied
   * @param arrived number of arrived requests; at least 0
   * @param lengthNanos length; more than 0
   */
  public SpeedWindow(long[] latencyNanos, int arrived, long lengthNanos) {
    if (lengthNanos <= 0) {
      throw new IllegalArgumentException("lengthNanos must be more than 0: " + lengthNanos);
    }
    if (arrived < 0) {
      throw new IllegalArgumentException("arrived must be at least 0: " + arrived);
    }
    ascendingNanos = latencyNanos.clone();
    Arrays.sort(ascendingNanos);
    this.arrived = arrived;
    this.lengthNanos = lengthNanos;
  }

  /** Returns the number of ended requests. */
  public int ended() {
    return ascendingNanos.length;
  }

  /** Returns the arrivals per second. */
  public double arrivedPerSecond() {
    return arrived / (lengthNanos * 1e-9);
  }

  /**
   * Returns this window with all times scaled.
   *
   * @param factor factor on all times; finite, more than 0
   */
  public SpeedWindow scaled(double factor) {
    if (!(factor > 0) || Double.isInfinite(factor)) {
      throw new IllegalArgumentException("factor must be positive and finite: " + factor);
    }
    return new SpeedWindow(
        Arrays.stream(ascendingNanos).map(nanos -> Math.round(nanos * factor)).toArray(),
        arrived,
        Math.max(1, Math.round(lengthNanos * factor)));
  }

  /**
   * Returns a percentile of the latencies in milliseconds, by nearest rank.
   *
   * @throws IllegalArgumentException if no request ended
   */
  public double percentileMs(double percentile) {
    return ascendingNanos[Percentile.rank(percentile, ascendingNanos.length)] / 1e6;
  }
}
