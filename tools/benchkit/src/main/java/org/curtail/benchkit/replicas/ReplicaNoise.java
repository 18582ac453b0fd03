package org.curtail.benchkit.replicas;

/** A disturbance of replicas besides their requests. */
public sealed interface ReplicaNoise {
  /** Share of the time that is disturbed: above 0, at most 1. */
  double share();

  /** Length of each disturbance, in milliseconds: finite, above 0. */
  double lengthMs();

  /**
   * Pauses of one replica at a time, in random turns: served requests take longer by the pause, and
   * new ones wait.
   */
  record Pauses(double share, double lengthMs) implements ReplicaNoise {
    public Pauses {
      check(share, lengthMs);
    }
  }

  /**
   * All replicas are slow at once: then another replica is no better, and copies only harm.
   *
   * @param factor of all times: finite, above 1
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
