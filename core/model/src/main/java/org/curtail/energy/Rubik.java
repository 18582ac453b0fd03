package org.curtail.energy;

import java.util.ArrayList;
import java.util.List;
import org.curtail.Percentile;
import org.curtail.Profile;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;

/**
 * The slowest clock at which a core is expected to end its running and waiting requests in time, in
 * the manner of Rubik (Kasture, Bartolini, Beckmann, Sanchez: Rubik: Fast Analytical Power
 * Management for Latency-Critical Systems, MICRO 2015). The remaining work of a running request,
 * given its work so far, and that of the requests that wait for its core, is taken at a percentile;
 * beyond the running one as if sums were normal. Called at every arrival and end, as there. Unlike
 * there, cores share one queue: a core counts every n-th waiting request as its own, where n is the
 * number of cores. Immutable; for {@link SpeedMachine.Kind#CLOCKS}.
 */
final class Rubik implements SpeedPolicy {
  /**
   * Rows of the table by progress, as in the paper, and requests of a queue that are considered.
   */
  private static final int ROWS = 8;

  private static final int DEEPEST = 16;

  private final double deadlineNanos;
  private final double freshMeanNanos;
  private final double freshVariance;
  private final List<Row> rows;

  /** Quantile of a standard normal at the percentile. */
  private final double deviations;

  /** The remaining work of requests with at least this attained work. */
  private record Row(
      double attainedNanos, double quantileNanos, double meanNanos, double variance) {}

  /**
   * Creates a policy for a demand.
   *
   * @param profile times of requests on a core of speed 1
   * @param percentile percentile of the requests that should end in time; more than 0, less than
   *     100
   * @param deadlineMs deadline; more than 0
   */
  public Rubik(Profile profile, double percentile, double deadlineMs) {
    if (!(deadlineMs > 0)) {
      throw new IllegalArgumentException("deadlineMs must be more than 0: " + deadlineMs);
    }
    if (!(percentile > 0 && percentile < 100)) {
      throw new IllegalArgumentException("percentile must lie between 0 and 100: " + percentile);
    }
    deadlineNanos = deadlineMs * 1e6;
    deviations = normalQuantile(percentile / 100);
    var table = new ArrayList<Row>();
    for (int row = 0; row < ROWS; row++) {
      double from = row == 0 ? 0 : profile.percentileMs(100.0 * row / ROWS, 1) * 1e6;
      if (row == 0 || from > table.getLast().attainedNanos) {
        addRow(table, profile, percentile, from);
      }
    }
    rows = List.copyOf(table);
    freshMeanNanos = rows.getFirst().meanNanos;
    freshVariance = rows.getFirst().variance;
  }

  /**
   * Returns a quantile of the standard normal distribution, to 0.0005 (Abramowitz and Stegun,
   * Handbook of Mathematical Functions, 26.2.23).
   */
  private static double normalQuantile(double share) {
    if (share < 0.5) {
      return -normalQuantile(1 - share);
    }
    double t = Math.sqrt(-2 * StrictMath.log(1 - share));
    return t
        - (2.515517 + t * (0.802853 + t * 0.010328))
            / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
  }

  private static void addRow(List<Row> table, Profile profile, double percentile, double from) {
    double weight = 0;
    double sum = 0;
    double squares = 0;
    int[] ascending = profile.byDemand();
    for (int r : ascending) {
      double left = profile.timeMs(r, 1) * 1e6 - from;
      if (left > 0) {
        weight += profile.weight(r);
        sum += profile.weight(r) * left;
        squares += profile.weight(r) * left * left;
      }
    }
    if (weight == 0) {
      return;
    }
    double needed = Percentile.weightToReach(percentile, weight);
    double reached = 0;
    double quantile = 0;
    for (int r : ascending) {
      double left = profile.timeMs(r, 1) * 1e6 - from;
      if (left > 0 && reached < needed) {
        reached += profile.weight(r);
        quantile = left;
      }
    }
    double mean = sum / weight;
    table.add(new Row(from, quantile, mean, Math.max(0, squares / weight - mean * mean)));
  }

  @Override
  public String name() {
    return "rubik";
  }

  @Override
  public SpeedPolicy.Wish wish(SpeedPolicy.RequestView request, SpeedPolicy.LoadView load) {
    SpeedMachine machine = load.machine();
    Row row = row(request.attainedNanos());
    double needed = speed(row.quantileNanos, deadlineNanos - request.ageNanos());
    int cores = machine.cores();
    // The next request to start still counts as waiting, but not behind itself.
    int own = request.speedClass() == SpeedPolicy.RequestView.NONE ? 1 : 0;
    for (int deep = 1; deep <= DEEPEST; deep++) {
      // The oldest waiting request for this core: a shared queue shows no more.
      int place = own + (deep - 1) * cores;
      if (place >= load.waiting()) {
        break;
      }
      double work =
          row.meanNanos
              + deep * freshMeanNanos
              + deviations * Math.sqrt(row.variance + deep * freshVariance);
      needed = Math.max(needed, speed(work, deadlineNanos - load.waitingAgeNanos(place)));
    }
    int slowest = 0;
    while (slowest < machine.fastest() && machine.progress(slowest) < needed) {
      slowest++;
    }
    return SpeedPolicy.Wish.of(slowest);
  }

  private static double speed(double workNanos, double timeNanos) {
    return timeNanos <= 0 ? Double.POSITIVE_INFINITY : workNanos / timeNanos;
  }

  private Row row(double attainedNanos) {
    Row found = rows.getFirst();
    for (Row row : rows) {
      if (row.attainedNanos <= attainedNanos) {
        found = row;
      }
    }
    return found;
  }

  @Override
  public SpeedPolicy.WhenFull whenFull() {
    return SpeedPolicy.WhenFull.TAKES_ANY;
  }
}
