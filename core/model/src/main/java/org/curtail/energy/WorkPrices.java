package org.curtail.energy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.curtail.speed.SpeedMachine;

/**
 * The costs of work on a machine, in time and in energy beyond that of idle cores: the classes
 * worth using, each with a number of threads, alone or in turn with the next. The first draws least
 * for its work, each further one is faster and draws more, and joules rise ever more steeply with
 * the time saved. Classes slower than the first would draw more and take longer: there it is better
 * to be fast and then idle. Immutable.
 */
final class WorkPrices {
  private final List<Price> prices;

  /**
   * A class worth using, by this number of threads at once.
   *
   * @param nanos time for the work of a nanosecond at speed 1; at least 1 if the fastest has speed
   *     1
   * @param joules energy for it, beyond that of an idle core
   */
  record Price(int degree, int speedClass, double nanos, double joules) {}

  /** Creates the prices for requests of one thread. */
  WorkPrices(SpeedMachine machine) {
    this(machine, new double[] {1, 1});
  }

  /**
   * Creates the prices for requests of several threads, all on cores of one class.
   *
   * @param slowness {@code slowness[d]}: the time of work on d threads over that on one; index 0 is
   *     not used
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
      // From the fastest on: only classes that save joules count, and only below straight lines.
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

  /** Returns the joules saved for each nanosecond more. */
  private static double slope(Price faster, Price slower) {
    return (faster.joules - slower.joules) / (slower.nanos - faster.nanos);
  }

  int size() {
    return prices.size();
  }

  /** Returns a price, from the one that draws least, 0, to the fastest. */
  Price get(int place) {
    return prices.get(place);
  }

  Price least() {
    return prices.getFirst();
  }

  Price fastest() {
    return prices.getLast();
  }

  /** Returns the cost of the step to the next for each nanosecond saved. */
  double joulesPerNanoSaved(int place) {
    return slope(prices.get(place + 1), prices.get(place));
  }

  /**
   * Returns the least joules for work within a time, each class for as long as is best.
   *
   * @return infinite if the fastest takes longer
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
