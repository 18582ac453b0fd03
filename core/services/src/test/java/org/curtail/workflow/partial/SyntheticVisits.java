package org.curtail.workflow.partial;

import java.util.List;
import java.util.SplittableRandom;
import org.curtail.workflow.ResponderTraces;
import org.curtail.workflow.Responders;
import org.curtail.workflow.Stage;
import org.curtail.workflow.estimate.NormalDistribution;
import org.curtail.workflow.estimate.OrderStatistics;

/**
 * Generates traces of visits with the variety of Kwiken's Figure 10a: queries that are slow or fast
 * as a whole, and queries with a long tail because a few of their responders are slow. A time-out
 * limits all times. Deterministic: the same seed gives the same bits on every machine. Immutable.
 *
 * @param responders servers asked by a visit: 1 to {@value Responders#MOST}
 * @param medianMillis median of a responder's time: above 0
 * @param querySigma sigma of the logarithm of a query's common factor: at least 0
 * @param responderSigma sigma of the logarithm of each responder's own factor: at least 0
 * @param tailedShare share of queries with slow responders: 0 to 1
 * @param slowShare mean share of slow responders in such queries; each query draws its own from 0
 *     to twice that: 0 to 0.5
 * @param slowFactor mean slowdown of slow responders; each draws its own, exponentially
 *     distributed: at least 0
 * @param timeOutMillis greatest time of a responder: above 0
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
   * Generates traces.
   *
   * @param visits number of visits: at least 1
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

  /** Returns a stage with such servers and copies from their single times. */
  public Stage stage(String name, List<String> after, double cost, int visits, long seed) {
    ResponderTraces traces = generate(visits, seed);
    return Stage.of(name, after, cost, traces.times(MOST_TIMES))
        .asking(Responders.allOf(responders))
        .traced(traces);
  }
}
