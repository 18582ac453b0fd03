package org.curtail.replicas;

/**
 * Pauses of replicas, as from a garbage collector or a noisy neighbour. A pausing replica serves
 * nothing, and clients do not notice. Gaps between pauses are exponential and independent of the
 * requests.
 *
 * @param share share of the time in which a replica pauses: 0 to less than 1; 0 for no pauses
 * @param meanMillis mean length of a pause: finite and more than 0; 0 without pauses
 * @param lengthsVary true for exponential lengths, false for equal ones
 * @param oneAtATime true if the replicas of a shard pause in turn, at most one at a time; false if
 *     they pause independently
 */
public record ReplicaPauses(
    double share, double meanMillis, boolean lengthsVary, boolean oneAtATime) {
  /** No pauses. */
  public static final ReplicaPauses NONE = new ReplicaPauses(0, 0, false, false);

  public ReplicaPauses {
    if (!(share >= 0 && share < 1)) {
      throw new IllegalArgumentException("share must be at least 0 and less than 1: " + share);
    }
    if (!(meanMillis >= 0) || Double.isInfinite(meanMillis) || (meanMillis > 0) != (share > 0)) {
      throw new IllegalArgumentException(
          "share and meanMillis must both be positive, or both 0: share=%s, meanMillis=%s"
              .formatted(share, meanMillis));
    }
  }

  /** Returns equal pauses of independent replicas. */
  public static ReplicaPauses independent(double share, double millis) {
    return new ReplicaPauses(share, millis, false, false);
  }
}
