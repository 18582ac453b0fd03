package org.curtail.energy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import org.curtail.Percentile;
import org.curtail.Profile;
import org.curtail.speed.SlowToFast;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;

/**
 * Least energy of one request of unknown demand, such that a percentile of all requests ends within
 * a deadline. The result is the optimum of PACE (Lorch and Smith, IEEE Transactions on Computers
 * 53, 2004) for a table of speed steps. All requests follow the same schedule, and later work is
 * faster.
 *
 * <p>The schedule is optimal among common schedules, because energy is convex in the time of each
 * piece of work. Speed steps are taken in the order of mean cost per time saved. The cost of moving
 * is ignored. Immutable.
 */
public final class LeastEnergy {
  private final SpeedMachine machine;
  private final WorkPrices prices;
  private final DemandPieces pieces;
  private final EnergySteps steps;

  private LeastEnergy(Profile profile, SpeedMachine machine, double percentile) {
    this.machine = machine;
    prices = new WorkPrices(machine);
    pieces = DemandPieces.of(profile, percentile);
    steps = new EnergySteps(pieces, Collections.nCopies(pieces.count(), prices));
  }

  /**
   * Creates the optimum for a demand.
   *
   * @param profile times of requests on a core of speed 1
   * @param percentile percentile of the requests that must end in time, 0 to 100; work beyond its
   *     demand runs at the least energy
   */
  public static LeastEnergy of(Profile profile, SpeedMachine machine, double percentile) {
    return new LeastEnergy(profile, machine, percentile);
  }

  /**
   * Returns a lower bound on the mean energy of a request beyond that of an idle core. The bound
   * knows every demand and has a core for each request. A request's threads are on cores of one
   * class at a time. No policy needs less energy.
   *
   * @param profile times of requests on a core of speed 1; for a bound on a trace, those of the
   *     trace
   * @param percentile percentile of the requests that must end in time, 0 to 100
   * @param deadlineMs milliseconds; more than 0
   * @param maxDegree greatest degree of a request, 1 to the profile's
   * @return joules; infinite if too many requests miss the deadline at the fastest
   */
  public static double clairvoyantJoules(
      Profile profile, SpeedMachine machine, double percentile, double deadlineMs, int maxDegree) {
    return ClairvoyantEnergy.joules(profile, machine, percentile, deadlineMs, maxDegree);
  }

  /** Returns the shortest possible deadline in milliseconds, with all work at the fastest speed. */
  public double shortestMs() {
    return steps.shortestNanos() / 1e6;
  }

  /** Returns the deadline in milliseconds beyond which more time saves no energy. */
  public double longestMs() {
    return steps.longestNanos() / 1e6;
  }

  /**
   * Returns the least mean energy of a request beyond that of an idle core.
   *
   * @param deadlineMs milliseconds
   * @return joules; infinite below {@link #shortestMs}
   */
  public double joules(double deadlineMs) {
    return deadlineMs < shortestMs() ? Double.POSITIVE_INFINITY : steps.joules(deadlineMs * 1e6);
  }

  /**
   * Returns the optimal schedule as thresholds of {@link SlowToFast}. After the deadline a request
   * wants the fastest class, as in PACE.
   *
   * @param deadlineMs milliseconds, more than 0; below {@link #shortestMs} all thresholds are 0
   */
  public SlowToFast schedule(double deadlineMs) {
    double nanos = Math.max(0, deadlineMs) * 1e6;
    long latest = (long) Math.min(nanos, 1e18);
    var thresholds =
        new ArrayList<Long>(
            Collections.nCopies(machine.fastest(), deadlineMs < shortestMs() ? 0L : latest));
    if (deadlineMs >= shortestMs()) {
      double[] fromNanos = workFrom(nanos);
      double age = 0;
      // If a fast run with idle time after it needs less energy, the request begins with the class
      // of least energy.
      Collections.fill(thresholds.subList(0, prices.least().speedClass()), 0L);
      for (int place = 1; place < prices.size(); place++) {
        age += (fromNanos[place] - fromNanos[place - 1]) * prices.get(place - 1).nanos();
        if (fromNanos[place] >= pieces.lastNanos()) {
          break;
        }
        Collections.fill(
            thresholds.subList(prices.get(place - 1).speedClass(), prices.get(place).speedClass()),
            Math.min(latest, Math.round(age)));
      }
    }
    return new SlowToFast(thresholds, SpeedPolicy.WhenFull.TAKES_ANY);
  }

  /** Returns the work at which each price begins. */
  private double[] workFrom(double deadlineNanos) {
    double[] from = new double[prices.size()];
    Arrays.fill(from, 1, from.length, pieces.lastNanos());
    for (EnergySteps.Step step : steps.taken(deadlineNanos)) {
      from[step.place() + 1] = Math.min(from[step.place() + 1], pieces.beginNanos(step.piece()));
    }
    double part = steps.partOfNext(deadlineNanos);
    if (part > 0) {
      EnergySteps.Step step = steps.next(deadlineNanos);
      double begin = pieces.endNanos()[step.piece()] - part * pieces.workNanos(step.piece());
      from[step.place() + 1] = Math.min(from[step.place() + 1], begin);
    }
    return from;
  }

  /**
   * Least energy of requests if a percentile of them must end within a deadline, given every demand
   * and a core for each request. A request in time runs at the constant speed that uses the whole
   * deadline. Between two classes it uses both in turn. A late request runs at the class of least
   * energy. The late requests are those that save most energy. No policy needs less energy.
   */
  static final class ClairvoyantEnergy {
    private ClairvoyantEnergy() {}

    static double joules(
        Profile profile, SpeedMachine machine, double percentile, double deadlineMs) {
      return joules(profile, machine, percentile, deadlineMs, 1);
    }

    static double joules(
        Profile profile,
        SpeedMachine machine,
        double percentile,
        double deadlineMs,
        int maxDegree) {
      var ofOneThread = new WorkPrices(machine);
      int requests = profile.requests();
      double[] saved = new double[requests];
      double least = 0;
      for (int r = 0; r < requests; r++) {
        double workNanos = profile.timeMs(r, 1) * 1e6;
        WorkPrices prices =
            maxDegree == 1 ? ofOneThread : new WorkPrices(machine, slowness(profile, r, maxDegree));
        double leastJoules = workNanos * prices.least().joules();
        least += profile.weight(r) * leastJoules;
        saved[r] = prices.joules(workNanos, deadlineMs * 1e6) - leastJoules;
      }
      Integer[] bySaving = new Integer[requests];
      Arrays.setAll(bySaving, r -> r);
      Arrays.sort(bySaving, (a, b) -> Double.compare(saved[a], saved[b]));
      double toReach = Percentile.weightToReach(percentile, profile.totalWeight());
      double inTime = 0;
      for (int r : bySaving) {
        if (inTime >= toReach) {
          break;
        }
        double counted = Math.min(profile.weight(r), toReach - inTime);
        inTime += counted;
        least += counted * saved[r];
      }
      return least / profile.totalWeight();
    }

    /** Returns a request's time relative to one thread, by degree. */
    private static double[] slowness(Profile profile, int request, int maxDegree) {
      double[] slowness = new double[maxDegree + 1];
      for (int degree = 1; degree <= maxDegree; degree++) {
        slowness[degree] = profile.timeMs(request, degree) / profile.timeMs(request, 1);
      }
      return slowness;
    }
  }
}
