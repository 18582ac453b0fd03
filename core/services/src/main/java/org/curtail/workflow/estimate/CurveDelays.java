package org.curtail.workflow.estimate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * Chooses the delays to evaluate for a curve, and computes the hulls. If there are many delays, the
 * first ones divide the share of late requests evenly on a logarithmic scale. Then follows the
 * middle of each stretch in which other delays could still lower a hull too much.
 *
 * <p>{@link SavingBounds} limits this difference. A stretch between two evaluated delays is cut
 * into parts; no delay of a part saves more than the bound of its shortest delay. If no point lies
 * below a hull by more than a distance, neither does the hull of all points.
 */
final class CurveDelays {
  /** Accepted error of the hulls, as a share of the mean and of the variance without reissue. */
  private static final double TOLERANCE = 0.001;

  private static final int FIRST_DELAYS = 48;

  /** Number of parts of a stretch for the bound. */
  private static final int PARTS = 16;

  private final Savings savings;
  private final double meanMillis;
  private final double variance;

  /** Evaluated delays by index: delays ascend, shares fall. */
  private final TreeMap<Integer, DelaySaving> byDelay = new TreeMap<>();

  private List<DelaySaving> evaluated = List.of();
  private CurveHull meanHull;
  private CurveHull varianceHull;
  private double hullError;

  private CurveDelays(Savings savings, double meanMillis, double variance) {
    this.savings = savings;
    this.meanMillis = meanMillis;
    this.variance = variance;
    meanHull = CurveHull.of(meanMillis, new double[0], new double[0]);
    varianceHull = CurveHull.of(variance, new double[0], new double[0]);
  }

  /**
   * Evaluates delays.
   *
   * @param most greatest number of evaluated delays
   */
  static CurveDelays evaluated(Savings savings, double meanMillis, double variance, int most) {
    var delays = new CurveDelays(savings, meanMillis, variance);
    if (savings.count() <= most) {
      for (int delay = 0; delay < savings.count(); delay++) {
        delays.tryDelay(delay);
      }
      delays.drawHulls();
    } else {
      delays.tryFirst();
      delays.refine(most);
    }
    return delays;
  }

  /** Returns the evaluated delays by ascending share of copies. */
  List<DelaySaving> evaluated() {
    return evaluated;
  }

  CurveHull meanHull() {
    return meanHull;
  }

  CurveHull varianceHull() {
    return varianceHull;
  }

  double hullError() {
    return hullError;
  }

  private void tryDelay(int delay) {
    byDelay.computeIfAbsent(delay, index -> DelaySaving.of(savings, index));
  }

  private void tryFirst() {
    int last = savings.count() - 1;
    tryDelay(0);
    tryDelay(last);
    double ratio = StrictMath.pow(savings.shareBeyond(last), 1.0 / FIRST_DELAYS);
    double share = 1;
    for (int i = 1; i < FIRST_DELAYS; i++) {
      share *= ratio;
      tryDelay(firstWithin(share));
    }
  }

  /** Returns the least delay after which at most this share of requests has no answer. */
  private int firstWithin(double share) {
    int low = 0;
    int high = savings.count() - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (savings.shareBeyond(middle) <= share) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private void drawHulls() {
    evaluated = List.copyOf(byDelay.descendingMap().values());
    double[] shares = evaluated.stream().mapToDouble(DelaySaving::share).toArray();
    meanHull =
        CurveHull.of(
            meanMillis,
            shares,
            evaluated.stream().mapToDouble(d -> meanMillis - d.savedMillis()).toArray());
    varianceHull =
        CurveHull.of(
            variance,
            shares,
            evaluated.stream().mapToDouble(d -> variance - d.savedVariance(1)).toArray());
  }

  /** Two neighbours among the evaluated delays, with unevaluated delays between them. */
  private record Stretch(DelaySaving shorter, DelaySaving longer, double error) {
    int middle() {
      return (shorter.delay() + longer.delay()) >>> 1;
    }
  }

  private void refine(int most) {
    while (true) {
      drawHulls();
      List<Stretch> coarse = stretches();
      hullError = coarse.isEmpty() ? 0 : Math.max(0, coarse.getFirst().error());
      int left = most - byDelay.size();
      if (hullError <= TOLERANCE || left <= 0) {
        return;
      }
      // Uses at most half of the remaining delays, since later rounds choose better.
      coarse.stream()
          .filter(stretch -> stretch.error() > TOLERANCE)
          .limit((left + 1) / 2)
          .forEach(stretch -> tryDelay(stretch.middle()));
    }
  }

  /** Returns the stretches in order of falling error. */
  private List<Stretch> stretches() {
    var stretches = new ArrayList<Stretch>();
    DelaySaving shorter = null;
    for (DelaySaving longer : byDelay.values()) {
      if (shorter != null && longer.delay() - shorter.delay() > 1) {
        stretches.add(new Stretch(shorter, longer, error(shorter, longer)));
      }
      shorter = longer;
    }
    stretches.sort(Comparator.comparingDouble(Stretch::error).reversed());
    return stretches;
  }

  /**
   * Returns the greatest distance below a hull of a point between two delays, in the unit of {@link
   * #hullError}.
   */
  private double error(DelaySaving shorter, DelaySaving longer) {
    var bounds = new SavingBounds(shorter, longer, meanMillis);
    int between = longer.delay() - shorter.delay();
    int parts = Math.min(PARTS, between);
    double error = 0;
    for (int part = 0; part < parts; part++) {
      int from = shorter.delay() + (int) ((long) between * part / parts);
      int to = shorter.delay() + (int) ((long) between * (part + 1) / parts);
      error = Math.max(error, error(bounds, from, to));
    }
    return error;
  }

  /** Returns the error of the delays after {@code from} up to {@code to}. */
  private double error(SavingBounds bounds, int from, int to) {
    double fromMillis = savings.delayMillis(from);
    double share = savings.shareBeyond(to);
    double leastMean = meanMillis - bounds.mostMillis(fromMillis);
    double mean = (meanHull.at(share) - leastMean) / meanMillis;
    if (variance == 0) {
      return mean;
    }
    // The greatest saving gives the least E[L^2], the least saving the greatest E[L]^2.
    double mostMean = meanMillis - bounds.leastMillis(savings.delayMillis(to));
    double leastVariance =
        variance + meanMillis * meanMillis - bounds.mostSquare(fromMillis) - mostMean * mostMean;
    return Math.max(mean, (varianceHull.at(share) - leastVariance) / variance);
  }

  /**
   * A delay, the share of requests without an answer by then, and the savings if each of them gets
   * a copy.
   *
   * @param delay index of the delay
   * @param share more than 0
   */
  record DelaySaving(int delay, double delayMillis, double share, Savings.Saving saving) {
    static DelaySaving of(Savings savings, int delay) {
      return new DelaySaving(
          delay, savings.delayMillis(delay), savings.shareBeyond(delay), savings.at(delay));
    }

    /** Returns the saving of the mean. */
    double savedMillis() {
      return saving.meanMillis();
    }

    /** Returns the probability of copies that a budget allows. */
    double probability(double budget) {
      return budget >= share ? 1 : budget / share;
    }

    /**
     * Returns SingleR's saving of the variance. The second moment about the old mean falls by q
     * times the saving. The variance also falls by the squared distance of both means.
     */
    double savedVariance(double probability) {
      double moved = probability * savedMillis();
      return probability * saving.squareMillis() + moved * moved;
    }
  }

  /**
   * Bounds of the savings of delays between two evaluated ones, a &lt; b. With Z = X - Y, the saved
   * mean A1(d) = E[(Z - d)+] is convex and falls by P(Z &gt; d) per delay; the saved second moment
   * about 0, A2(d), falls by 2 E[d + Y; Z &gt; d], which lies between 2 E[a + Y; Z &gt; b] and 2
   * E[b + Y; Z &gt; a].
   */
  record SavingBounds(DelaySaving shorter, DelaySaving longer, double centreMillis) {
    private double width() {
      return longer.delayMillis() - shorter.delayMillis();
    }

    /** Returns an upper bound of the saved mean: the chord of a convex curve. */
    double mostMillis(double delayMillis) {
      double part = (delayMillis - shorter.delayMillis()) / width();
      return shorter.savedMillis() + part * (longer.savedMillis() - shorter.savedMillis());
    }

    /** Returns a lower bound of the saved mean: the tangents. */
    double leastMillis(double delayMillis) {
      double behind = delayMillis - shorter.delayMillis();
      double ahead = longer.delayMillis() - delayMillis;
      return Math.max(
          shorter.savedMillis() - behind * shorter.saving().share(),
          longer.savedMillis() + ahead * longer.saving().share());
    }

    /** Returns an upper bound of the saved second moment about 0. */
    double mostSquare(double delayMillis) {
      double behind = delayMillis - shorter.delayMillis();
      double ahead = longer.delayMillis() - delayMillis;
      double slowest = longer.saving().endMillis() - width() * longer.saving().share();
      double fastest = shorter.saving().endMillis() + width() * shorter.saving().share();
      return Math.min(
          aboutZero(shorter) - 2 * behind * slowest, aboutZero(longer) + 2 * ahead * fastest);
    }

    private double aboutZero(DelaySaving delay) {
      return delay.saving().squareMillis() + 2 * centreMillis * delay.savedMillis();
    }
  }
}
