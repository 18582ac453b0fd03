package org.curtail.energy;

import java.util.ArrayList;
import java.util.List;
import org.curtail.Percentile;
import org.curtail.Prediction;
import org.curtail.Profile;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;

/** Speed policies of other papers, for comparison with slow to fast. */
public final class SpeedOpponents {
  private SpeedOpponents() {}

  /**
   * Returns the policy TL of the Adaptive Slow-to-Fast paper (Haque et al., MICRO 2017): slow to
   * fast with thresholds of 0. Every request wants the fastest class from its arrival on, at any
   * energy. Older requests come first.
   */
  public static SpeedPolicy tailFirst() {
    return new TailFirst();
  }

  /**
   * Returns a policy that is fast for requests with a long prediction, from start to end, and slow
   * for others. After Adrenaline (Hsu, Zhang, Laurenzano, Meisner, Wenisch, Mars, Tang, Dreslinski:
   * Adrenaline: Pinpointing and Reining in Tail Queries with Quick Voltage Boosting, HPCA 2015).
   * The paper identifies long requests by their kind. This policy uses a {@link
   * org.curtail.sim.Predictor}, which has errors. A long request with a short prediction stays
   * slow. A request without a prediction counts as short.
   *
   * @param fromNanos least predicted demand of a long request, on a core of speed 1; at least 0
   * @param slowClass class of short requests; at least 0
   */
  public static SpeedPolicy predictedLong(long fromNanos, int slowClass) {
    return new PredictedLong(fromNanos, slowClass);
  }

  /**
   * Returns the policy of the slowest clock at which a core should end its running and waiting
   * requests in time. After Rubik (Kasture, Bartolini, Beckmann, Sanchez: Rubik: Fast Analytical
   * Power Management for Latency-Critical Systems, MICRO 2015). The policy adds up a percentile of
   * the running request's remaining work, given its work so far, and of the work of its waiting
   * requests. The policy treats sums as normal. The policy runs at every arrival and end.
   *
   * <p>Unlike in the paper, cores share one queue. Of n cores, each counts every n-th waiting
   * request as its own. Immutable; for {@link SpeedMachine.Kind#CLOCKS}.
   *
   * @param profile times of requests on a core of speed 1
   * @param percentile percentile of the requests that should end in time; more than 0, less than
   *     100
   * @param deadlineMs deadline; more than 0
   */
  public static SpeedPolicy rubik(Profile profile, double percentile, double deadlineMs) {
    return new Rubik(profile, percentile, deadlineMs);
  }

  /**
   * Returns the steering of one clock for all cores by the measured tail. After Pegasus (Lo, Cheng,
   * Govindaraju, Barroso, Kozyrakis: Towards Energy Proportionality for Large-Scale
   * Latency-Critical Workloads, ISCA 2014). A missed target sets the fastest clock; a target missed
   * by far keeps it for some windows. A tail well below the target lowers the clock by one step.
   * Otherwise the clock stays. Each run needs its own. The paper sets power limits of whole
   * servers; this class sets steps of the clock.
   *
   * @param targetMs greatest allowed tail; more than 0
   * @param percentile percentile of the tail; more than 0, less than 100
   * @param periodNanos length of a window; more than 0
   * @param fewestEnds fewest ended requests in a window that counts; at least 1
   */
  public static SpeedSteering pegasus(
      SpeedMachine machine, double targetMs, double percentile, long periodNanos, int fewestEnds) {
    return new Pegasus(machine, targetMs, percentile, periodNanos, fewestEnds);
  }

  record TailFirst() implements SpeedPolicy {
    @Override
    public String name() {
      return "tail-first";
    }

    @Override
    public SpeedPolicy.Wish wish(SpeedPolicy.RequestView request, SpeedPolicy.LoadView load) {
      return SpeedPolicy.Wish.of(load.machine().fastest());
    }

    @Override
    public SpeedPolicy.WhenFull whenFull() {
      return SpeedPolicy.WhenFull.TAKES_ANY;
    }
  }

  record PredictedLong(long fromNanos, int slowClass) implements SpeedPolicy {
    public PredictedLong {
      if (fromNanos < 0) {
        throw new IllegalArgumentException("fromNanos must be at least 0: " + fromNanos);
      }
      if (slowClass < 0) {
        throw new IllegalArgumentException("slowClass must be at least 0: " + slowClass);
      }
    }

    @Override
    public String name() {
      return "adrenaline";
    }

    @Override
    public SpeedPolicy.Wish wish(SpeedPolicy.RequestView request, SpeedPolicy.LoadView load) {
      Prediction said = request.prediction();
      boolean isLong = said.isKnown() && said.demandNanos() >= fromNanos;
      int wanted = isLong ? load.machine().fastest() : slowClass;
      // A request that got a faster class early, to free a slow core, keeps it.
      return SpeedPolicy.Wish.of(Math.max(wanted, request.speedClass()));
    }

    @Override
    public SpeedPolicy.WhenFull whenFull() {
      return SpeedPolicy.WhenFull.TAKES_ANY;
    }
  }

  static final class Rubik implements SpeedPolicy {
    /**
     * Rows of the table by progress, as in the paper; also the number of queued requests
     * considered.
     */
    private static final int ROWS = 8;

    private static final int DEEPEST = 16;

    private final double deadlineNanos;
    private final double freshMeanNanos;
    private final double freshVariance;
    private final List<Row> rows;

    /** Quantile of a standard normal at the percentile. */
    private final double deviations;

    /** Remaining work of requests that have attained at least this work. */
    private record Row(
        double attainedNanos, double quantileNanos, double meanNanos, double variance) {}

    public Rubik(Profile profile, double percentile, double deadlineMs) {
      if (!(deadlineMs > 0)) {
        throw new IllegalArgumentException("deadlineMs must be more than 0: " + deadlineMs);
      }
      if (!(percentile > 0 && percentile < 100)) {
        throw new IllegalArgumentException(
            "percentile must be more than 0 and less than 100: " + percentile);
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
      // The next request to start still counts as waiting. This request does not wait behind
      // itself.
      int own = request.speedClass() == SpeedPolicy.RequestView.NONE ? 1 : 0;
      for (int deep = 1; deep <= DEEPEST; deep++) {
        // The oldest waiting request of this core. The policy sees no other request of the shared
        // queue.
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

  static final class Pegasus implements SpeedSteering {
    private static final double FAR_ABOVE = 1.35;
    private static final double WELL_BELOW = 0.85;

    /** Number of windows at the fastest clock after the target was missed by far. */
    private static final int PANIC_WINDOWS = 10;

    private final int fastest;
    private final double targetMs;
    private final double percentile;
    private final long periodNanos;
    private final int fewestEnds;
    private State state;

    /**
     * State of the steering.
     *
     * @param speedClass class of all cores
     * @param panicWindows remaining windows at the fastest class
     */
    public record State(int speedClass, int panicWindows) {}

    public Pegasus(
        SpeedMachine machine,
        double targetMs,
        double percentile,
        long periodNanos,
        int fewestEnds) {
      if (!(targetMs > 0)) {
        throw new IllegalArgumentException("targetMs must be more than 0: " + targetMs);
      }
      if (periodNanos <= 0) {
        throw new IllegalArgumentException("periodNanos must be more than 0: " + periodNanos);
      }
      fastest = machine.fastest();
      this.targetMs = targetMs;
      this.percentile = percentile;
      this.periodNanos = periodNanos;
      this.fewestEnds = Math.max(1, fewestEnds);
      state = new State(fastest, 0);
    }

    @Override
    public long periodNanos() {
      return periodNanos;
    }

    @Override
    public SpeedPolicy first() {
      return policy();
    }

    @Override
    public SpeedPolicy next(SpeedWindow window) {
      state = next(state, window);
      return policy();
    }

    private SpeedPolicy policy() {
      return SpeedPolicy.always("pegasus", state.speedClass());
    }

    /** Returns the state after a window. A pure function. */
    public State next(State before, SpeedWindow window) {
      if (window.ended() < fewestEnds) {
        return before;
      }
      double share = window.percentileMs(percentile) / targetMs;
      if (share > FAR_ABOVE) {
        return new State(fastest, PANIC_WINDOWS);
      }
      if (before.panicWindows() > 0) {
        return new State(fastest, before.panicWindows() - 1);
      }
      if (share > 1) {
        return new State(fastest, 0);
      }
      return share < WELL_BELOW ? new State(Math.max(0, before.speedClass() - 1), 0) : before;
    }
  }
}
