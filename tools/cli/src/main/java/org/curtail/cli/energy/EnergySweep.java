package org.curtail.cli.energy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.curtail.benchkit.energyruns.CarriedLoad;
import org.curtail.benchkit.energyruns.ComparedPolicies;
import org.curtail.benchkit.energyruns.EnergySetting;
import org.curtail.benchkit.energyruns.PolicyCapacities;
import org.curtail.benchkit.energyruns.PolicyTrial;
import org.curtail.benchkit.policyruns.Workers;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.Interrupted;

/**
 * Tries all policies at all loads, on all cores of this machine. Results do not depend on the
 * number of cores.
 */
final class EnergySweep {
  private EnergySweep() {}

  /** The results: loads in their order, and the capacity of each policy. */
  record Swept(List<AtLoad> loads, List<CarriedLoad> capacities) {
    Swept {
      loads = List.copyOf(loads);
      capacities = List.copyOf(capacities);
    }
  }

  /** The results at a load: policies in their order, all-fast first, and the limits. */
  record AtLoad(
      double load, List<PolicyTrial> tried, double oneScheduleJoules, double clairvoyantJoules) {
    AtLoad {
      tried = List.copyOf(tried);
    }
  }

  /** Running tasks of a load. */
  private record Begun(
      double load,
      List<Future<PolicyTrial>> tried,
      Future<Double> oneScheduleJoules,
      Future<Double> clairvoyantJoules) {}

  /**
   * Runs the sweep.
   *
   * @throws Interrupted if the user stops the work
   */
  static Swept run(EnergySetting setting, Console console) throws InterruptedException {
    try (var workers = new Workers()) {
      var all = new ArrayList<Future<?>>();
      var begun = new ArrayList<Begun>();
      for (double load : setting.loads()) {
        var opponents = new ComparedPolicies(setting, load);
        var tried = new ArrayList<Future<PolicyTrial>>();
        opponents.all().forEach(one -> tried.add(workers.submit(one::get)));
        var next =
            new Begun(
                load,
                tried,
                workers.submit(opponents::oneScheduleJoules),
                workers.submit(opponents::clairvoyantJoules));
        begun.add(next);
        all.addAll(tried);
        all.add(next.oneScheduleJoules);
        all.add(next.clairvoyantJoules);
      }
      var carried = new ArrayList<Future<CarriedLoad>>();
      new PolicyCapacities(setting).all().forEach(one -> carried.add(workers.submit(one::get)));
      all.addAll(carried);
      boolean complete =
          Workers.await(
              all,
              (done, of) -> console.progress("energy: %d of %d searches done".formatted(done, of)));
      if (!complete) {
        throw new Interrupted("stopped; no results were written");
      }
      return new Swept(
          begun.stream()
              .map(one ->
                  new AtLoad(
                      one.load,
                      one.tried.stream().map(Future::resultNow).toList(),
                      one.oneScheduleJoules.resultNow(),
                      one.clairvoyantJoules.resultNow()))
              .toList(),
          carried.stream().map(Future::resultNow).toList());
    }
  }
}
