package org.curtail.traces.workflow;

/**
 * Forecast of an intervention's effect on whole requests.
 *
 * @param p50 gain in the median
 * @param p99 gain in the 99th percentile
 * @param mean gain in the mean
 * @param copies share of the stage's calls sent twice; 0 for none
 */
public record Forecast(Intervention intervention, Gain p50, Gain p99, Gain mean, double copies) {
  /**
   * A latency figure and its decrease.
   *
   * @param millis recorded value
   * @param gainMillis decrease; negative for an increase
   * @param lowMillis lower end of the 95 % interval of the gain
   * @param highMillis upper end of the 95 % interval of the gain
   */
  public record Gain(double millis, double gainMillis, double lowMillis, double highMillis) {
    /** True if the interval excludes 0. */
    public boolean isShown() {
      return lowMillis > 0;
    }
  }
}
