package org.curtail.workflow;

import java.util.List;
import java.util.SplittableRandom;

/**
 * Makes traces of visits by a formula that has the variety of Kwiken's Figure 10a: a query is slow
 * or quick as a whole; and some queries have a long tail, because a few of their responders are
 * slow. No time is longer than a time-out. Deterministic: the same seed gives the same bits on
 * every machine. Immutable.
 *
 * @param responders servers asked by a visit: 1 to {@value Responders#MOST}
 * @param medianMillis of a responder's time: above 0
 * @param querySigma of the logarithm of the factor that all responders of a query share: at least 0
 * @param responderSigma of the logarithm of the factor that each responder has: at least 0
 * @param tailedShare share of queries that have slow responders: 0 to 1
 * @param slowShare share of responders that are slow in such queries, on average; each query draws
 *     its own from 0 to twice that: 0 to 0.5
 * @param slowFactor by how much those are slower, on average; each draws its own, exponentially
 *     distributed: at least 0
 * @param timeOutMillis no responder takes longer: above 0
 */
record SyntheticVisits(
    int responders,
    double medianMillis,
    double querySigma,
    double responderSigma,
    double tailedShare,
    double slowShare,
    double slowFactor,
    double timeOutMillis) {
  private static final int MOST_TIMES = 20_000;

  public SyntheticVisits {
    new OrderStatistics(responders, responders);
    requireAbove("medianMillis", medianMillis);
    requireAbove("timeOutMillis", timeOutMillis);
    requireFrom("querySigma", querySigma, Double.MAX_VALUE);
    requireFrom("responderSigma", responderSigma, Double.MAX_VALUE);
    requireFrom("tailedShare", tailedShare, 1);
    requireFrom("slowShare", slowShare, 0.5);
    requireFrom("slowFactor", slowFactor, Double.MAX_VALUE);
  }

  private static void requireAbove(String name, double value) {
    if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(name + " must be above 0 and finite: " + value);
    }
  }

  private static void requireFrom(String name, double value, double most) {
    if (!(value >= 0 && value <= most)) {
      throw new IllegalArgumentException(name + " must be from 0 to " + most + ": " + value);
    }
  }

  /**
   * Traces.
   *
   * @param visits how many: at least 1
   */
  public ResponderTraces generate(int visits, long seed) {
    var random = new SplittableRandom(seed);
    double[][] millis = new double[visits][];
    for (int v = 0; v < visits; v++) {
      millis[v] = visit(random.split());
    }
    return ResponderTraces.of(millis);
  }

  private double[] visit(SplittableRandom random) {
    double query = medianMillis * factor(querySigma, random);
    boolean tailed = random.nextDouble() < tailedShare;
    double slow = tailed ? 2 * slowShare * random.nextDouble() : 0;
    double[] millis = new double[responders];
    for (int i = 0; i < responders; i++) {
      double time = query * factor(responderSigma, random);
      if (random.nextDouble() < slow) {
        time *= 1 - slowFactor * StrictMath.log1p(-random.nextDouble());
      }
      millis[i] = Math.min(timeOutMillis, time);
    }
    return millis;
  }

  private static double factor(double sigma, SplittableRandom random) {
    double unit = Math.max(random.nextDouble(), Double.MIN_NORMAL);
    return StrictMath.exp(sigma * NormalDistribution.quantile(unit));
  }

  /** A stage that asks such servers, with copies like other calls. */
  public Stage stage(String name, List<String> after, double cost, int visits, long seed) {
    ResponderTraces traces = generate(visits, seed);
    return Stage.of(name, after, cost, traces.times(MOST_TIMES))
        .asking(Responders.allOf(responders))
        .traced(traces);
  }
}
