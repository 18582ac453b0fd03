package org.curtail.papers.experiments;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.curtail.Profile;
import org.curtail.benchkit.policyruns.Contender;
import org.curtail.benchkit.results.Checks;
import org.curtail.benchkit.results.Degrees;
import org.curtail.benchkit.results.Latency;
import org.curtail.benchkit.results.Lateness;
import org.curtail.benchkit.results.Run;
import org.curtail.policy.FixedDegree;
import org.curtail.sim.Machine;

/** Measurements made up for tests. */
final class SampleMeasurements {
  private static final Profile PROFILE = Profile.of("sample", new double[][] {{10, 6}, {100, 52}});

  private SampleMeasurements() {}

  /**
   * Measurements with these tails.
   *
   * @param p99Ms by policy, rate and seed from 1 on; NaN for a run in which requests piled up
   */
  static Measurements of(List<Double> rates, Map<String, double[][]> p99Ms) {
    List<Contender.Fixed> policies =
        p99Ms.keySet().stream()
            .sorted()
            .map(name -> new Contender.Fixed(name, new FixedDegree(1)))
            .toList();
    var singles = new ArrayList<Measurements.Single>();
    int repeats = p99Ms.values().iterator().next()[0].length;
    for (Contender.Fixed policy : policies) {
      for (int i = 0; i < rates.size(); i++) {
        for (int seed = 1; seed <= repeats; seed++) {
          double ms = requireNonNull(p99Ms.get(policy.name()))[i][seed - 1];
          singles.add(new Measurements.Single(seed, run(policy.name(), rates.get(i), ms)));
        }
      }
    }
    return new Measurements(
        new Scenario("sample", "made up", PROFILE, Machine.ofCores(4), policies, rates), singles);
  }

  static Run run(String policy, double rps, double p99Ms) {
    return new Run(
        policy,
        0.5,
        rps,
        0.5,
        1000,
        new Latency(
            p99Ms / 4, p99Ms / 5, p99Ms / 3, p99Ms / 2, p99Ms, p99Ms * 2, p99Ms * 3, List.of()),
        50.0,
        new Degrees(1, 1, 1, List.of(1.0)),
        2,
        5,
        Checks.NONE,
        Lateness.NONE,
        0,
        List.of(new Run.Point(99, p99Ms)),
        List.of(),
        Double.isNaN(p99Ms) ? true : null);
  }
}
