package org.curtail.benchkit.energyruns;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.curtail.Profile;
import org.curtail.energy.ControlledThresholds;
import org.curtail.energy.EnergyResult;
import org.curtail.energy.EnergySimulation;
import org.curtail.energy.LeastEnergy;
import org.curtail.energy.SpeedOpponents;
import org.curtail.energy.SpeedSteering;
import org.curtail.energy.ThresholdController;
import org.curtail.sim.Trace;
import org.curtail.speed.SlowToFast;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;

/**
 * The compared policies at one load, with parameters that meet the target of the tail, and the
 * least energy for the same requests. Thread-safe.
 */
public final class ComparedPolicies {
  private final EnergySetting setting;
  private final double load;
  private final List<Trace> traces;
  private final LeastEnergy least;

  /**
   * Creates the policies for a load.
   *
   * @param load a load of {@link EnergySetting#loads}
   */
  public ComparedPolicies(EnergySetting setting, double load) {
    this.setting = setting;
    this.load = load;
    traces = setting.traces(load);
    least = LeastEnergy.of(setting.profile(), setting.machine(), setting.percentile());
  }

  /** Returns the runs of all policies, in any order; all-fast is the first. */
  public List<Supplier<PolicyTrial>> all() {
    SpeedMachine machine = setting.machine();
    var all = new ArrayList<Supplier<PolicyTrial>>();
    all.add(() -> fixed(SpeedPolicy.allFast(machine)));
    if (machine.fastest() == 0) {
      return all;
    }
    all.add(() -> fixed(SpeedPolicy.allSlow()));
    boolean hasClocks = machine.kind() == SpeedMachine.Kind.CLOCKS;
    if (hasClocks) {
      all.add(this::oneClock);
      all.add(this::pegasus);
      all.add(this::rubik);
    }
    if (!hasClocks || Double.isFinite(machine.budgetWatts())) {
      all.add(() -> fixed(SpeedOpponents.tailFirst()));
    }
    all.add(this::adrenaline);
    all.add(this::slowToFast);
    all.add(this::controlled);
    return all;
  }

  /** Runs a policy without parameters. */
  public PolicyTrial fixed(SpeedPolicy policy) {
    return new PolicyTrial(policy.name(), runs(policy), Optional.empty());
  }

  private List<EnergyResult> runs(SpeedPolicy policy) {
    EnergySimulation simulation = setting.simulation();
    return traces.stream().map(trace -> simulation.run(policy, trace)).toList();
  }

  private List<EnergyResult> predictedRuns(SpeedPolicy policy) {
    return IntStream.range(0, traces.size())
        .mapToObj(i -> setting.predicting(i).run(policy, traces.get(i)))
        .toList();
  }

  private double tailMs(SpeedPolicy policy) {
    return new PolicyTrial(policy.name(), runs(policy), Optional.empty())
        .tailMs(setting.percentile());
  }

  /**
   * Runs all cores at the slowest common clock that meets the target; at the fastest clock if none
   * does.
   */
  public PolicyTrial oneClock() {
    int low = 0;
    int high = setting.machine().fastest();
    while (low < high) {
      int middle = (low + high) / 2;
      if (tailMs(SpeedPolicy.always("one-clock", middle)) <= setting.targetMs()) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return fixed(SpeedPolicy.always("one-clock", low));
  }

  private PolicyTrial rubik() {
    DoubleFunction<SpeedPolicy> aimed =
        deadlineMs ->
            SpeedOpponents.rubik(
                setting.profile(), setting.percentile(), Math.max(1e-6, deadlineMs));
    return new PolicyTrial("rubik", runs(aimed.apply(aim(aimed))), Optional.empty());
  }

  /** Runs slow to fast with the thresholds of least energy that meet the target. */
  public PolicyTrial slowToFast() {
    SlowToFast policy = least.schedule(aim(least::schedule));
    return new PolicyTrial(policy.name(), runs(policy), Optional.of(policy));
  }

  /**
   * Runs predicted long requests at the fastest class, all others at a slower class. The slower
   * class and the threshold for long requests have the least energy that meets the target.
   */
  public PolicyTrial adrenaline() {
    PolicyTrial best = adrenaline(SpeedOpponents.predictedLong(0, 0));
    for (int slow = 0; slow < setting.machine().fastest(); slow++) {
      int slowClass = slow;
      DoubleFunction<SpeedPolicy> from =
          ms -> SpeedOpponents.predictedLong(Math.round(ms * 1e6), slowClass);
      OptionalDouble longest =
          ThresholdSearch.longestMs(
              0, ms -> adrenaline(from.apply(ms)).tailMs(setting.percentile()), setting.targetMs());
      if (longest.isPresent()) {
        PolicyTrial next = adrenaline(from.apply(longest.getAsDouble()));
        best = next.joulesPerRequest() < best.joulesPerRequest() ? next : best;
      }
    }
    return best;
  }

  private PolicyTrial adrenaline(SpeedPolicy policy) {
    return new PolicyTrial(policy.name(), predictedRuns(policy), Optional.empty());
  }

  /** Runs slow to fast with two speeds: the slowest up to an age, then the fastest. */
  public PolicyTrial slowestFirst() {
    DoubleFunction<SlowToFast> until =
        ageMs ->
            new SlowToFast(
                Collections.nCopies(setting.machine().fastest(), Math.round(ageMs * 1e6)),
                SpeedPolicy.WhenFull.TAKES_ANY);
    OptionalDouble longest =
        ThresholdSearch.longestMs(0, ageMs -> tailMs(until.apply(ageMs)), setting.targetMs());
    SlowToFast policy = until.apply(longest.orElse(0));
    return new PolicyTrial(policy.name(), runs(policy), Optional.of(policy));
  }

  /** Returns the longest deadline with a tail within the target; 0 if there is none. */
  private double aim(DoubleFunction<? extends SpeedPolicy> aimed) {
    OptionalDouble found =
        ThresholdSearch.longestMs(
            least.shortestMs(), deadlineMs -> tailMs(aimed.apply(deadlineMs)), setting.targetMs());
    return found.orElse(0);
  }

  /** Runs a controller of one clock for all cores, on one long trace. */
  public PolicyTrial pegasus() {
    return steered(
        "pegasus",
        SpeedOpponents.pegasus(
            setting.machine(),
            setting.targetMs(),
            setting.percentile(),
            setting.windowNanos(load),
            fewestEnds()));
  }

  /**
   * Runs slow to fast with a controller that learns the thresholds without knowledge of the load,
   * on one long trace.
   */
  public PolicyTrial controlled() {
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

  private PolicyTrial steered(String name, SpeedSteering steering) {
    return new PolicyTrial(
        name,
        List.of(setting.simulation().run(steering, setting.longTrace(load))),
        Optional.empty());
  }

  /**
   * Returns the least energy of one schedule for all requests, including idle cores, in joules per
   * request.
   */
  public double oneScheduleJoules() {
    return meanOverTraces(sample ->
        LeastEnergy.of(sample, setting.machine(), setting.percentile()).joules(setting.targetMs()));
  }

  /** Returns the least energy of any policy, including idle cores, in joules per request. */
  public double clairvoyantJoules() {
    return meanOverTraces(sample ->
        LeastEnergy.clairvoyantJoules(
            sample, setting.machine(), setting.percentile(), setting.targetMs(), 1));
  }

  /**
   * Returns the mean over traces of the energy per request, including idle cores until the last
   * arrival.
   */
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
