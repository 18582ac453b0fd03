package org.curtail.predict;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Quality of predictions of demand, on requests that had not been learned from when they were
 * predicted.
 *
 * @param requests number of compared requests; at least 0
 * @param logError root mean square of the logarithm of true over predicted demand; 0 without
 *     requests. 0.40 means that predictions are usually wrong by a factor of 1.5. If predictions
 *     are right on average, it is the standard deviation
 * @param logSpread standard deviation of the logarithm of the true demand: the error of a constant
 *     prediction. 0 without requests
 * @param rankCorrelation Spearman's rank correlation, from -1 to 1: 1 if predictions put all
 *     requests in the order of their demand; 0 without an order
 */
public record PredictionQuality(
    int requests, double logError, double logSpread, double rankCorrelation) {
  /** The quality without requests. */
  public static final PredictionQuality NONE = new PredictionQuality(0, 0, 0, 0);

  public PredictionQuality {
    if (requests < 0
        || !(logError >= 0)
        || !(logSpread >= 0)
        || !(Math.abs(rankCorrelation) <= 1)) {
      throw new IllegalArgumentException(
          "requests, logError and logSpread must not be negative, rankCorrelation from -1 to 1: %d, %s, %s, %s"
              .formatted(requests, logError, logSpread, rankCorrelation));
    }
  }

  /**
   * Compares predictions with the truth.
   *
   * @param logPredicted natural logarithms, finite
   * @param logTrue as many, in the same order and unit
   */
  public static PredictionQuality of(double[] logPredicted, double[] logTrue) {
    int requests = logTrue.length;
    if (logPredicted.length != requests) {
      throw new IllegalArgumentException(
          "expected as many predictions as demands, %d, found %d"
              .formatted(requests, logPredicted.length));
    }
    if (requests == 0) {
      return NONE;
    }
    double squares = 0;
    for (int i = 0; i < requests; i++) {
      double error = logTrue[i] - logPredicted[i];
      squares += error * error;
    }
    double mean = Arrays.stream(logTrue).sum() / requests;
    double spread = Arrays.stream(logTrue).map(log -> (log - mean) * (log - mean)).sum();
    return new PredictionQuality(
        requests,
        Math.sqrt(squares / requests),
        Math.sqrt(spread / requests),
        correlation(ranks(logPredicted), ranks(logTrue)));
  }

  /** Returns the ranks from 0; equal values all get their mean rank. */
  private static double[] ranks(double[] values) {
    int[] order =
        IntStream.range(0, values.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> values[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    double[] ranks = new double[values.length];
    int from = 0;
    while (from < order.length) {
      int to = from;
      while (to + 1 < order.length && values[order[to + 1]] == values[order[from]]) {
        to++;
      }
      for (int i = from; i <= to; i++) {
        ranks[order[i]] = (from + to) / 2.0;
      }
      from = to + 1;
    }
    return ranks;
  }

  private static double correlation(double[] first, double[] second) {
    double middle = (first.length - 1) / 2.0;
    double products = 0;
    double squaresOfFirst = 0;
    double squaresOfSecond = 0;
    for (int i = 0; i < first.length; i++) {
      products += (first[i] - middle) * (second[i] - middle);
      squaresOfFirst += (first[i] - middle) * (first[i] - middle);
      squaresOfSecond += (second[i] - middle) * (second[i] - middle);
    }
    double scale = Math.sqrt(squaresOfFirst * squaresOfSecond);
    return scale == 0 ? 0 : Math.clamp(products / scale, -1, 1);
  }
}
