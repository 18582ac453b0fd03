package org.curtail.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.curtail.IntervalTable;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.plan.PlanGoal;
import org.curtail.plan.TablePlanner;
import org.curtail.policies.PaperPolicies;
import org.curtail.policy.FewToMany;
import org.curtail.policy.Sequential;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Services whose short requests lose on two threads and whose long ones gain. */
class GainByProgressSimulationTest {
  private static final int CORES = 16;
  private static final int REQUESTS = 4_000;

  /** The longest 5 % of 8 to 12 ms, the others of 1 to 3 ms. */
  private static Profile twoKinds(double shortFrom, double shortTo, double ofLong) {
    var random = new SplittableRandom(1);
    double[][] timesMs = new double[400][];
    for (int r = 0; r < timesMs.length; r++) {
      boolean isLong = r % 20 == 0;
      double ms = isLong ? random.nextDouble(8, 12) : random.nextDouble(1, 3);
      double two = isLong ? ofLong : random.nextDouble(shortFrom, shortTo);
      timesMs[r] = new double[] {ms, ms / two};
    }
    return Profile.of("two kinds, " + shortFrom, timesMs);
  }

  /** Gains that rise steadily with demand, which is log-normal. */
  private static Profile steady(double ofShort, double ofLong) {
    var normal = new Distribution.LogNormal(0, 0.9);
    double[][] timesMs =
        IntStream.range(0, 400)
            .mapToObj(r -> {
              double ms = 2 * normal.quantile((r + 0.5) / 400, 1e6);
              double two = ofShort + (ofLong - ofShort) * ms * ms / (ms * ms + 64);
              return new double[] {ms, ms / two};
            })
            .toArray(double[][]::new);
    return Profile.of("steady, " + ofShort, timesMs);
  }

  private static final List<Profile> PROFILES =
      List.of(
          twoKinds(0.56, 0.68, 1.51),
          twoKinds(0.8, 0.8001, 1.5),
          steady(0.56, 1.51),
          steady(0.8, 1.5));

  private static SimulationResult run(Policy policy, Profile profile, double load, long seed) {
    double perSecond = load * CORES * 1000 / profile.meanMs(1);
    Trace trace = Traces.draw(new PoissonArrivals(perSecond), profile, REQUESTS, seed);
    return Simulation.run(policy, profile, trace, Machine.ofCores(CORES));
  }

  private static IntervalTable table(Profile profile) {
    List<Integer> degrees = PlanGoal.degreesTo(2);
    return TablePlanner.plan(
        profile,
        new PlanGoal(
            CORES, CORES, 2, degrees, 99, TablePlanner.suggestStepMs(profile, degrees), 2 * CORES));
  }

  private static double meanMs(SimulationResult[] outcomes) {
    return IntStream.range(0, outcomes.length)
        .mapToDouble(seed -> outcomes[seed].meanMs())
        .average()
        .orElseThrow();
  }

  private static double p99Ms(SimulationResult[] outcomes) {
    return IntStream.range(0, outcomes.length)
        .mapToDouble(seed -> outcomes[seed].percentileMs(99))
        .average()
        .orElseThrow();
  }

  private static SimulationResult[] threeSeeds(Policy policy, Profile profile, double load) {
    return IntStream.rangeClosed(1, 3)
        .mapToObj(seed -> run(policy, profile, load, seed))
        .toArray(SimulationResult[]::new);
  }

  @Test
  @Tag("long")
  void theTailIndexIsNeitherAboveSequentialNorAboveFewToMany() {
    for (Profile profile : PROFILES) {
      Policy fewToMany = new FewToMany(table(profile));
      for (double load : new double[] {0.3, 0.6}) {
        SimulationResult[] sequential = threeSeeds(new Sequential(), profile, load);
        SimulationResult[] incremental = threeSeeds(fewToMany, profile, load);
        for (String name :
            new String[] {"tail-index-malleable", "tail-index-sharing", "tail-index-gittins-100"}) {
          SimulationResult[] index = threeSeeds(PaperPolicies.named(name, profile), profile, load);
          String description = "%s, %s, load %s".formatted(name, profile.source(), load);
          assertThat(meanMs(index)).as(description).isLessThanOrEqualTo(meanMs(sequential));
          assertThat(meanMs(index)).as(description).isLessThanOrEqualTo(meanMs(incremental));
          assertThat(p99Ms(index)).as(description).isLessThanOrEqualTo(0.9 * p99Ms(sequential));
          // A table for the tail alone may start all requests with two threads, at the cost of the
          // short ones.
          if (meanMs(incremental) <= 1.01 * meanMs(sequential) || load == 0.6) {
            assertThat(p99Ms(index)).as(description).isLessThanOrEqualTo(p99Ms(incremental));
          }
        }
      }
    }
  }
}
