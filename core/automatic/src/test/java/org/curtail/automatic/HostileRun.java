package org.curtail.automatic;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.curtail.Percentile;
import org.curtail.Profile;
import org.curtail.automatic.choose.Candidate;
import org.curtail.automatic.choose.Judge;
import org.curtail.automatic.choose.JudgeSetting;
import org.curtail.automatic.choose.Level;
import org.curtail.automatic.choose.PolicyMap;
import org.curtail.automatic.choose.SuccessiveHalving;
import org.curtail.policy.Sequential;
import org.curtail.sim.Machine;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.Predictor;
import org.curtail.sim.Simulation;
import org.curtail.sim.SimulationResult;
import org.curtail.sim.Steering;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;

/**
 * Simulated service with a fault: once with a pilot that learns, and once with one thread for each
 * request, on the same arrivals.
 */
final class HostileRun {
  private static final long PLAN_NANOS = 5_000_000_000L;

  final Profile truth;
  final int cores;
  final PilotSetting setting;
  Machine machine;
  PilotKnowledge known = PilotKnowledge.NOTHING;
  Predictor predictor = Predictor.NONE;
  Function<JudgeSetting, PolicyMap> planner = task -> always("tail-index", task.profile());
  UnaryOperator<Steering> clock = steering -> steering;

  HostileRun(Profile truth, int cores) {
    this.truth = truth;
    this.cores = cores;
    machine = Machine.ofCores(cores);
    setting = PilotSetting.of(cores).upToDegree(Math.min(truth.maxDegree(), cores));
  }

  /** Plans without any simulation. */
  static PolicyMap always(String name, Profile profile) {
    return PolicyMap.always(
        Candidate.named(name, profile, Optional.empty(), OptionalInt.empty()), "for the test");
  }

  /** Plans as a judge does, with fewer simulations. */
  static PolicyMap judged(JudgeSetting task) {
    return new Judge(
            JudgeSetting.of(task.profile(), task.machine().cores(), task.goal(), task.seed())
                .predictedWith(task.predictions()),
            List.of(new Level(0.3, 1), new Level(0.6, 1), new Level(0.85, 1)),
            List.of(new SuccessiveHalving.Round(1, 2), new SuccessiveHalving.Round(6, 1)))
        .judge();
  }

  /** Begins with a profile of another service, and a plan for it. */
  HostileRun knowing(Profile given, PolicyMap plan) {
    known = new PilotKnowledge(Optional.of(given), Optional.of(plan), List.of());
    return this;
  }

  /** Arrivals at a share of the sequential capacity. */
  Trace trace(double load, int requests, long seed) {
    double perSecond = load * cores * 1e3 / truth.meanMs(1);
    return Traces.draw(new PoissonArrivals(perSecond), truth, requests, seed);
  }

  /**
   * Result of a run.
   *
   * @param automatic with the pilot
   * @param baseline with one thread for each request
   */
  record Outcome(Pilot pilot, SimulationResult automatic, SimulationResult baseline) {
    /** Returns the mean of some requests relative to the baseline. */
    double mean(int from, int to) {
      return mean(automatic, from, to) / mean(baseline, from, to);
    }

    private static double mean(SimulationResult result, int from, int to) {
      return IntStream.range(from, to).mapToLong(result::latencyNanos).average().orElseThrow();
    }

    /** Returns the 95th percentile relative to the baseline. */
    double p95(int from, int to) {
      return p95(automatic, from, to) / p95(baseline, from, to);
    }

    private static double p95(SimulationResult result, int from, int to) {
      long[] ascending =
          IntStream.range(from, to).mapToLong(result::latencyNanos).sorted().toArray();
      return ascending[Percentile.rank(95, ascending.length)];
    }

    /** Returns the reasons of the events of a kind. */
    List<String> reasons(Class<? extends PilotEvent> kind) {
      return pilot.events().stream().filter(kind::isInstance).map(PilotEvent::reason).toList();
    }

    /** Returns all messages of the pilot, one per line. */
    String said() {
      var text = new StringBuilder(pilot.explain());
      for (PilotEvent event : pilot.events()) {
        text.append(
            "%10.1f s %s: %s%n"
                .formatted(event.nanos() / 1e9, event.getClass().getSimpleName(), event.reason()));
      }
      return text.toString();
    }
  }

  Outcome run(Trace trace) {
    var pilot = new Pilot(setting, known);
    Simulation service = new Simulation(truth, machine).predictedBy(predictor);
    SimulationResult automatic =
        service
            .steeredBy(clock.apply(new PilotSteering(pilot, planner, PLAN_NANOS)))
            .run(pilot.policy(), trace);
    return new Outcome(pilot, automatic, service.run(new Sequential(), trace));
  }
}
