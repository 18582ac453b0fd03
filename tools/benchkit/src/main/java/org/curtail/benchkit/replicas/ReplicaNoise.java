package org.curtail.benchkit.replicas;

/** A disturbance of replicas besides their requests. */
public sealed interface ReplicaNoise {
  /** Returns the disturbed share of time: above 0, at most 1. */
  double share();

  /** Returns the length of a disturbance in milliseconds: finite, above 0. */
  double lengthMs();

  /**
   * Pauses of one random replica at a time: served requests last longer by the pause, and new
   * requests wait.
   */
  record Pauses(double share, double lengthMs) implements ReplicaNoise {
    public Pauses {
      check(share, lengthMs);
    }
  }

  /**
   * Slowness of all replicas at once: copies do not help then.
   *
   * @param factor factor of all times: finite, above 1
   */
  record Slowness(double share, double lengthMs, double factor) implements ReplicaNoise {
    public Slowness {
      check(share, lengthMs);
      if (!(factor > 1) || factor == Double.POSITIVE_INFINITY) {
        throw new IllegalArgumentException("factor must be finite and above 1: " + factor);
      }
    }
  }

  private static void check(double share, double lengthMs) {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException("share must be above 0 and at most 1: " + share);
    }
    if (!(lengthMs > 0) || lengthMs == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException("lengthMs must be finite and above 0: " + lengthMs);
    }
  }
}
