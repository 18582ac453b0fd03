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
 * The least energy of a request of unknown demand, alone, if a percentile of all requests must end
 * within a deadline: the optimum of PACE (Lorch and Smith, IEEE Transactions on Computers 53, 2004)
 * for the steps of a real table. The same schedule of speeds serves every request; the fewer
 * requests get so far, the faster it is. Optimal among such schedules, since energy is a convex
 * function of the time of each piece of work: steps up are taken in the order of their mean cost
 * for the time saved. The cost of moving is left out. Immutable.
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
   * @param percentile percentile of the requests that must end in time, 0 to 100; work beyond the
   *     demand of that percentile is done at the least energy
   */
  public static LeastEnergy of(Profile profile, SpeedMachine machine, double percentile) {
    return new LeastEnergy(profile, machine, percentile);
  }

  /**
   * Returns the least mean energy of a request beyond that of an idle core, given knowledge of
   * every demand and a core for each request, whose threads are all on cores of one class at a
   * time. No policy draws less, whatever it knows.
   *
   * @param profile times of requests on a core of speed 1; those of a trace for a bound of it
   * @param percentile percentile of the requests that must end in time, 0 to 100
   * @param deadlineMs milliseconds; more than 0
   * @param maxDegree most threads of a request, 1 to the profile's
   * @return joules; infinite if too many requests take longer at the fastest
   */
  public static double clairvoyantJoules(
      Profile profile, SpeedMachine machine, double percentile, double deadlineMs, int maxDegree) {
    return ClairvoyantEnergy.joules(profile, machine, percentile, deadlineMs, maxDegree);
  }

  /** Returns the shortest possible deadline in milliseconds: all is done at the fastest. */
  public double shortestMs() {
    return steps.shortestNanos() / 1e6;
  }

  /** Returns the deadline in milliseconds above which more time saves nothing. */
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
   * Returns the optimal schedule, as thresholds of {@link SlowToFast}. A request that is older than
   * the deadline is due for the fastest class, as in PACE.
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
      // Where being fast and then idle is better, the request begins with the class that draws
      // least.
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

  /** Returns the work from which each price is used. */
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
   * The least energy of requests if a percentile of them must end within a deadline, given
   * knowledge of every demand and a core for each request. A request that must be in time runs at
   * the constant speed that needs all of it (or, between two classes, at both in turn), any other
   * at the class that draws least. The late ones are those that save most by it. No policy draws
   * less, whatever it knows.
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
        double whenever = workNanos * prices.least().joules();
        least += profile.weight(r) * whenever;
        saved[r] = prices.joules(workNanos, deadlineMs * 1e6) - whenever;
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

    /** Returns the time of a request over that on one thread, by degree. */
    private static double[] slowness(Profile profile, int request, int maxDegree) {
      double[] slowness = new double[maxDegree + 1];
      for (int degree = 1; degree <= maxDegree; degree++) {
        slowness[degree] = profile.timeMs(request, degree) / profile.timeMs(request, 1);
      }
      return slowness;
    }
  }
}
