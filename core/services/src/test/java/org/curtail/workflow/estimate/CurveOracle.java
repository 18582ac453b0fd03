package org.curtail.workflow.estimate;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.curtail.reissue.RandomLog;
import org.curtail.workflow.visit.Moments;

/**
 * An oracle of mean and variance of the latency over all pairs of attempts, for each delay. It
 * shares no code with the curve.
 */
final class CurveOracle {
  private final RandomLog log;

  /** Result of SingleR(d, q). */
  record Moments(double fraction, double mean, double variance) {}

  CurveOracle(RandomLog log) {
    this.log = log;
  }

  /** Returns 0 and all first times that count, except the greatest. */
  List<Double> delays() {
    var delays = new TreeSet<Double>(List.of(0.0));
    double greatest = 0;
    for (int i = 0; i < log.firstMillis().length; i++) {
      if (log.firstWeights()[i] > 0) {
        delays.add(log.firstMillis()[i]);
        greatest = Math.max(greatest, log.firstMillis()[i]);
      }
    }
    delays.remove(greatest);
    return new ArrayList<>(delays);
  }

  /** Returns the result if late requests have a copy with this probability. */
  Moments singleR(double delay, double probability) {
    double total = 0;
    double late = 0;
    double sum = 0;
    for (Outcome outcome : outcomes(delay, probability)) {
      total += outcome.weight();
      late += outcome.copied() ? outcome.weight() : 0;
      sum += outcome.weight() * outcome.latency();
    }
    double mean = sum / total;
    double squares = 0;
    for (Outcome outcome : outcomes(delay, probability)) {
      squares += outcome.weight() * (outcome.latency() - mean) * (outcome.latency() - mean);
    }
    return new Moments(late / total, mean, squares / total);
  }

  private record Outcome(double latency, double weight, boolean copied) {}

  private List<Outcome> outcomes(double delay, double probability) {
    var outcomes = new ArrayList<Outcome>();
    for (int i = 0; i < log.firstMillis().length; i++) {
      double x = log.firstMillis()[i];
      for (int j = 0; j < log.secondMillis().length; j++) {
        if (log.paired() && i != j) {
          continue;
        }
        double weight = log.firstWeights()[i] * (log.paired() ? 1 : log.secondWeights()[j]);
        if (weight == 0) {
          continue;
        }
        boolean late = x > delay;
        outcomes.add(new Outcome(x, weight * (late ? 1 - probability : 1), false));
        if (late) {
          double ends = Math.min(x, delay + log.secondMillis()[j]);
          outcomes.add(new Outcome(ends, weight * probability, true));
        }
      }
    }
    return outcomes;
  }

  /** Returns the least mean or variance of SingleR within a budget. */
  double least(double budget, boolean variance) {
    Moments none = singleR(0, 0);
    double least = variance ? none.variance() : none.mean();
    for (double delay : delays()) {
      double share = singleR(delay, 1).fraction();
      Moments best = singleR(delay, Math.min(1, budget / share));
      least = Math.min(least, variance ? best.variance() : best.mean());
    }
    return least;
  }

  /** Returns the lower convex hull at a budget: the least of all lines between two points. */
  double hull(double budget, boolean variance) {
    var points = new ArrayList<Moments>();
    points.add(singleR(0, 0));
    delays().forEach(delay -> points.add(singleR(delay, 1)));
    double least = Double.POSITIVE_INFINITY;
    for (Moments a : points) {
      for (Moments b : points) {
        double from = variance ? a.variance() : a.mean();
        double to = variance ? b.variance() : b.mean();
        if (a.fraction() <= budget) {
          least = Math.min(least, from);
          if (b.fraction() > budget) {
            double part = (budget - a.fraction()) / (b.fraction() - a.fraction());
            least = Math.min(least, from + part * (to - from));
          }
        }
      }
    }
    return least;
  }
}
