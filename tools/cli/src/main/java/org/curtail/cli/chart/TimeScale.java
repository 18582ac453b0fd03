package org.curtail.cli.chart;

/**
 * The unit of times in a chart, chosen so that labels are short.
 *
 * @param unit the unit as it is written
 * @param perMs number of units in a millisecond
 */
public record TimeScale(String unit, double perMs) {
  /** A suitable unit for times up to this one. */
  public static TimeScale upTo(double greatestMs) {
    if (greatestMs > 20_000) {
      return new TimeScale("s", 0.001);
    }
    return greatestMs > 0 && greatestMs < 0.5 ? new TimeScale("µs", 1000) : new TimeScale("ms", 1);
  }

  public double of(double ms) {
    return ms * perMs;
  }
}
