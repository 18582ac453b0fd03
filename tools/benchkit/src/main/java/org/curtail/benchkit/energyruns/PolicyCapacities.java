package org.curtail.benchkit.energyruns;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoublePredicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.curtail.benchkit.capacity.MeanInterval;
import org.curtail.energy.EnergySimulation;
import org.curtail.energy.LeastEnergy;
import org.curtail.energy.SpeedOpponents;
import org.curtail.sim.Trace;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;

/**
 * The greatest load at which each policy meets the target of the tail. Parameters of a policy are
 * those of the least tail, without regard to energy. The search bisects on the load; it assumes
 * that the tail rises with the load. Thread-safe.
 */
public final class PolicyCapacities {
  /** Precision of the result, as a share of the capacity of all cores. */
  private static final double ENOUGH = 0.002;

  /** A deadline that no policy can meet. */
  private static final double AT_ONCE_MS = 1e-6;

  private final EnergySetting setting;

  /**
   * Creates the search for the machine and target of a setting. The loads of the setting are not
   * used.
   */
  public PolicyCapacities(EnergySetting setting) {
    this.setting = setting;
  }

  /** Returns the searches of all policies, in any order. */
  public List<Supplier<CarriedLoad>> all() {
    SpeedMachine machine = setting.machine();
    var all = new ArrayList<Supplier<CarriedLoad>>();
    all.add(() -> of(SpeedPolicy.allFast(machine).name(), List.of(SpeedPolicy.allFast(machine))));
    if (machine.fastest() == 0) {
      return all;
    }
    all.add(() -> of(SpeedPolicy.allSlow().name(), List.of(SpeedPolicy.allSlow())));
    if (machine.kind() == SpeedMachine.Kind.CLOCKS) {
      all.add(this::pegasus);
      all.add(() ->
          of(
              "rubik",
              List.of(SpeedOpponents.rubik(setting.profile(), setting.percentile(), AT_ONCE_MS))));
    }
    all.add(() -> of("adrenaline", List.of(SpeedOpponents.predictedLong(0, 0))));
    all.add(this::slowToFast);
    all.add(this::controlled);
    return all;
  }

  /**
   * Searches for slow to fast with thresholds of 0, and with the schedule for the shortest deadline
   * of a single request.
   */
  private CarriedLoad slowToFast() {
    LeastEnergy least = LeastEnergy.of(setting.profile(), setting.machine(), setting.percentile());
    return of(
        "slow-to-fast", List.of(SpeedOpponents.tailFirst(), least.schedule(least.shortestMs())));
  }

  private CarriedLoad pegasus() {
    return steered("pegasus", load -> meets(new ComparedPolicies(setting, load).pegasus()));
  }

  private CarriedLoad controlled() {
    return steered(
        "slow-to-fast, controlled",
        load -> meets(new ComparedPolicies(setting, load).controlled()));
  }

  private CarriedLoad steered(String name, DoublePredicate meets) {
    return new CarriedLoad(name, greatest(meets), null);
  }

  private boolean meets(PolicyTrial tried) {
    return tried.tailMs(setting.percentile()) <= setting.targetMs();
  }

  /** Returns the greatest load over the variants of a policy. */
  private CarriedLoad of(String name, List<SpeedPolicy> forms) {
    List<Double> loads =
        IntStream.range(0, setting.repeats())
            .mapToObj(i -> (Double) greatest(load -> meets(forms, setting.trace(load, i), i)))
            .toList();
    MeanInterval interval = MeanInterval.of(loads);
    return new CarriedLoad(name, interval.mean(), interval);
  }

  private boolean meets(List<SpeedPolicy> forms, Trace trace, int place) {
    EnergySimulation simulation = setting.predicting(place);
    return forms.stream()
        .anyMatch(form ->
            simulation.run(form, trace).percentileMs(setting.percentile()) <= setting.targetMs());
  }

  private static double greatest(DoublePredicate meets) {
    double met = 0;
    double missed = 1;
    while (missed - met > ENOUGH) {
      double middle = (met + missed) / 2;
      if (meets.test(middle)) {
        met = middle;
      } else {
        missed = middle;
      }
    }
    return met;
  }
}
