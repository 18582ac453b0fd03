package org.curtail.papers.experiments;

import static org.curtail.papers.experiments.SlowToFastRuns.PERCENTILE;
import static org.curtail.papers.experiments.SlowToFastRuns.TARGET_MS;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.curtail.Percentile;
import org.curtail.Profile;
import org.curtail.benchkit.energyruns.ThresholdSearch;
import org.curtail.benchkit.results.PaperFigure.Point;
import org.curtail.energy.ControlledThresholds;
import org.curtail.energy.EnergyResult;
import org.curtail.energy.EnergySimulation;
import org.curtail.energy.LeastEnergy;
import org.curtail.energy.ThresholdController;
import org.curtail.sim.RatePeriod;
import org.curtail.sim.SteppedArrivals;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;
import org.curtail.speed.SpeedMachine;

/**
 * The controller of slow to fast under a load in steps, compared with the best fixed thresholds in
 * hindsight. On one machine, with several seeds. Immutable.
 */
final class SlowToFastSteps {
  /** Loads of the steps, as shares of the capacity. */
  static final List<Double> LOADS = List.of(0.2, 0.6, 0.4, 0.2);

  private static final int WINDOWS_IN_A_STEP = 8;

  /** Requests in a window at the least load; higher loads have more. */
  private static final int ENDS_IN_A_WINDOW = 2500;

  /** Largest excess over the target of a settled window. */
  private static final double SETTLED = 0.05;

  private final List<Controlled> runs;

  /** The result of one seed; windows in their order. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Controlled(
      double[] controlledMs, double[] fixedMs, double lateShare, double energyOfFixed) {}

  private SlowToFastSteps(List<Controlled> runs) {
    this.runs = runs;
  }

  static SlowToFastSteps measure(ScenarioRunner runner, SpeedMachine machine)
      throws InterruptedException {
    var tasks = new ArrayList<Callable<Controlled>>();
    for (long seed : runner.seeds()) {
      tasks.add(() -> run(machine, seed));
    }
    return new SlowToFastSteps(runner.all(tasks));
  }

  private static Controlled run(SpeedMachine machine, long seed) {
    Profile profile = SlowToFastRuns.profile();
    double perSecond = machine.mostProgress() * 1000 / profile.meanMs(1);
    double windowMs = 1000 * ENDS_IN_A_WINDOW / (LOADS.getFirst() * perSecond);
    double stepMs = WINDOWS_IN_A_STEP * windowMs;
    var arrivals =
        new SteppedArrivals(
            LOADS.stream().map(load -> new RatePeriod(load * perSecond, stepMs)).toList());
    double loads = LOADS.stream().mapToDouble(load -> load).sum();
    // Somewhat fewer than come in the mean, so that no step begins again.
    int requests = (int) (0.99 * loads * perSecond * stepMs / 1000);
    Trace trace = Traces.draw(arrivals, profile, requests, seed);
    var simulation = new EnergySimulation(profile, machine);
    LeastEnergy least = LeastEnergy.of(profile, machine, PERCENTILE);
    var steering =
        new ControlledThresholds(
            ThresholdController.of(least, TARGET_MS, PERCENTILE),
            least,
            Math.round(windowMs * 1e6));
    EnergyResult controlled = simulation.run(steering, trace);
    double hindsightMs =
        ThresholdSearch.longestMs(
                least.shortestMs(),
                ms -> simulation.run(least.schedule(ms), trace).percentileMs(PERCENTILE),
                TARGET_MS)
            .orElse(0);
    EnergyResult fixed = simulation.run(least.schedule(hindsightMs), trace);
    return new Controlled(
        tails(controlled, trace, windowMs),
        tails(fixed, trace, windowMs),
        lateShare(controlled),
        controlled.joulesPerRequest() / fixed.joulesPerRequest());
  }

  /** Returns the tail of the requests that arrived in each window. */
  private static double[] tails(EnergyResult result, Trace trace, double windowMs) {
    var tails = new double[LOADS.size() * WINDOWS_IN_A_STEP];
    int from = 0;
    for (int window = 0; window < tails.length; window++) {
      int to = from;
      while (to < trace.size() && trace.arrivalMs(to) < (window + 1) * windowMs) {
        to++;
      }
      double[] ascendingMs =
          IntStream.range(from, to)
              .mapToDouble(i -> result.latencyNanos(i) / 1e6)
              .sorted()
              .toArray();
      tails[window] = Percentile.of(ascendingMs, PERCENTILE);
      from = to;
    }
    return tails;
  }

  private static double lateShare(EnergyResult result) {
    return (double)
            IntStream.range(0, result.requests())
                .filter(i -> result.latencyNanos(i) > TARGET_MS * 1e6)
                .count()
        / result.requests();
  }

  private Estimate of(ToDoubleFunction<Controlled> number) {
    return Estimate.of(runs.stream().map(run -> (Double) number.applyAsDouble(run)).toList());
  }

  /** Returns the excess over the energy of the best fixed thresholds, in percent. */
  Estimate percentAboveFixed() {
    return of(run -> 100 * (run.energyOfFixed - 1));
  }

  /** Returns the requests above the target, in percent of all; 1 % is allowed. */
  Estimate latePercent() {
    return of(run -> 100 * run.lateShare);
  }

  /** Returns the windows with a tail above the target, in percent of all. */
  Estimate violatedPercent() {
    return of(run ->
        100.0
            * Arrays.stream(run.controlledMs).filter(ms -> ms > TARGET_MS).count()
            / run.controlledMs.length);
  }

  /** Returns the excess of the worst window over the target, in percent of it. */
  Estimate overshootPercent() {
    return of(run ->
        100
            * (Math.max(TARGET_MS, Arrays.stream(run.controlledMs).max().orElseThrow()) / TARGET_MS
                - 1));
  }

  /** Returns the largest number of windows from a step to its last window with a high tail. */
  Estimate settlingWindows() {
    return of(run ->
        IntStream.range(1, LOADS.size())
            .map(step -> settling(run.controlledMs, step * WINDOWS_IN_A_STEP))
            .max()
            .orElseThrow());
  }

  private static int settling(double[] tailsMs, int from) {
    for (int last = WINDOWS_IN_A_STEP; last > 0; last--) {
      if (tailsMs[from + last - 1] > TARGET_MS * (1 + SETTLED)) {
        return last;
      }
    }
    return 0;
  }

  /** Returns the tail of each window over the repeats; x counts windows from 1. */
  List<Point> controlledMs() {
    return points(Controlled::controlledMs);
  }

  /** Returns the same curve with the best fixed thresholds. */
  List<Point> fixedMs() {
    return points(Controlled::fixedMs);
  }

  private List<Point> points(Function<Controlled, double[]> windows) {
    return IntStream.range(0, LOADS.size() * WINDOWS_IN_A_STEP)
        .mapToObj(window -> {
          Estimate ms = of(run -> windows.apply(run)[window]);
          return new Point(window + 1.0, ms.mean(), ms.low(), ms.high());
        })
        .toList();
  }
}
