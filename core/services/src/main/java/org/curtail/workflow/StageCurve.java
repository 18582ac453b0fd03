package org.curtail.workflow;

import org.curtail.reissue.ReissuePolicy;
import org.jspecify.annotations.Nullable;

/**
 * The variance of a stage's latency over the share of its calls with a copy: the variance-response
 * curve of Kwiken (section 4.1.1). Points are expectations over the measured times, without random
 * numbers: from {@link ReissueCurve} for one responder, from the distribution of the last needed
 * answer for several. Only for dependent responders ({@link Stage#traces}), visits are simulated.
 *
 * <p>The hull is the bound for a split budget. A policy may do worse, so a plan must state {@link
 * #leastVariance} or {@link #timeOut}, never the hull. Immutable.
 */
public final class StageCurve {
  private final Stage stage;
  private final CurvePoint without;

  /** For one server. */
  private final @Nullable ReissueCurve ofOne;

  /** For several servers. */
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
   * Returns the curve of a stage by itself, without its nested stages. For n times of one responder
   * it takes some hundred passes over a part of them; for several, as many over all of them.
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

  /** Returns the latency of a visit without copies. */
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
   * Returns the policy of least variance with one copy, among the evaluated delays.
   *
   * @param fraction share of calls that may have a copy, 0 to 1; need not be used up
   */
  public CurvePoint leastVariance(double fraction) {
    requireFraction(fraction);
    return ofOne == null ? several().leastVariance(fraction) : ofOne.leastVariance(fraction);
  }

  /**
   * Returns the plain time-out with the most allowed copies: the least delay after which no more
   * than the share of calls is without an answer.
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
   * Returns the effect of a policy and its share of calls with a copy, exactly.
   *
   * @throws IllegalArgumentException if it sends more than one copy of a call
   */
  public CurvePoint at(ReissuePolicy policy) {
    return moments().of(policy);
  }

  /** Sorts each time: kept, the model would take more memory than the curve. */
  private VisitModel moments() {
    return VisitModel.of(stage);
  }

  private static void requireFraction(double fraction) {
    if (!(fraction >= 0 && fraction <= 1)) {
      throw new IllegalArgumentException("fraction must be from 0 to 1: " + fraction);
    }
  }
}
