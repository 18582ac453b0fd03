package org.curtail.app.energy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.curtail.Profile;
import org.curtail.energy.ClairvoyantEnergy;
import org.curtail.energy.ControlledThresholds;
import org.curtail.energy.EnergyResult;
import org.curtail.energy.EnergySimulation;
import org.curtail.energy.LeastEnergy;
import org.curtail.energy.Machine;
import org.curtail.energy.OneSpeed;
import org.curtail.energy.Pegasus;
import org.curtail.energy.Rubik;
import org.curtail.energy.SlowToFast;
import org.curtail.energy.SpeedPolicy;
import org.curtail.energy.SpeedSteering;
import org.curtail.energy.TailFirst;
import org.curtail.energy.ThresholdController;
import org.curtail.energy.ThresholdSearch;
import org.curtail.sim.Trace;

/**
 * The policies that are compared at one load, each with the numbers that bring its tail under the
 * target, and the limits of the same requests. Every method can be called from any thread.
 */
final class Opponents {
  private final EnergySetting setting;
  private final double load;
  private final List<Trace> traces;
  private final LeastEnergy least;

  /**
   * What came of a policy.
   *
   * @param runs one for each trace, or a single long one
   * @param thresholds of slow to fast; empty for others
   */
  record Tried(String name, List<EnergyResult> runs, Optional<SlowToFast> thresholds) {
    double tailMs(double percentile) {
      return runs.stream().mapToDouble(run -> run.percentileMs(percentile)).average().orElseThrow();
    }

    double joulesPerRequest() {
      return runs.stream().mapToDouble(EnergyResult::joulesPerRequest).average().orElseThrow();
    }
  }

  Opponents(EnergySetting setting, double load) {
    this.setting = setting;
    this.load = load;
    traces = setting.traces(load);
    least = LeastEnergy.of(setting.profile(), setting.machine(), setting.percentile());
  }

  /** All of them, to be tried in any order; all-fast is the first. */
  List<Supplier<Tried>> all() {
    Machine machine = setting.machine();
    var all = new ArrayList<Supplier<Tried>>();
    all.add(() -> fixed(OneSpeed.allFast(machine)));
    if (machine.fastest() == 0) {
      return all;
    }
    all.add(() -> fixed(OneSpeed.allSlow()));
    boolean hasClocks = machine.kind() == Machine.Kind.CLOCKS;
    if (hasClocks) {
      all.add(this::oneClock);
      all.add(this::pegasus);
      all.add(this::rubik);
    }
    if (!hasClocks || Double.isFinite(machine.budgetWatts())) {
      all.add(() -> fixed(new TailFirst()));
    }
    all.add(this::slowToFast);
    all.add(this::controlled);
    return all;
  }

  private Tried fixed(SpeedPolicy policy) {
    return new Tried(policy.name(), runs(policy), Optional.empty());
  }

  private List<EnergyResult> runs(SpeedPolicy policy) {
    EnergySimulation simulation = setting.simulation();
    return traces.stream().map(trace -> simulation.run(policy, trace)).toList();
  }

  private double tailMs(SpeedPolicy policy) {
    return new Tried(policy.name(), runs(policy), Optional.empty()).tailMs(setting.percentile());
  }

  /** The slowest clock for all with which the target is met; the fastest if none meets it. */
  private Tried oneClock() {
    int low = 0;
    int high = setting.machine().fastest();
    while (low < high) {
      int middle = (low + high) / 2;
      if (tailMs(new OneSpeed("one-clock", middle)) <= setting.targetMs()) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return fixed(new OneSpeed("one-clock", low));
  }

  private Tried rubik() {
    DoubleFunction<SpeedPolicy> aimed =
        deadlineMs ->
            new Rubik(setting.profile(), setting.percentile(), Math.max(1e-6, deadlineMs));
    return new Tried("rubik", runs(aimed.apply(aim(aimed))), Optional.empty());
  }

  private Tried slowToFast() {
    SlowToFast policy = least.schedule(aim(least::schedule));
    return new Tried(policy.name(), runs(policy), Optional.of(policy));
  }

  /** The longest deadline that a policy can aim at; 0 if none keeps the tail under the target. */
  private double aim(DoubleFunction<? extends SpeedPolicy> aimed) {
    OptionalDouble found =
        ThresholdSearch.longestMs(
            least.shortestMs(), deadlineMs -> tailMs(aimed.apply(deadlineMs)), setting.targetMs());
    return found.orElse(0);
  }

  private Tried pegasus() {
    return steered(
        "pegasus",
        new Pegasus(
            setting.machine(),
            setting.targetMs(),
            setting.percentile(),
            setting.windowNanos(load),
            fewestEnds()));
  }

  private Tried controlled() {
    var steering =
        new ControlledThresholds(
            ThresholdController.of(least, setting.targetMs(), setting.percentile()),
            least,
            setting.windowNanos(load));
    return steered("slow-to-fast, controlled", steering);
  }

  private int fewestEnds() {
    return ThresholdController.of(least, setting.targetMs(), setting.percentile()).fewestEnds();
  }

  private Tried steered(String name, SpeedSteering steering) {
    return new Tried(
        name,
        List.of(setting.simulation().run(steering, setting.longTrace(load))),
        Optional.empty());
  }

  /**
   * The least that one schedule for all requests draws, idle cores included, in joules a request.
   */
  double oneScheduleJoules() {
    return meanOverTraces(sample ->
        LeastEnergy.of(sample, setting.machine(), setting.percentile()).joules(setting.targetMs()));
  }

  /** The least that anybody draws, idle cores included, in joules a request. */
  double clairvoyantJoules() {
    return meanOverTraces(sample ->
        ClairvoyantEnergy.joules(
            sample, setting.machine(), setting.percentile(), setting.targetMs()));
  }

  /** Of the requests of each trace; idle cores draw at least until the last one arrives. */
  private double meanOverTraces(ToDoubleFunction<Profile> joules) {
    double sum = 0;
    for (Trace trace : traces) {
      int[] requests = IntStream.range(0, trace.size()).map(trace::request).toArray();
      double idleJoules =
          setting.machine().idleWatts() * trace.arrivalMs(trace.size() - 1) / 1e3 / trace.size();
      sum += idleJoules + joules.applyAsDouble(setting.profile().select(requests));
    }
    return sum / traces.size();
  }
}
