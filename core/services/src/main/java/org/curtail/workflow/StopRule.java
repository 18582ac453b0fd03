package org.curtail.workflow;

/** When a visit of a stage stops waiting for its responders. Pure. */
public sealed interface StopRule permits PartialAnswer, TimeThenFraction, Cedar {
  /**
   * When a visit ends. The rule looks at no answer before it has come.
   *
   * @param ascendingMillis when the needed responders answer, since the visit began; at least one,
   *     in ascending order
   * @return since the visit began; at most the last of these
   */
  double endMillis(double[] ascendingMillis);

  /** How many of the needed responders a share of them is, rounded up to whole ones. */
  static int awaited(double fraction, int needed) {
    // 0.07 * 100 is above 7 in binary.
    return Math.clamp((int) Math.ceil(fraction * needed - 1e-9), 1, needed);
  }
}
