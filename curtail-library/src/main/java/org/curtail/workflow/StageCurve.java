package org.curtail.workflow;

import org.curtail.reissue.CurveHull;
import org.curtail.reissue.CurvePoint;
import org.curtail.reissue.ReissuePolicy;

/**
 * How the variance of a stage's latency falls with the share of its calls that are sent again:
 * the variance-response curve of Kwiken (section 4.1.1). Immutable.
 */
public final class StageCurve {
  private StageCurve() {}

  /** The curve of a stage by itself, without stages within it. */
  public static StageCurve of(Stage stage) {
    throw new UnsupportedOperationException();
  }

  /** Of which stage it is. */
  public String stage() {
    throw new UnsupportedOperationException();
  }

  /** The latency of a visit if no call is sent again. */
  public CurvePoint without() {
    throw new UnsupportedOperationException();
  }

  /** The lower convex hull of the variance, in square milliseconds, against the share of calls. */
  public CurveHull hull() {
    throw new UnsupportedOperationException();
  }

  /**
   * The policy with one copy of least variance.
   *
   * @param fraction share of calls that may be sent again, 0 to 1; need not be used up
   */
  public CurvePoint leastVariance(double fraction) {
    throw new UnsupportedOperationException();
  }

  /**
   * The plain time-out that sends as many calls again as it may.
   *
   * @param fraction share of calls that may be sent again, 0 to 1
   */
  public CurvePoint timeOut(double fraction) {
    throw new UnsupportedOperationException();
  }

  /** What a policy gives and how many calls it sends again, exactly. One copy at most. */
  public CurvePoint at(ReissuePolicy policy) {
    throw new UnsupportedOperationException();
  }
}
