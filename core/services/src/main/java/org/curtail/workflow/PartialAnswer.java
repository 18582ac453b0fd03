package org.curtail.workflow;

/**
 * A rule by which a stage stops waiting for responders (Kwiken, section 4.2.1). The stage waits
 * until the share {@code fraction} of the needed responders has answered, and then for {@code
 * extraMillis}. The stage stops at {@code cutoffMillis} at the latest. Missing answers are lost.
 *
 * @param cutoffMillis T_c, since the stage began: above 0, may be infinite
 * @param extraMillis T_d: at least 0, may be infinite
 * @param fraction p: above 0, at most 1; rounded up to whole responders
 */
public record PartialAnswer(double cutoffMillis, double extraMillis, double fraction)
    implements StopRule {
  /** Waits for all needed responders. */
  public static final PartialAnswer NONE =
      new PartialAnswer(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, 1);

  public PartialAnswer {
    if (!(cutoffMillis > 0)) {
      throw new IllegalArgumentException("cutoffMillis must be above 0: " + cutoffMillis);
    }
    if (!(extraMillis >= 0)) {
      throw new IllegalArgumentException("extraMillis must be at least 0: " + extraMillis);
    }
    if (!(fraction > 0 && fraction <= 1)) {
      throw new IllegalArgumentException("fraction must be above 0 and at most 1: " + fraction);
    }
  }

  /** Returns a rule that stops at a fixed time. */
  public static PartialAnswer fixedTimeOut(double cutoffMillis) {
    return new PartialAnswer(cutoffMillis, Double.POSITIVE_INFINITY, 1);
  }

  /** Returns a rule that stops once this share of the needed responders has answered. */
  public static PartialAnswer waitForFraction(double fraction) {
    return new PartialAnswer(Double.POSITIVE_INFINITY, 0, fraction);
  }

  /** True if the rule can stop before all needed responders have answered. */
  public boolean mayLose() {
    return cutoffMillis < Double.POSITIVE_INFINITY || extraMillis < Double.POSITIVE_INFINITY;
  }

  /** Returns the number of needed responders that must answer before the extra time begins. */
  public int awaited(int needed) {
    return StopRule.awaited(fraction, needed);
  }

  @Override
  public double endMillis(double[] ascendingMillis) {
    double progressed = ascendingMillis[awaited(ascendingMillis.length) - 1] + extraMillis;
    double last = ascendingMillis[ascendingMillis.length - 1];
    return Math.min(last, Math.min(progressed, cutoffMillis));
  }
}
