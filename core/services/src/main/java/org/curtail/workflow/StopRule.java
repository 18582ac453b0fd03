package org.curtail.workflow;

/** A rule by which a visit of a stage stops waiting for its responders. Pure. */
public interface StopRule {
  /**
   * Returns the time at which a visit ends. The rule uses no answer before its arrival.
   *
   * @param ascendingMillis times of the needed answers since the visit began: at least one, in
   *     ascending order
   * @return time since the visit began; at most that of the last answer
   */
  double endMillis(double[] ascendingMillis);

  /** Returns a share of the needed responders, rounded up to whole responders. */
  static int awaited(double fraction, int needed) {
    // 0.07 * 100 is above 7 in binary.
    return Math.clamp((int) Math.ceil(fraction * needed - 1e-9), 1, needed);
  }
}
