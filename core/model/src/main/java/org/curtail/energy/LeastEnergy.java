package org.curtail.energy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
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
}
