package org.curtail.workflow.plan;

import org.curtail.reissue.ReissuePolicy;
import org.curtail.workflow.CurvePoint;
import org.curtail.workflow.Stage;
import org.curtail.workflow.estimate.CurveHull;
import org.curtail.workflow.estimate.CurveHull.HullSegment;
import org.curtail.workflow.estimate.ReissueCurve;
import org.curtail.workflow.estimate.RespondersCurve;
import org.curtail.workflow.estimate.VisitModel;
import org.jspecify.annotations.Nullable;

/**
 * The variance of a stage's latency over the share of its calls with a copy: the variance-response
 * curve of Kwiken (section 4.1.1). Points are expectations over the measured times, without random
 * numbers. One responder has a {@link ReissueCurve}; for several, the distribution of the last
 * needed answer gives the points. For dependent responders ({@link Stage#traces}), visits are
 * simulated.
 *
 * <p>The hull is a lower bound. A policy may have a greater variance, so a plan must state {@link
 * #leastVariance} or {@link #timeOut}, never the hull. Immutable.
 */
public final class StageCurve {
  private final Stage stage;
  private final CurvePoint without;

  /** For one responder. */
  private final @Nullable ReissueCurve ofOne;

  /** For several responders. */
  private final @Nullable RespondersCurve ofSeveral;

  private StageCurve(
      Stage stage,
      CurvePoint without,
      @Nullable ReissueCurve ofOne,
      @Nullable RespondersCurve ofSeveral) {
    this.stage = stage;
    this.without = without;
    this.ofOne = ofOne;
    this.ofSeveral = ofSeveral;
  }

  /**
   * Returns the curve of a stage without its nested stages. The computation makes some hundred
   * passes over the times; for one responder, only over a part of them.
   */
  public static StageCurve of(Stage stage) {
    if (stage.responders().count() == 1) {
      ReissueCurve curve = ReissueCurve.of(stage.times().attemptTimes());
      return new StageCurve(stage, curve.without(), curve, null);
    }
    VisitModel moments = VisitModel.of(stage);
    var curve = new RespondersCurve(moments);
    return new StageCurve(stage, moments.of(ReissuePolicy.NONE), null, curve);
  }

  /** Returns the name of the stage. */
  public String stage() {
    return stage.name();
  }

  /** Returns the point of a visit without copies. */
  public CurvePoint without() {
    return without;
  }

  /**
   * Returns the lower convex hull of the variance of a visit, in square milliseconds.
   *
   * @param budget share of calls that may have a copy, 0 to 1
   */
  public double hullAt(double budget) {
    return hull().at(budget);
  }

  /**
   * Returns the shares of calls with a copy at the corners of the hull, ascending. Beyond the last
   * corner, more copies gain nothing. Empty if no copy helps.
   */
  public double[] hullCorners() {
    return hull().segments().stream().mapToDouble(HullSegment::toFraction).toArray();
  }

  CurveHull hull() {
    return ofOne == null ? several().hull() : ofOne.varianceHull();
  }

  private RespondersCurve several() {
    if (ofSeveral == null) {
      throw new IllegalStateException("one responder");
    }
    return ofSeveral;
  }

  /**
   * Returns the point of the policy of least variance, with at most one copy, among the evaluated
   * delays.
   *
   * @param fraction share of calls that may have a copy, 0 to 1; the policy may send fewer
   */
  public CurvePoint leastVariance(double fraction) {
    requireFraction(fraction);
    return ofOne == null ? several().leastVariance(fraction) : ofOne.leastVariance(fraction);
  }

  /**
   * Returns the point of the plain time-out with the most allowed copies: the least delay after
   * which at most the share of calls has no answer.
   *
   * @param fraction share of calls that may have a copy, 0 to 1
   */
  public CurvePoint timeOut(double fraction) {
    requireFraction(fraction);
    VisitModel moments = moments();
    double delayMillis = moments.delayMillis(fraction);
    return moments.shareSent(delayMillis) > 0 ? moments.of(delayMillis, 1) : without;
  }

  /**
   * Returns the point of a policy: its exact effect and share of copies.
   *
   * @throws IllegalArgumentException if the policy sends more than one copy of a call
   */
  public CurvePoint at(ReissuePolicy policy) {
    return moments().of(policy);
  }

  /** Creates the model anew for each use: it needs more memory than the curve. */
  private VisitModel moments() {
    return VisitModel.of(stage);
  }

  private static void requireFraction(double fraction) {
    if (!(fraction >= 0 && fraction <= 1)) {
      throw new IllegalArgumentException("fraction must be from 0 to 1: " + fraction);
    }
  }
}
