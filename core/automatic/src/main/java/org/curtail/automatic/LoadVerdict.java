package org.curtail.automatic;

/**
 * What comparing a plan's policy with the safe one has shown at some loads.
 *
 * @param fromUtilisation the least of these loads, at least 0; see {@link PolicyMap}
 * @param policy the policy that was compared, by its {@link Candidate#form}
 * @param verdict what is shown
 * @param pairs how many pairs of slices were compared, at least 0
 * @param meanRatio typical ratio of mean response times, the policy's to the safe one's; NaN
 *     without pairs
 * @param p95Ratio the same of 95th percentiles
 */
public record LoadVerdict(
    double fromUtilisation,
    String policy,
    Verdict verdict,
    int pairs,
    double meanRatio,
    double p95Ratio) {
  public LoadVerdict {
    if (!(fromUtilisation >= 0) || pairs < 0) {
      throw new IllegalArgumentException(
          "fromUtilisation and pairs must be at least 0: fromUtilisation=%s, pairs=%d"
              .formatted(fromUtilisation, pairs));
    }
  }
}
