package org.curtail.workflow;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * Chooses the delays to evaluate for a curve, and computes the hulls. Of many delays, it evaluates
 * some that divide the share of late requests evenly on a logarithmic scale, then the middle of
 * each stretch in which a hull may still be too much lower.
 *
 * <p>{@link SavingBounds} limits how much lower: a stretch between two evaluated delays is cut into
 * parts, and no delay of a part saves more than the bound of its shortest. If no point lies below a
 * hull by more than some distance, the hull of all points is nowhere lower by more.
 */
final class CurveDelays {
  /** Relative to the mean and to the variance without reissue. */
  private static final double TOLERANCE = 0.001;

  private static final int FIRST_DELAYS = 48;

  /** Parts of a stretch for the bound. */
  private static final int PARTS = 16;

  private final Savings savings;
  private final double meanMillis;
  private final double variance;

  /** By index of the delay: ascending delays, falling shares. */
  private final TreeMap<Integer, TriedDelay> byDelay = new TreeMap<>();

  private List<TriedDelay> tried = List.of();
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
   * @param most greatest number of evaluated delays; all are evaluated if there are no more
   */
  static CurveDelays tried(Savings savings, double meanMillis, double variance, int most) {
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
  List<TriedDelay> tried() {
    return tried;
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
    byDelay.computeIfAbsent(delay, index -> TriedDelay.of(savings, index));
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

  /**
   * Returns the least delay after which no more than this share of requests is without an answer.
   */
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
    tried = List.copyOf(byDelay.descendingMap().values());
    double[] shares = tried.stream().mapToDouble(TriedDelay::share).toArray();
    meanHull =
        CurveHull.of(
            meanMillis,
            shares,
            tried.stream().mapToDouble(d -> meanMillis - d.savedMillis()).toArray());
    varianceHull =
        CurveHull.of(
            variance,
            shares,
            tried.stream().mapToDouble(d -> variance - d.savedVariance(1)).toArray());
  }

  /** Two neighbouring evaluated delays, with others between them. */
  private record Stretch(TriedDelay shorter, TriedDelay longer, double error) {
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
      // At most half of the rest: later rounds know better where delays are needed.
      coarse.stream()
          .filter(stretch -> stretch.error() > TOLERANCE)
          .limit((left + 1) / 2)
          .forEach(stretch -> tryDelay(stretch.middle()));
    }
  }

  /** Returns the stretches with delays between their ends, in order of falling error. */
  private List<Stretch> stretches() {
    var stretches = new ArrayList<Stretch>();
    TriedDelay shorter = null;
    for (TriedDelay longer : byDelay.values()) {
      if (shorter != null && longer.delay() - shorter.delay() > 1) {
        stretches.add(new Stretch(shorter, longer, error(shorter, longer)));
      }
      shorter = longer;
    }
    stretches.sort(Comparator.comparingDouble(Stretch::error).reversed());
    return stretches;
  }

  /**
   * Returns the greatest distance of a point between two delays below a hull, as {@link
   * #hullError}.
   */
  private double error(TriedDelay shorter, TriedDelay longer) {
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
    // E[L^2] is least with its greatest saving, E[L]^2 greatest with the least.
    double mostMean = meanMillis - bounds.leastMillis(savings.delayMillis(to));
    double leastVariance =
        variance + meanMillis * meanMillis - bounds.mostSquare(fromMillis) - mostMean * mostMean;
    return Math.max(mean, (varianceHull.at(share) - leastVariance) / variance);
  }
}
