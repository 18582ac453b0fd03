package org.curtail.traces.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Weighted times, so that two windows have the same mixture of steps. */
final class WeightedTimes {
  private final List<Weighted> all = new ArrayList<>();
  private double weights;

  private record Weighted(double millis, double weight) {}

  /** Adds times with the same weight each. */
  void add(Times times, double weight) {
    for (double millis : times.sorted()) {
      all.add(new Weighted(millis, weight));
    }
    weights += weight * times.size();
  }

  /** Returns the least time not exceeded by this share of the weights; there must be times. */
  double quantile(double share) {
    all.sort(Comparator.comparingDouble(Weighted::millis));
    // Sums of weights are inexact.
    double wanted = share * weights * (1 - 1e-12);
    double sum = 0;
    for (Weighted each : all) {
      sum += each.weight;
      if (sum >= wanted) {
        return each.millis;
      }
    }
    return all.getLast().millis;
  }
}
