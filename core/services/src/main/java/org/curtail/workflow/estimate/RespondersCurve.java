package org.curtail.workflow.estimate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.workflow.CurvePoint;
import org.curtail.workflow.estimate.CurveHull.HullSegment;

/**
 * The curve of a stage with several responders. The {@link VisitModel} gives its points. The delays
 * divide the share of late calls evenly on a logarithmic scale, from all calls to one. With several
 * responders, the variance is no parabola in the probability, so the hull also uses probabilities
 * below 1. Immutable.
 */
public final class RespondersCurve {
  private static final int DELAYS = 40;
  private static final double[] PROBABILITIES = {1, 0.75, 0.5, 0.25};

  /**
   * Greatest number of late calls per copy: with more late calls, copies are sent too early to
   * help.
   */
  private static final double MOST_PER_COPY = 8;

  private final VisitModel moments;
  private final CurvePoint without;
  private final double[] delays;
  private final double[] shares;
  private final CurveHull hull;

  public RespondersCurve(VisitModel moments) {
    this.moments = moments;
    without = moments.of(ReissuePolicy.NONE);
    delays = delays(moments);
    shares = new double[delays.length];
    var points = new ArrayList<CurvePoint>();
    for (int i = 0; i < delays.length; i++) {
      shares[i] = moments.shareSent(delays[i]);
      VisitModel.AfterDelay after = moments.after(delays[i]);
      for (double probability : PROBABILITIES) {
        points.add(after.with(probability));
      }
    }
    points.addAll(between(hull(without, points).segments()));
    hull = hull(without, points);
  }

  /**
   * Returns the points of policies whose share of copies is in the middle of a segment of the hull.
   */
  private List<CurvePoint> between(List<HullSegment> segments) {
    var points = new ArrayList<CurvePoint>();
    for (int i = 0; i < delays.length; i++) {
      VisitModel.AfterDelay after = moments.after(delays[i]);
      for (HullSegment segment : segments) {
        double fraction = (segment.fromFraction() + segment.toFraction()) / 2;
        if (shares[i] > fraction && shares[i] < fraction * MOST_PER_COPY) {
          points.add(after.with(fraction / shares[i]));
        }
      }
    }
    return points;
  }

  /** Returns ascending delays with falling shares of late calls, each delay once. */
  private static double[] delays(VisitModel moments) {
    double ratio = StrictMath.pow(1.0 / moments.calls(), 1.0 / (DELAYS - 1));
    var delays = new ArrayList<Double>();
    double share = 1;
    for (int i = 0; i < DELAYS; i++) {
      double delay = moments.delayMillis(share);
      boolean isNew = delays.isEmpty() || delay > delays.getLast();
      if (isNew && moments.shareSent(delay) > 0) {
        delays.add(delay);
      }
      share *= ratio;
    }
    return delays.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static CurveHull hull(CurvePoint without, List<CurvePoint> points) {
    points.sort(
        Comparator.comparingDouble(CurvePoint::reissueFraction)
            .thenComparingDouble(CurvePoint::varianceMillisSquared));
    return CurveHull.through(
        without.varianceMillisSquared(),
        points.stream().mapToDouble(CurvePoint::reissueFraction).toArray(),
        points.stream().mapToDouble(CurvePoint::varianceMillisSquared).toArray());
  }

  public CurveHull hull() {
    return hull;
  }

  public CurvePoint leastVariance(double fraction) {
    CurvePoint best = without;
    for (int i = 0; i < delays.length; i++) {
      double probability = fraction >= shares[i] ? 1 : fraction / shares[i];
      if (probability > 0) {
        CurvePoint point = moments.of(delays[i], probability);
        if (point.varianceMillisSquared() < best.varianceMillisSquared()) {
          best = point;
        }
      }
    }
    return best;
  }
}
