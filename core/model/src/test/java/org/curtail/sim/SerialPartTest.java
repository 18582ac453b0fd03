package org.curtail.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.plan.RandomProfiles;
import org.curtail.policy.Adaptive;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.policy.TailIndex;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

/** Requests that begin with a part for one thread only, in which their other threads are free. */
class SerialPartTest {
  /** The clock of the simulator rounds each part. */
  private static final double NANOSECOND_MS = 2e-6;

  /** Returns serial parts of random lengths, below all times of their requests. */
  private static Profile withSerialParts(Profile profile, RandomGenerator random) {
    return profile.withSerialMs(
        IntStream.range(0, profile.requests())
            .mapToDouble(r ->
                random.nextDouble()
                    * IntStream.rangeClosed(1, profile.maxDegree())
                        .mapToDouble(d -> profile.timeMs(r, d))
                        .min()
                        .orElseThrow())
            .toArray());
  }

  @Test
  void aRequestAloneTakesItsTimeAndItsCoreTime() {
    Cases.random(
        1,
        300,
        random -> {
          int degree = random.nextInt(1, 6);
          Profile profile = withSerialParts(RandomProfiles.any(random, 1, degree), random);
          Trace trace = Trace.of(new double[] {0}, new int[] {0});
          SimulationResult result =
              Simulation.run(new FixedDegree(degree), profile, trace, Machine.ofCores(degree));
          assertThat(result.meanMs()).isCloseTo(profile.timeMs(0, degree), within(NANOSECOND_MS));
          assertThat(result.utilisation(1) * result.endNanos() / 1e6)
              .isCloseTo(profile.coreMs(0, degree), within(degree * NANOSECOND_MS));
        });
  }

  @Test
  void threadsThatASerialPartDoesNotNeedServeOtherRequests() {
    // Each request: 10 ms serial, then 20 ms on one thread or 10 ms on two.
    Profile profile = Profile.of("", new double[][] {{30, 20}}).withSerialMs(new double[] {10});
    Trace trace = Trace.of(new double[] {0, 5}, new int[] {0, 0});
    SimulationResult result =
        Simulation.run(new FixedDegree(2), profile, trace, Machine.ofCores(2));
    // Both have a core up to 10 ms. Then three threads share two cores up to 17.5 ms, and the first
    // request does half of its second part. Four threads do the rest of it by 27.5 ms, and half of
    // that of the second one, which is alone for another 5 ms.
    assertThat(result.latencyNanos(0) / 1e6).isCloseTo(27.5, within(NANOSECOND_MS));
    assertThat(result.latencyNanos(1) / 1e6).isCloseTo(32.5 - 5, within(NANOSECOND_MS));
  }

  @Test
  void noPolicyIsBelowTheClairvoyantBound() {
    Cases.random(
        1,
        100,
        random -> {
          int cores = random.nextInt(1, 9);
          Profile profile =
              withSerialParts(RandomProfiles.any(random, 20, random.nextInt(1, cores + 1)), random);
          var arrivals =
              new PoissonArrivals(
                  random.nextDouble(0.1, 1.2) * StabilityBound.perSecond(profile, cores));
          Trace trace = Traces.draw(arrivals, profile, 200, random.nextLong());
          double percentile = random.nextDouble(100);
          double boundMs = ClairvoyantBound.of(trace, profile, cores).percentileMs(percentile);
          List<Policy> policies =
              List.of(
                  new Sequential(),
                  new FixedDegree(profile.maxDegree()),
                  Adaptive.of(profile),
                  TailIndex.of(profile),
                  TailIndex.sharing(profile));
          for (Policy policy : policies) {
            SimulationResult result =
                Simulation.run(policy, profile, trace, Machine.ofCores(cores));
            assertThat(result.percentileMs(percentile))
                .as("%s", policy)
                .isGreaterThanOrEqualTo(boundMs * (1 - 1e-6) - NANOSECOND_MS);
          }
        });
  }
}
