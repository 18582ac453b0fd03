package org.curtail.traces.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Times with weights, which give two windows the same mixture of steps. */
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

  /** Returns a quantile of the times. At least one time must be added before. */
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
