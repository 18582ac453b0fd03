package org.curtail.energy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.curtail.Profile;

/**
 * The least that a request of unknown demand draws if a percentile of all requests must end within
 * a deadline, each alone: the optimum of PACE (Lorch and Smith, IEEE Transactions on Computers 53,
 * 2004) for the steps of a real table. The same schedule of speeds serves every request; it is the
 * faster, the fewer requests get so far. Optimal among such schedules, since energy is a convex
 * function of the time that each piece of work has: steps up are taken in the order of what they
 * cost in the mean for the time that they save. What moving costs is left out. Immutable.
 */
public final class LeastEnergy {
  private final Machine machine;
  private final WorkPrices prices;

  /** Work is cut where requests end: the ends of the pieces, up to the percentile. */
  private final double[] endNanos;

  /** By piece: the share of requests that get there. */
  private final double[] survival;

  /** Steps up, those that cost least for the time that they save first. */
  private final List<Step> steps;

  /** By number of steps taken: the time to the percentile's work, and joules in the mean. */
  private final double[] afterNanos;

  private final double[] afterJoules;

  /** A piece of work goes from a price to the next. */
  private record Step(int piece, int place, double joulesPerNano, double savedNanos) {}

  private LeastEnergy(Profile profile, Machine machine, double percentile) {
    this.machine = machine;
    prices = new WorkPrices(machine);
    int[] byDemand = profile.byDemand();
    double lastNanos = profile.percentileMs(percentile, 1) * 1e6;
    var ends = new ArrayList<Double>();
    var survivals = new ArrayList<Double>();
    double weight = profile.totalWeight();
    double beyondNanos = 0;
    for (int request : byDemand) {
      double nanos = profile.timeMs(request, 1) * 1e6;
      if (nanos > lastNanos) {
        beyondNanos += profile.weight(request) * (nanos - lastNanos);
      } else if (ends.isEmpty() || nanos > ends.getLast()) {
        ends.add(nanos);
        survivals.add(Math.max(0, weight / profile.totalWeight()));
      }
      weight -= profile.weight(request);
    }
    endNanos = ends.stream().mapToDouble(Double::doubleValue).toArray();
    survival = survivals.stream().mapToDouble(Double::doubleValue).toArray();
    steps = steps();
    afterNanos = new double[steps.size() + 1];
    afterJoules = new double[steps.size() + 1];
    afterNanos[0] = lastNanos * prices.least().nanos();
    afterJoules[0] = prices.least().joules() * beyondNanos / profile.totalWeight();
    for (int piece = 0; piece < endNanos.length; piece++) {
      afterJoules[0] += survival[piece] * workNanos(piece) * prices.least().joules();
    }
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      afterNanos[i + 1] = afterNanos[i] - step.savedNanos;
      afterJoules[i + 1] = afterJoules[i] + step.savedNanos * step.joulesPerNano;
    }
  }

  /**
   * For a demand.
   *
   * @param profile what requests take on a core of speed 1
   * @param percentile of the requests that must end in time, 0 to 100; what others need beyond the
   *     demand of that percentile is done when it draws least
   */
  public static LeastEnergy of(Profile profile, Machine machine, double percentile) {
    return new LeastEnergy(profile, machine, percentile);
  }

  private List<Step> steps() {
    var all = new ArrayList<Step>();
    for (int place = 0; place + 1 < prices.size(); place++) {
      double saved = prices.get(place).nanos() - prices.get(place + 1).nanos();
      for (int piece = 0; piece < endNanos.length; piece++) {
        all.add(
            new Step(
                piece,
                place,
                survival[piece] * prices.joulesPerNanoSaved(place),
                saved * workNanos(piece)));
      }
    }
    // At the same cost the later work goes first, and of the same work the lower step.
    all.sort(
        Comparator.comparingDouble(Step::joulesPerNano)
            .thenComparing(Comparator.comparingInt(Step::piece).reversed())
            .thenComparingInt(Step::place));
    return List.copyOf(all);
  }

  private double workNanos(int piece) {
    return endNanos[piece] - (piece == 0 ? 0 : endNanos[piece - 1]);
  }

  /** The shortest deadline that can be met: all is done at the fastest, in milliseconds. */
  public double shortestMs() {
    return endNanos[endNanos.length - 1] * prices.fastest().nanos() / 1e6;
  }

  /** From this deadline on more time saves nothing, in milliseconds. */
  public double longestMs() {
    return afterNanos[0] / 1e6;
  }

  /**
   * What a request draws in the mean beyond what an idle core draws, at least.
   *
   * @param deadlineMs milliseconds
   * @return joules; infinite below {@link #shortestMs}
   */
  public double joules(double deadlineMs) {
    double nanos = deadlineMs * 1e6;
    if (nanos >= afterNanos[0]) {
      return afterJoules[0];
    }
    if (deadlineMs < shortestMs()) {
      return Double.POSITIVE_INFINITY;
    }
    int taken = wholeSteps(nanos);
    if (taken == steps.size()) {
      return afterJoules[taken];
    }
    return afterJoules[taken] + (afterNanos[taken] - nanos) * steps.get(taken).joulesPerNano;
  }

  /** How many steps are taken whole for a deadline; the next one in part, if there is one. */
  private int wholeSteps(double nanos) {
    int low = 0;
    int high = steps.size();
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (afterNanos[middle] >= nanos) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
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
        if (fromNanos[place] >= endNanos[endNanos.length - 1]) {
          break;
        }
        Collections.fill(
            thresholds.subList(prices.get(place - 1).speedClass(), prices.get(place).speedClass()),
            Math.min(latest, Math.round(age)));
      }
    }
    return new SlowToFast(thresholds, WhenFull.TAKES_ANY);
  }

  /** By price: the work from which on it is used. */
  private double[] workFrom(double deadlineNanos) {
    double end = endNanos[endNanos.length - 1];
    double[] from = new double[prices.size()];
    Arrays.fill(from, 1, from.length, end);
    int taken = wholeSteps(deadlineNanos);
    for (Step step : steps.subList(0, taken)) {
      from[step.place + 1] =
          Math.min(from[step.place + 1], endNanos[step.piece] - workNanos(step.piece));
    }
    if (taken < steps.size() && deadlineNanos < afterNanos[taken]) {
      Step step = steps.get(taken);
      double part = (afterNanos[taken] - deadlineNanos) / step.savedNanos;
      double begin = endNanos[step.piece] - Math.min(1, part) * workNanos(step.piece);
      from[step.place + 1] = Math.min(from[step.place + 1], begin);
    }
    return from;
  }
}
