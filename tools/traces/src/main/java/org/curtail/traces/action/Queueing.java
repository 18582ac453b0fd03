package org.curtail.traces.action;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.curtail.benchkit.stats.PairedBootstrap;

/**
 * Evidence that visits wait for each other at a stage. Two correlations are needed. First, visits
 * are slower if more visits of other requests are in progress. The first correlation alone proves
 * nothing, as slow visits are in progress longer. Second, visits are slower if more other visits
 * began shortly before. Arrivals do not depend on slowness, so this shows that load is the cause.
 *
 * @param visits number of compared visits
 * @param withOthers rank correlation of the self time with visits in progress: -1 to 1
 * @param withArrivals rank correlation of the self time with visits that began shortly before: -1
 *     to 1
 * @param withOthersLow lower end of the 95 % interval of {@code withOthers}
 * @param withArrivalsLow lower end of the 95 % interval of {@code withArrivals}
 */
public record Queueing(
    int visits,
    double withOthers,
    double withArrivals,
    double withOthersLow,
    double withArrivalsLow) {
  /** Minimum correlation. A weaker one explains less than a hundredth of the variance. */
  private static final double LEAST = 0.1;

  private static final int FEWEST = 200;
  private static final int BLOCKS = 20;

  /** True if visits queue. */
  public boolean isShown() {
    return visits >= FEWEST && withOthersLow > LEAST && withArrivalsLow > LEAST;
  }

  /**
   * Tests visits in order of their start. Element i of each array is of the same visit.
   *
   * @param millis self times
   * @param others number of visits of other requests in progress
   * @param arrived number of visits of other requests that began shortly before
   */
  static Queueing of(double[] millis, double[] others, double[] arrived, long seed) {
    if (millis.length < FEWEST) {
      return new Queueing(millis.length, 0, 0, -1, -1);
    }
    double[] time = ranks(millis);
    PairedBootstrap.Figure byOthers = correlation(time, ranks(others));
    PairedBootstrap.Figure byArrivals = correlation(time, ranks(arrived));
    var bootstrap = new PairedBootstrap(BLOCKS, seed);
    int[] once = PairedBootstrap.once(BLOCKS);
    return new Queueing(
        millis.length,
        byOthers.applyAsDouble(once),
        byArrivals.applyAsDouble(once),
        bootstrap.spread(byOthers).getFirst(),
        bootstrap.spread(byArrivals).getFirst());
  }

  /** Ranks from 0 to 1; equal values share their mean rank. */
  private static double[] ranks(double[] values) {
    Integer[] order = IntStream.range(0, values.length).boxed().toArray(Integer[]::new);
    Arrays.sort(order, (one, other) -> Double.compare(values[one], values[other]));
    double[] ranks = new double[values.length];
    int from = 0;
    while (from < order.length) {
      int to = from;
      while (to + 1 < order.length && values[order[to + 1]] == values[order[from]]) {
        to++;
      }
      for (int i = from; i <= to; i++) {
        ranks[order[i]] = (from + to) / 2.0 / values.length;
      }
      from = to + 1;
    }
    return ranks;
  }

  /** Correlation in drawn blocks, from their sums; 0 if x or y does not vary. */
  private static PairedBootstrap.Figure correlation(double[] x, double[] y) {
    List<double[]> sums = new ArrayList<>();
    for (int block = 0; block < BLOCKS; block++) {
      double[] sum = new double[6];
      for (int i = block * x.length / BLOCKS; i < (block + 1) * x.length / BLOCKS; i++) {
        sum[0]++;
        sum[1] += x[i];
        sum[2] += y[i];
        sum[3] += x[i] * x[i];
        sum[4] += y[i] * y[i];
        sum[5] += x[i] * y[i];
      }
      sums.add(sum);
    }
    return draw -> {
      double[] all = new double[6];
      for (int block = 0; block < BLOCKS; block++) {
        for (int k = 0; k < all.length; k++) {
          all[k] += draw[block] * sums.get(block)[k];
        }
      }
      double ofX = all[3] - all[1] * all[1] / all[0];
      double ofY = all[4] - all[2] * all[2] / all[0];
      double both = all[5] - all[1] * all[2] / all[0];
      return ofX > 1e-9 && ofY > 1e-9 ? both / Math.sqrt(ofX * ofY) : 0;
    };
  }
}
