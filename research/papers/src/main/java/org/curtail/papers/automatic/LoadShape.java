package org.curtail.papers.automatic;

import java.util.ArrayList;
import java.util.List;
import org.curtail.sim.Arrivals;
import org.curtail.sim.BurstyArrivals;
import org.curtail.sim.RatePeriod;
import org.curtail.sim.SteppedArrivals;

/**
 * A change of the load. The change happens twice in a run: first to learn, then to show the result.
 */
enum LoadShape {
  /** Six steps of equal length. */
  STEPS("steps") {
    @Override
    double meanLoad() {
      return mean(STEP_LOADS);
    }

    @Override
    Arrivals arrivals(double capacityPerSecond, double seconds) {
      return periods(STEP_LOADS, capacityPerSecond, seconds);
    }
  },

  /** Bursts of ten seconds on average, with a minute between them. */
  BURSTS("bursts") {
    @Override
    double meanLoad() {
      return (BURST_LOAD * BURST_SECONDS + CALM_LOAD * CALM_SECONDS)
          / (BURST_SECONDS + CALM_SECONDS);
    }

    @Override
    Arrivals arrivals(double capacityPerSecond, double seconds) {
      return new BurstyArrivals(
          new RatePeriod(BURST_LOAD * capacityPerSecond, BURST_SECONDS * MS_PER_SECOND),
          new RatePeriod(CALM_LOAD * capacityPerSecond, CALM_SECONDS * MS_PER_SECOND));
    }
  },

  /** A day from low load at night to high load in the afternoon, with 24 short hours. */
  DAY("a day") {
    @Override
    double meanLoad() {
      return mean(dayLoads());
    }

    @Override
    Arrivals arrivals(double capacityPerSecond, double seconds) {
      return periods(dayLoads(), capacityPerSecond, seconds);
    }
  };

  private static final List<Double> STEP_LOADS = List.of(0.3, 0.7, 0.5, 0.9, 0.2, 0.6);
  private static final double BURST_LOAD = 0.9;
  private static final double BURST_SECONDS = 10;
  private static final double CALM_LOAD = 0.3;
  private static final double CALM_SECONDS = 50;
  private static final int HOURS = 24;
  private static final int QUIETEST_HOUR = 4;
  private static final double LEAST_DAY_LOAD = 0.1;
  private static final double MOST_DAY_LOAD = 0.8;
  private static final int ROUNDS = 2;
  private static final double MS_PER_SECOND = 1000;

  private final String words;

  LoadShape(String words) {
    this.words = words;
  }

  /** Returns the shape in words, such as "a day". */
  String words() {
    return words;
  }

  /** Returns the mean share of busy cores with one thread for each request. */
  abstract double meanLoad();

  /**
   * Returns the arrivals.
   *
   * @param capacityPerSecond requests per second that the cores carry with one thread a request
   * @param seconds length of a run
   */
  abstract Arrivals arrivals(double capacityPerSecond, double seconds);

  private static Arrivals periods(List<Double> loads, double capacityPerSecond, double seconds) {
    double ms = seconds * MS_PER_SECOND / ROUNDS / loads.size();
    return new SteppedArrivals(
        loads.stream().map(load -> new RatePeriod(load * capacityPerSecond, ms)).toList());
  }

  private static List<Double> dayLoads() {
    var loads = new ArrayList<Double>();
    for (int hour = 0; hour < HOURS; hour++) {
      double wave = -StrictMath.cos(2 * Math.PI * (hour - QUIETEST_HOUR) / HOURS);
      loads.add((LEAST_DAY_LOAD + MOST_DAY_LOAD) / 2 + (MOST_DAY_LOAD - LEAST_DAY_LOAD) / 2 * wave);
    }
    return loads;
  }

  private static double mean(List<Double> loads) {
    return loads.stream().mapToDouble(load -> load).average().orElseThrow();
  }
}
