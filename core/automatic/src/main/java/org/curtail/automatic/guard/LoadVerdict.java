package org.curtail.automatic.guard;

/**
 * Result of comparing a plan's policy with the baseline at some loads.
 *
 * @param fromUtilisation least of these loads, at least 0; see {@code PolicyMap}
 * @param policy name of the policy, as {@code Candidate.form()}
 * @param verdict the verdict
 * @param pairs number of pairs of slices compared, at least 0
 * @param meanRatio typical ratio of the policy's mean response time to the baseline's; NaN without
 *     pairs
 * @param p95Ratio typical ratio of the policy's 95th percentile to the baseline's; NaN without
 *     pairs
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

  /** Result of comparing a policy with the baseline. */
  public enum Verdict {
    /**
     * The policy is worse than the baseline by more than the stated amount, in mean or 95th
     * percentile.
     */
    HARM,
    /** The policy's mean and 95th percentile exceed the baseline's by at most the stated amount. */
    NO_HARM,
    /** Neither harm nor its absence is shown. */
    NOT_KNOWN
  }
}
