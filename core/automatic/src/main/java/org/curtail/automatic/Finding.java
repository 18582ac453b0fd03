package org.curtail.automatic;

/**
 * What a judge has found of a candidate at one load.
 *
 * @param utilisation the load, as in {@link PolicyMap}
 * @param candidate its name
 * @param mean latency, against the safe candidate
 * @param p95 the 95th percentile, against the safe candidate
 * @param tail the goal's percentile, against the safe candidate
 * @param tailMs the goal's percentile in milliseconds, in the mean over what was simulated
 * @param standing what follows
 */
public record Finding(
    double utilisation,
    String candidate,
    RatioInterval mean,
    RatioInterval p95,
    RatioInterval tail,
    double tailMs,
    Standing standing) {
  /** What follows from the figures at this load. */
  public enum Standing {
    /** It serves at this load. */
    CHOSEN,
    /** Better than the safe one and harmless, but another one was chosen. */
    GOOD,
    /** It does no harm, but is not clearly better than the safe one. */
    NOT_CLEARLY_BETTER,
    /** That it does no harm is not shown. */
    NOT_SHOWN_HARMLESS,
    /** It was given up early, since others were better. */
    GIVEN_UP
  }
}
