package org.curtail.energy;

import java.util.Arrays;
import org.curtail.Percentile;

/** Measurements between two moments. Immutable. */
public final class SpeedWindow {
  private final long[] ascendingNanos;
  private final int arrived;
  private final long lengthNanos;

  /**
   * Creates a window.
   *
   * @param latencyNanos latencies of the requests that ended, in any order. Copied
   * @param arrived number of requests that arrived; at least 0
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

  /** Returns the number of requests that ended. */
  public int ended() {
    return ascendingNanos.length;
  }

  /** Returns the requests that arrived, per second. */
  public double arrivedPerSecond() {
    return arrived / (lengthNanos * 1e-9);
  }

  /**
   * Returns the same in a scaled time.
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
   * Returns a percentile of the latencies of the ended requests, in milliseconds: nearest rank.
   *
   * @throws IllegalArgumentException if none ended
   */
  public double percentileMs(double percentile) {
    return ascendingNanos[Percentile.rank(percentile, ascendingNanos.length)] / 1e6;
  }
}
