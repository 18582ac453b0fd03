package org.curtail.energy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import org.curtail.Profile;
import org.curtail.speed.SlowToFast;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;

/**
 * The least that a request of unknown demand draws if a percentile of all requests must end within
 * a deadline, each alone: the optimum of PACE (Lorch and Smith, IEEE Transactions on Computers 53,
 * 2004) for the steps of a real table. The same schedule of speeds serves every request; it is the
 * faster, the fewer requests get so far. Optimal among such schedules, since energy is a convex
 * function of the time that each piece of work has: steps up are taken in the order of what they
 * cost in the mean for the time that they save. What moving costs is left out. Immutable.
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
   * For a demand.
   *
   * @param profile what requests take on a core of speed 1
   * @param percentile of the requests that must end in time, 0 to 100; what others need beyond the
   *     demand of that percentile is done when it draws least
   */
  public static LeastEnergy of(Profile profile, SpeedMachine machine, double percentile) {
    return new LeastEnergy(profile, machine, percentile);
  }

  /**
   * What a request draws in the mean beyond what an idle core draws, at least, for those who know
   * every demand beforehand and have a core for each request, all of whose threads are on cores of
   * one class at a time. No policy draws less, whatever it knows.
   *
   * @param profile what requests take on a core of speed 1; those of a trace for a bound of it
   * @param percentile of the requests that must end in time, 0 to 100
   * @param deadlineMs milliseconds; more than 0
   * @param maxDegree most threads of a request, 1 to the profile's
   * @return joules; infinite if too many requests take longer at the fastest
   */
  public static double clairvoyantJoules(
      Profile profile, SpeedMachine machine, double percentile, double deadlineMs, int maxDegree) {
    return ClairvoyantEnergy.joules(profile, machine, percentile, deadlineMs, maxDegree);
  }

  /** The shortest deadline that can be met: all is done at the fastest, in milliseconds. */
  public double shortestMs() {
    return steps.shortestNanos() / 1e6;
  }

  /** From this deadline on more time saves nothing, in milliseconds. */
  public double longestMs() {
    return steps.longestNanos() / 1e6;
  }

  /**
   * What a request draws in the mean beyond what an idle core draws, at least.
   *
   * @param deadlineMs milliseconds
   * @return joules; infinite below {@link #shortestMs}
   */
  public double joules(double deadlineMs) {
    return deadlineMs < shortestMs() ? Double.POSITIVE_INFINITY : steps.joules(deadlineMs * 1e6);
  }

  /**
   * The schedule that does so, as thresholds of {@link SlowToFast}. A request that is older than
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
      // Who would be better off fast and then idle begins with what draws least.
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

  /** By price: the work from which on it is used. */
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
