package org.curtail.diagnose;

/**
 * Splits the latency of one request into its causes. A pure function: the same evidence gives the
 * same parts.
 *
 * @param minorFaultNanos CPU time that the kernel takes for a page fault without a disk; at least 0
 */
public record CauseSplit(long minorFaultNanos) {
  /** With the usual cost of a minor fault. */
  public static Breakdown of(RequestEvidence evidence) {
    return new CauseSplit(500).split(evidence);
  }

  /** Where the time went; the parts add up to {@link RequestEvidence#latencyNanos}, always. */
  public Breakdown split(RequestEvidence evidence) {
    throw new UnsupportedOperationException();
  }
}
