package org.curtail.automatic.learn;

import java.util.Arrays;
import java.util.List;
import org.curtail.demand.SpeedupEstimate;
import org.curtail.demand.sample.ChunkRates;

/**
 * Speedups that some requests show, without any model: logarithms with their variances. Immutable.
 *
 * <p>The speedups are the maximum-likelihood ones of {@link SpeedupEstimate}, without limits, so
 * that harm by threads shows. The variances do not use that likelihood, since requests differ in
 * their speedups and chunks are not alike. They come from the differences between requests (the
 * "sandwich" of White, Maximum likelihood estimation of misspecified models, Econometrica 1982). A
 * few requests hardly show these differences, so four virtual requests that differ by {@value
 * #USUAL_SPREAD} are added.
 */
public final class ObservedSpeedups {
  private static final double USUAL_SPREAD = 0.3;
  private static final double USUAL_REQUESTS = 4;

  /** Precision of the estimate, far below its error. */
  private static final double PRECISION = 1e-5;

  private final double demandNanos;

  /** Logarithm of the speedup at index d; undefined for degrees without requests. */
  private final double[] logs;

  private final double[] variances;

  private ObservedSpeedups(double demandNanos, double[] logs, double[] variances) {
    this.demandNanos = demandNanos;
    this.logs = logs;
    this.variances = variances;
  }

  /**
   * Returns the speedups that these requests show.
   *
   * @param degrees greatest degree of the rates
   * @param demandNanos demand of a typical one of these requests
   */
  static ObservedSpeedups of(List<ChunkRates> rates, int degrees, double demandNanos) {
    double[] chunks = ChunkRates.seen(rates, degrees);
    double[] speedups = ChunkRates.mostLikely(rates, chunks, PRECISION);
    double[] logs = new double[degrees + 1];
    for (int d = 2; d <= degrees; d++) {
      logs[d] = chunks[d] > 0 ? StrictMath.log(speedups[d]) : 0;
    }
    return new ObservedSpeedups(demandNanos, logs, variances(rates, speedups, chunks));
  }

  private static double[] variances(List<ChunkRates> rates, double[] speedups, double[] chunks) {
    double[] variances = new double[chunks.length];
    Arrays.fill(variances, Double.POSITIVE_INFINITY);
    var isSeen = new boolean[chunks.length];
    for (int d = 1; d < chunks.length; d++) {
      isSeen[d] = chunks[d] > 0;
    }
    int[] tried = new int[chunks.length];
    double[][] information = new double[chunks.length][chunks.length];
    double[][] scatter = new double[chunks.length][chunks.length];
    for (ChunkRates request : rates) {
      if (request.degreesAmong(isSeen) > 1) {
        add(request, speedups, isSeen, tried, information, scatter);
      }
    }
    for (int d = 0; d < chunks.length; d++) {
      // Degree 1 is the reference. A unit row does not change the others.
      if (d < 2 || !isSeen[d]) {
        Arrays.fill(information[d], 0);
        for (double[] row : information) {
          row[d] = 0;
        }
        information[d][d] = 1;
      } else {
        information[d][d] += 1e-9 * (1 + information[d][d]);
      }
    }
    double[][] inverse = LinearSystem.inverse(information);
    for (int d = 2; d < chunks.length; d++) {
      if (isSeen[d]) {
        double seen = LinearSystem.quadratic(scatter, inverse[d]) * tried[d];
        double usual = USUAL_REQUESTS * USUAL_SPREAD * USUAL_SPREAD;
        variances[d] = (usual + tried[d] * seen) / (USUAL_REQUESTS + tried[d]) / tried[d];
      }
    }
    return variances;
  }

  /**
   * Adds one request. Given its number of chunks, their distribution over its degrees is
   * multinomial.
   */
  private static void add(
      ChunkRates request,
      double[] speedups,
      boolean[] isSeen,
      int[] tried,
      double[][] information,
      double[][] scatter) {
    double chunks = 0;
    double sequentialNanos = 0;
    for (int d = 1; d < isSeen.length; d++) {
      if (isSeen[d] && request.nanos(d) > 0) {
        chunks += request.chunks(d);
        sequentialNanos += speedups[d] * request.nanos(d);
        tried[d]++;
      }
    }
    double[] share = new double[isSeen.length];
    double[] surplus = new double[isSeen.length];
    for (int d = 2; d < isSeen.length; d++) {
      if (isSeen[d] && request.nanos(d) > 0) {
        share[d] = speedups[d] * request.nanos(d) / sequentialNanos;
        surplus[d] = request.chunks(d) - chunks * share[d];
      }
    }
    for (int d = 2; d < isSeen.length; d++) {
      if (share[d] > 0) {
        information[d][d] += chunks * share[d];
        for (int e = 2; e < isSeen.length; e++) {
          information[d][e] -= chunks * share[d] * share[e];
          scatter[d][e] += surplus[d] * surplus[e];
        }
      }
    }
  }

  /** Returns the demand of a typical request, more than 0. */
  double demandNanos() {
    return demandNanos;
  }

  int maxDegree() {
    return logs.length - 1;
  }

  boolean isSeen(int degree) {
    return degree < logs.length && variances[degree] < Double.POSITIVE_INFINITY;
  }

  /** Returns the logarithm of the speedup at a degree with requests. */
  double log(int degree) {
    return logs[degree];
  }

  /** Returns the variance of {@link #log}, more than 0. */
  double variance(int degree) {
    return variances[degree];
  }
}
