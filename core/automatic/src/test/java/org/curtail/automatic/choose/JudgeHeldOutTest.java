package org.curtail.automatic.choose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.curtail.IntervalTable;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.policies.Policies;
import org.curtail.policies.Policies.Ingredients;
import org.curtail.sim.Machine;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.Simulation;
import org.curtail.sim.SimulationResult;
import org.curtail.sim.SyntheticDemand;
import org.curtail.sim.SyntheticProfiles;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Choices of a judge on unseen arrivals and requests, against every policy of the registry that
 * needs no number and no prediction: at simulated loads and between them.
 */
@Tag("long")
class JudgeHeldOutTest {
  private static final List<Double> LOADS = List.of(0.1, 0.25, 0.4, 0.6, 0.7, 0.8, 0.85, 0.9);

  private static final int TRACES = 3;
  private static final int REQUESTS = 8_000;
  private static final int WARM_UP = 800;
  private static final double MOST_HARM = 1.03;

  /**
   * Tolerance over the best harmless policy in hindsight. Between levels another policy may be the
   * best.
   */
  private static final double MOST_REGRET = 1.2;

  /** Returns the means over the traces for one policy at one load; infinite if it gave up. */
  private record Latency(String name, double meanMs, double p95Ms, double p99Ms) {
    boolean isHarmless(Latency baseline) {
      return meanMs <= MOST_HARM * baseline.meanMs && p95Ms <= MOST_HARM * baseline.p95Ms;
    }
  }

  private static Profile profile(String name) {
    return switch (name) {
      case "light" -> SyntheticProfiles.luceneLike(3_000, 4);
      case "bing" -> SyntheticProfiles.bingLike2012(5_000);
      case "pareto" -> SyntheticDemand.PARETO.withGoodSpeedups(3_000);
      default -> SyntheticDemand.LOGNORMAL.withPoorSpeedups(3_000);
    };
  }

  @ParameterizedTest
  @CsvSource({"light,2", "light,15", "bing,2", "bing,15", "pareto,4", "poor,8"})
  void noHarmAtAnyLoadAndHardlyWorseThanTheBestWithHindsight(String demand, int cores) {
    Profile profile = profile(demand);
    Judge judge = new Judge(JudgeSetting.of(profile, cores, Goal.byDefault(), 1));
    PolicyMap map = judge.judge();
    Optional<IntervalTable> table =
        judge.candidates().all().stream()
            .flatMap(candidate -> candidate.table().stream())
            .findFirst();
    for (double load : LOADS) {
      double perSecond = load * cores * 1000 / profile.meanMs(1);
      List<Trace> traces =
          Stream.iterate(4711L, seed -> seed + 1)
              .limit(TRACES)
              .map(seed -> Traces.draw(new PoissonArrivals(perSecond), profile, REQUESTS, seed))
              .toList();
      Candidate serving = map.entries().get(map.place(load)).candidate();
      var service = new Simulation(profile, Machine.ofCores(cores)).givingUpBeyond(5_000);
      Latency baseline =
          latency("sequential", judge.candidates().baseline().policy(), service, traces);
      Latency chosen = latency(serving.name(), serving.policy(), service, traces);
      assertThat(chosen.meanMs / baseline.meanMs)
          .as("mean of %s at %s", chosen.name, load)
          .isLessThan(MOST_HARM);
      assertThat(chosen.p95Ms / baseline.p95Ms)
          .as("p95 of %s at %s", chosen.name, load)
          .isLessThan(MOST_HARM);
      for (String name : registry(table.isPresent())) {
        Policy policy = Policies.named(name, new Ingredients(Optional.of(profile), table));
        Latency other = latency(name, policy, service, traces);
        if (other.isHarmless(baseline)) {
          assertThat(chosen.p99Ms / other.p99Ms)
              .as("p99 of %s against %s at %s", chosen.name, name, load)
              .isLessThan(MOST_REGRET);
        }
      }
    }
  }

  private static List<String> registry(boolean hasTable) {
    var names = new ArrayList<String>();
    Policies.names().stream()
        .filter(name -> name.equals(name.toLowerCase(Locale.ROOT)))
        .filter(name -> !Policies.needsPrediction(name))
        .filter(name -> !name.endsWith("-published"))
        .filter(name -> hasTable || !name.startsWith("few-to-many"))
        .forEach(names::add);
    names.addAll(List.of("fixed-2", "interval-100", "tail-index-gittins-100"));
    return names;
  }

  private static Latency latency(
      String name, Policy policy, Simulation service, List<Trace> traces) {
    double meanMs = 0;
    double p95Ms = 0;
    double p99Ms = 0;
    for (Trace trace : traces) {
      SimulationResult result = service.run(policy, trace);
      if (result.isGivenUp()) {
        double never = Double.POSITIVE_INFINITY;
        return new Latency(name, never, never, never);
      }
      SimulationResult counted = result.afterWarmUp(WARM_UP);
      meanMs += counted.meanMs() / traces.size();
      p95Ms += counted.percentileMs(95) / traces.size();
      p99Ms += counted.percentileMs(99) / traces.size();
    }
    return new Latency(name, meanMs, p95Ms, p99Ms);
  }
}
