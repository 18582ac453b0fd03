package org.curtail.workflow;

import org.curtail.workflow.PartialAnswers.TimeThenFraction;

/** A rule by which a visit of a stage stops waiting for its responders. Pure. */
public sealed interface StopRule permits PartialAnswer, TimeThenFraction, Cedar {
  /**
   * Returns the time at which a visit ends. The rule uses no answer before it has come.
   *
   * @param ascendingMillis times of the needed answers, since the visit began; at least one, in
   *     ascending order
   * @return time since the visit began; at most the last answer's
   */
  double endMillis(double[] ascendingMillis);

  /** Returns a share of the needed responders, rounded up to whole ones. */
  static int awaited(double fraction, int needed) {
    // 0.07 * 100 is above 7 in binary.
    return Math.clamp((int) Math.ceil(fraction * needed - 1e-9), 1, needed);
  }
}
