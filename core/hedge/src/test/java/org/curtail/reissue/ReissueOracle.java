package org.curtail.reissue;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * The best single copy by exhaustive search: every delay, every tail, each judged over all pairs of
 * attempts, in whole and decimal numbers without rounding. Shares no code with the planner.
 */
final class ReissueOracle {
  private final RandomLog log;
  private final BigDecimal share;
  private final BigDecimal budget;
  private final long firstTotal;
  private final long secondTotal;

  /** A delay, its probability and their least tail. */
  record Best(double delayMillis, double probability, double tailMillis) {}

  ReissueOracle(RandomLog log, ReissueGoal goal) {
    this.log = log;
    share = BigDecimal.valueOf(goal.percentile()).movePointLeft(2);
    budget = BigDecimal.valueOf(goal.budget());
    firstTotal = total(log.firstWeights());
    secondTotal = log.paired() ? 1 : total(log.secondWeights());
  }

  private static long total(double[] weights) {
    long total = 0;
    for (double weight : weights) {
      total += (long) weight;
    }
    return total;
  }

  /** Returns the best delay, the earliest of equals. */
  Best singleR() {
    return best(false);
  }

  /** Returns the best delay at which every unanswered request can have a copy. */
  Best singleD() {
    return best(true);
  }

  private Best best(boolean onlyCertain) {
    var best = new Best(0, 1, Double.POSITIVE_INFINITY);
    for (double delay : delays()) {
      boolean certain = longerThan(delay) <= affordable().doubleValue() * (1 + 1e-12);
      double tail = onlyCertain && !certain ? Double.POSITIVE_INFINITY : tail(delay);
      if (tail < best.tailMillis()) {
        double probability = Math.min(1, budget.doubleValue() * firstTotal / longerThan(delay));
        best = new Best(delay, certain ? 1 : probability, tail);
      }
    }
    return best;
  }

  /** Returns 0 and all first times that count. */
  private double[] delays() {
    List<Double> delays = new ArrayList<>(List.of(0.0));
    for (int i = 0; i < log.firstMillis().length; i++) {
      if (log.firstWeights()[i] > 0) {
        delays.add(log.firstMillis()[i]);
      }
    }
    return delays.stream().mapToDouble(Double::doubleValue).sorted().toArray();
  }

  /** Returns the tail of a delay, over all moments at which requests may end. */
  private double tail(double delay) {
    double least = Double.POSITIVE_INFINITY;
    for (double first : log.firstMillis()) {
      least = first < least && reached(delay, first) ? first : least;
    }
    for (double second : log.secondMillis()) {
      double end = delay + second;
      least = end < least && reached(delay, end) ? end : least;
    }
    return least;
  }

  private BigDecimal affordable() {
    return budget.multiply(BigDecimal.valueOf(firstTotal));
  }

  private long firstWeight(int i) {
    return (long) log.firstWeights()[i];
  }

  private long secondWeight(int j) {
    return (long) log.secondWeights()[j];
  }

  private long longerThan(double delay) {
    long longer = 0;
    for (int i = 0; i < log.firstMillis().length; i++) {
      longer += log.firstMillis()[i] > delay ? firstWeight(i) : 0;
    }
    return longer;
  }

  /** True if the percentile is met within a limit: exactly, with all fractions multiplied out. */
  private boolean reached(double delay, double limit) {
    long without = 0;
    long withCopy = 0;
    for (int i = 0; i < log.firstMillis().length; i++) {
      double first = log.firstMillis()[i];
      for (int j = 0; j < log.secondMillis().length; j++) {
        if (log.paired() && i != j) {
          continue;
        }
        long weight = firstWeight(i) * (log.paired() ? 1 : secondWeight(j));
        double ends = first > delay ? Math.min(first, delay + log.secondMillis()[j]) : first;
        without += first <= limit ? weight : 0;
        withCopy += ends <= limit ? weight : 0;
      }
    }
    long longer = longerThan(delay);
    BigDecimal needed = share.multiply(BigDecimal.valueOf(firstTotal * secondTotal));
    if (BigDecimal.valueOf(longer).compareTo(affordable()) <= 0) {
      return BigDecimal.valueOf(withCopy).compareTo(needed) >= 0;
    }
    // without + (affordable / longer) (withCopy - without) >= needed
    return affordable()
            .multiply(BigDecimal.valueOf(withCopy - without))
            .add(BigDecimal.valueOf(without).multiply(BigDecimal.valueOf(longer)))
            .compareTo(needed.multiply(BigDecimal.valueOf(longer)))
        >= 0;
  }
}
