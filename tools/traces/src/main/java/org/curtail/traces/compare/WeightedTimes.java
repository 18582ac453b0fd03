package org.curtail.traces.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Times that count more or less, so that two windows have the same mixture of steps. */
final class WeightedTimes {
  private final List<Weighted> all = new ArrayList<>();
  private double weights;

  private record Weighted(double millis, double weight) {}

  /** Adds times that count so much each. */
  void add(Times times, double weight) {
    for (double millis : times.sorted()) {
      all.add(new Weighted(millis, weight));
    }
    weights += weight * times.size();
  }

  /** The least time that this share of the weights does not exceed; there must be times. */
  double quantile(double share) {
    all.sort(Comparator.comparingDouble(Weighted::millis));
    // Sums of weights are not exact.
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
