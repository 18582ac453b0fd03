package org.curtail.replicas;

/**
 * Pauses of replicas, as a garbage collector or a neighbour makes them: during one a replica serves
 * nobody, and clients do not know. They come at random, at the same moments whatever is sent; the
 * gaps between them are exponential.
 *
 * @param share of its time that each replica pauses: 0 to less than 1; 0 for no pauses
 * @param meanMillis length of a pause in the mean: finite, more than 0 exactly if there are pauses
 * @param lengthsVary whether lengths are exponential; else all are alike
 * @param oneAtATime whether at most one replica of a shard pauses at any moment, each in its turn;
 *     else replicas pause independently
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

  /** Pauses that are all alike, of one replica at a time. */
  public static ReplicaPauses inTurn(double share, double millis) {
    return new ReplicaPauses(share, millis, false, true);
  }

  /** Pauses that are all alike, of each replica independently. */
  public static ReplicaPauses independent(double share, double millis) {
    return new ReplicaPauses(share, millis, false, false);
  }
}
