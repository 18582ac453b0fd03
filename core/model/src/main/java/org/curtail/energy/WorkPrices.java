package org.curtail.energy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.curtail.speed.SpeedMachine;

/**
 * Costs of work on a machine, in time and in energy beyond that of an idle core. A price is a class
 * with a number of threads. Prices of neighbouring classes can be mixed. The first price needs
 * least energy for the same work. Each further price is faster and needs more energy, and energy
 * rises ever more steeply per time saved. Classes slower than the first are useless: a faster run
 * with idle time after it needs less energy. Immutable.
 */
final class WorkPrices {
  private final List<Price> prices;

  /**
   * Useful class with a number of threads.
   *
   * @param nanos time per nanosecond of work at speed 1; at least 1 if the fastest class has speed
   *     1
   * @param joules energy for this work beyond that of an idle core
   */
  record Price(int degree, int speedClass, double nanos, double joules) {}

  /** Creates the prices of sequential requests. */
  WorkPrices(SpeedMachine machine) {
    this(machine, new double[] {1, 1});
  }

  /**
   * Creates the prices of requests with several threads, all on cores of one class.
   *
   * @param slowness {@code slowness[d]}: time of work on d threads relative to one thread; index 0
   *     is not used
   */
  WorkPrices(SpeedMachine machine, double[] slowness) {
    var all = new ArrayList<Price>();
    for (int degree = 1; degree < slowness.length; degree++) {
      for (int k = machine.fastest(); k >= 0; k--) {
        double nanos = slowness[degree] / machine.progress(k);
        all.add(
            new Price(degree, k, nanos, degree * machine.busyBeyondIdleWatts(k) * nanos * 1e-9));
      }
    }
    all.sort(Comparator.comparingDouble(Price::nanos).thenComparingDouble(Price::joules));
    var hull = new ArrayList<Price>();
    for (Price next : all) {
      // Start at the fastest price. A slower price counts if it saves joules and lies on the lower
      // convex hull.
      if (!hull.isEmpty() && next.joules >= hull.getLast().joules) {
        continue;
      }
      while (hull.size() > 1
          && slope(hull.get(hull.size() - 2), hull.getLast()) <= slope(hull.getLast(), next)) {
        hull.removeLast();
      }
      hull.add(next);
    }
    prices = hull.reversed();
  }

  /** Returns the joules saved per additional nanosecond. */
  private static double slope(Price faster, Price slower) {
    return (faster.joules - slower.joules) / (slower.nanos - faster.nanos);
  }

  int size() {
    return prices.size();
  }

  /**
   * Returns a price.
   *
   * @param place 0 for the price of least energy; the last is the fastest
   */
  Price get(int place) {
    return prices.get(place);
  }

  Price least() {
    return prices.getFirst();
  }

  Price fastest() {
    return prices.getLast();
  }

  /** Returns the cost of the step to the next price, in joules per nanosecond saved. */
  double joulesPerNanoSaved(int place) {
    return slope(prices.get(place + 1), prices.get(place));
  }

  /**
   * Returns the least joules for work within a time, by the best mixture of prices.
   *
   * @return infinite if the fastest price takes longer
   */
  double joules(double workNanos, double timeNanos) {
    double each = timeNanos / workNanos;
    if (each >= least().nanos) {
      return workNanos * least().joules;
    }
    for (int place = 0; place + 1 < prices.size(); place++) {
      Price slower = prices.get(place);
      Price faster = prices.get(place + 1);
      if (each >= faster.nanos) {
        return workNanos * (slower.joules + (slower.nanos - each) * joulesPerNanoSaved(place));
      }
    }
    return Double.POSITIVE_INFINITY;
  }
}
