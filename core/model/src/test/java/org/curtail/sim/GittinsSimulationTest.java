package org.curtail.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.curtail.Profile;
import org.curtail.policies.PaperPolicies;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Theory of the Gittins index, and its use in the tail index, in simulations. */
class GittinsSimulationTest {
  private static final int SAMPLES = 2_000;

  private static Profile quantiles(DoubleUnaryOperator quantile) {
    double[][] timesMs = new double[SAMPLES][];
    Arrays.setAll(timesMs, i -> new double[] {quantile.applyAsDouble((i + 0.5) / SAMPLES)});
    return Profile.of("", timesMs);
  }

  private static Trace trace(Profile profile, int cores, double load, int requests) {
    double perSecond = load * cores * 1000 / profile.meanMs(1);
    return Traces.draw(new PoissonArrivals(perSecond), profile, requests, 1);
  }

  private static SimulationResult run(
      String policy, Profile profile, int cores, double load, int requests) {
    return Simulation.run(
        PaperPolicies.named(policy, profile),
        profile,
        trace(profile, cores, load, requests),
        Machine.ofCores(cores));
  }

  @Test
  void withAHazardRateThatFallsItIsLeastAttained() {
    // Pareto from 0 on.
    Profile pareto = quantiles(share -> 50 * (Math.pow(1 - share, -1 / 2.5) - 1));
    for (int cores = 1; cores <= Cases.count(1, 2); cores++) {
      SimulationResult gittins = run("gittins", pareto, cores, 0.8, 20_000);
      SimulationResult leastAttained = run("least-attained", pareto, cores, 0.8, 20_000);
      assertThat(gittins.meanMs()).isCloseTo(leastAttained.meanMs(), withinPercentage(4));
      assertThat(gittins.percentileMs(95))
          .isCloseTo(leastAttained.percentileMs(95), withinPercentage(4));
      assertThat(gittins.meanMs())
          .isLessThan(0.8 * run("processor-sharing", pareto, cores, 0.8, 20_000).meanMs());
    }
  }

  @Test
  void withAHazardRateThatRisesItIsFirstComeFirstServed() {
    Profile constant = Profile.of("", new double[][] {{230}});
    Profile uniform = quantiles(share -> 100 * share);
    Profile gamma = SyntheticProfiles.luceneLike(SAMPLES, 1);
    for (Profile profile : new Profile[] {constant, uniform, gamma}) {
      for (int cores : new int[] {1, 3}) {
        SimulationResult gittins = run("gittins", profile, cores, 0.8, 5_000);
        double[] queued =
            SimplestSimulation.responsesMs(trace(profile, cores, 0.8, 5_000), profile, cores, 1);
        for (int i = 0; i < queued.length; i++) {
          assertThat(gittins.latencyNanos(i) / 1e6)
              .as("request %d of %s on %d cores", i, profile, cores)
              .isCloseTo(queued[i], within(0.01));
        }
      }
    }
  }

  @Test
  void withAConstantHazardRateEveryOrderHasTheSameMean() {
    Profile exponential = quantiles(share -> -10 * Math.log(1 - share));
    double meanMs = 10 / (1 - 0.7);
    for (String policy : new String[] {"gittins", "least-attained", "processor-sharing"}) {
      assertThat(run(policy, exponential, 1, 0.7, Cases.count(50_000, 100_000)).meanMs())
          .as(policy)
          .isCloseTo(meanMs, withinPercentage(4));
    }
  }

  @Test
  void withTwoDemandsShortOnesAreServedThenNearlyDoneOnes() {
    double[][] timesMs = new double[1_000][];
    Arrays.setAll(timesMs, i -> new double[] {i < 900 ? 60 : 1_760});
    Profile profile = Profile.of("", timesMs);
    // A long request, a short one while it runs, and one 10 ms before its end.
    Trace trace = Trace.of(new double[] {0, 500, 1_810}, new int[] {999, 0, 1});
    SimulationResult outcome =
        Simulation.run(PaperPolicies.named("gittins", profile), profile, trace, Machine.ofCores(1));
    assertThat(outcome.latencyNanos(0) / 1e6).isCloseTo(1_760 + 60, within(0.001));
    // Not at once: the policy decides about the long one again after a sixteenth of its service.
    assertThat(outcome.latencyNanos(1) / 1e6).isBetween(60.0, 60 + 500 / 16.0);
    assertThat(outcome.latencyNanos(2) / 1e6).isCloseTo(10 + 60, within(0.001));
    SimulationResult many = run("gittins", profile, 1, 0.8, 10_000);
    assertThat(many.percentileMs(50)).isCloseTo(60, withinPercentage(5));
    assertThat(many.meanMs())
        .isLessThan(0.7 * run("processor-sharing", profile, 1, 0.8, 10_000).meanMs());
  }

  private static void assertNotAbove(
      SimulationResult some, SimulationResult others, double factor, String description) {
    assertThat(some.meanMs())
        .as("mean, %s", description)
        .isLessThanOrEqualTo(factor * others.meanMs());
    for (double percentile : new double[] {95, 99, 99.9}) {
      assertThat(some.percentileMs(percentile))
          .as("p%s, %s", percentile, description)
          .isLessThanOrEqualTo(factor * others.percentileMs(percentile));
    }
  }

  @Test
  @Tag("long")
  void theTailIndexThatSharesIsNeverAboveSharingWithoutParallelism() {
    for (Profile profile :
        new Profile[] {
          SyntheticProfiles.bingLike2012(SAMPLES), SyntheticProfiles.luceneLike(SAMPLES, 4)
        }) {
      for (int cores : new int[] {2, 4}) {
        for (double load : new double[] {0.3, 0.7, 0.9}) {
          assertNotAbove(
              run("tail-index-sharing", profile, cores, load, 6_000),
              run("processor-sharing", profile, cores, load, 6_000),
              1,
              "%s on %d cores at load %s".formatted(profile.source(), cores, load));
        }
      }
    }
  }

  @Test
  void theTailIndexByGittinsIsBelowSharingForLightTailsAndHeavyOnes() {
    for (Profile profile :
        new Profile[] {
          SyntheticProfiles.bingLike2012(SAMPLES), SyntheticProfiles.luceneLike(SAMPLES, 4)
        }) {
      for (int cores = 2; cores <= Cases.count(2, 4); cores += 2) {
        for (double load : new double[] {0.3, 0.7}) {
          SimulationResult gittins = run("tail-index-gittins-10", profile, cores, load, 6_000);
          SimulationResult sharing = run("processor-sharing", profile, cores, load, 6_000);
          String description = "%s on %d cores at load %s".formatted(profile.source(), cores, load);
          assertThat(gittins.meanMs()).as(description).isLessThan(sharing.meanMs());
          assertThat(gittins.percentileMs(99)).as(description).isLessThan(sharing.percentileMs(99));
        }
      }
    }
  }

  @Test
  @Tag("long")
  void theWeightOfAgeLeadsFromTheMeanToTheFarTail() {
    Profile heavy = SyntheticProfiles.bingLike2012(SAMPLES);
    SimulationResult mean = run("tail-index-gittins-1", heavy, 2, 0.85, 20_000);
    SimulationResult tail = run("tail-index-gittins-400", heavy, 2, 0.85, 20_000);
    assertThat(mean.meanMs()).isLessThan(0.9 * tail.meanMs());
    assertThat(tail.percentileMs(99.9)).isLessThan(0.98 * mean.percentileMs(99.9));
  }
}
