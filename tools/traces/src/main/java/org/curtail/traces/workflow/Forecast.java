package org.curtail.traces.workflow;

/**
 * What an intervention would have changed for whole requests.
 *
 * @param p50 of the median
 * @param p99 of the 99th percentile
 * @param mean of the mean
 * @param copies share of the stage's calls that are sent twice; 0 if none are
 */
public record Forecast(Intervention intervention, Gain p50, Gain p99, Gain mean, double copies) {
  /**
   * A figure of the latency, and by how much it falls.
   *
   * @param millis what it was
   * @param gainMillis by how much it falls; below 0 if it rises
   * @param lowMillis lower end of the 95 % interval of the gain
   * @param highMillis upper end
   */
  public record Gain(double millis, double gainMillis, double lowMillis, double highMillis) {
    /** Whether the interval excludes that nothing is won. */
    public boolean isShown() {
      return lowMillis > 0;
    }
  }
}
