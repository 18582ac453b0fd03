package org.curtail.workflow;

import org.curtail.reissue.ReissuePolicy;
import org.jspecify.annotations.Nullable;

/**
 * How the variance of a stage's latency falls with the share of its calls that are sent again: the
 * variance-response curve of Kwiken (section 4.1.1). Points are expectations over the measured
 * times, without random numbers: of one responder as {@link ReissueCurve} has them, of several as
 * the distribution of the last needed answer. Only where responders depend on each other ({@link
 * Stage#traces}), visits are simulated.
 *
 * <p>The hull is what is possible for whoever splits a budget; what a policy achieves may be worse,
 * so a plan must say {@link #leastVariance} or {@link #timeOut}, never the hull. Immutable.
 */
public final class StageCurve {
  private final Stage stage;
  private final CurvePoint without;

  /** If one server is asked. */
  private final @Nullable ReissueCurve ofOne;

  /** If several are. */
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
   * The curve of a stage by itself, without stages within it. For n times of one responder it takes
   * some hundred passes over a part of them; of several, as many over all of them.
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

  /** Of which stage it is. */
  public String stage() {
    return stage.name();
  }

  /** The latency of a visit if no call is sent again. */
  public CurvePoint without() {
    return without;
  }

  /**
   * The lower convex hull of the variance of a visit, in square milliseconds.
   *
   * @param budget share of calls that may be sent again, 0 to 1
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
   * The policy with one copy of least variance, among the delays tried.
   *
   * @param fraction share of calls that may be sent again, 0 to 1; need not be used up
   */
  public CurvePoint leastVariance(double fraction) {
    requireFraction(fraction);
    return ofOne == null ? several().leastVariance(fraction) : ofOne.leastVariance(fraction);
  }

  /**
   * The plain time-out that sends as many calls again as it may: after the least delay at which no
   * more than the share of them has no answer.
   *
   * @param fraction share of calls that may be sent again, 0 to 1
   */
  public CurvePoint timeOut(double fraction) {
    requireFraction(fraction);
    VisitModel moments = moments();
    double delayMillis = moments.delayMillis(fraction);
    return moments.shareSent(delayMillis) > 0 ? moments.of(delayMillis, 1) : without;
  }

  /**
   * What a policy gives and how many calls it sends again, exactly.
   *
   * @throws IllegalArgumentException if it sends more than one copy of a call
   */
  public CurvePoint at(ReissuePolicy policy) {
    return moments().of(policy);
  }

  /** Sorted anew each time: kept, they would take more memory than the curve. */
  private VisitModel moments() {
    return VisitModel.of(stage);
  }

  private static void requireFraction(double fraction) {
    if (!(fraction >= 0 && fraction <= 1)) {
      throw new IllegalArgumentException("fraction must be from 0 to 1: " + fraction);
    }
  }
}
