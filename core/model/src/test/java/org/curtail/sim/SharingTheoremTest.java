package org.curtail.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.policies.Policies;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.FixedInterval;
import org.curtail.policy.Sequential;
import org.curtail.policy.Sharing;
import org.curtail.policy.TailIndex;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Theorem for each single request: no request ends later than if all were sequential and shared the
 * cores, for any use of the idle cores. It requires ideal sharing without costs, an immediate start
 * and speedups of at least 1. The proof is in {@code research/notes/sharing-theorem.md}.
 */
class SharingTheoremTest {
  /**
   * A request ends at the first whole nanosecond, so one behind another may end some nanoseconds
   * later.
   */
  private static final long ROUNDING_NANOS = 5;

  private static final int[] CORES = {1, 2, 3, 4, 8, 15};

  private record Case(Profile profile, Trace trace, int cores) {
    /** Any demands, and any speedups of at least 1, rising with the degree or not. */
    static Case draw(RandomGenerator random) {
      double[][] timesMs = new double[random.nextInt(20, 120)][random.nextInt(1, 7)];
      int kind = random.nextInt(5);
      for (int r = 0; r < timesMs.length; r++) {
        double demandMs = demandMs(kind, (r + 0.5) / timesMs.length, random);
        double speedup = 1;
        for (int d = 0; d < timesMs[r].length; d++) {
          timesMs[r][d] = demandMs / speedup;
          speedup = Math.max(1, speedup + random.nextDouble(-0.4, 1));
        }
      }
      Profile profile = Profile.of("random", timesMs);
      int cores = CORES[random.nextInt(CORES.length)];
      double load = random.nextDouble(0.2, 1.2);
      Trace trace =
          Traces.draw(
              arrivals(random.nextInt(3), load * cores * 1000 / profile.meanMs(1), profile),
              profile,
              random.nextInt(50, 300),
              random.nextLong());
      return new Case(profile, trace, cores);
    }

    private static double demandMs(int kind, double share, RandomGenerator random) {
      return switch (kind) {
        case 0 -> 20;
        case 1 -> -20 * Math.log(1 - share);
        case 2 -> 2 / Math.pow(1 - share, 1 / 1.2);
        case 3 -> share < 0.9 ? 3 : 200;
        default -> Math.exp(2 + 1.5 * random.nextGaussian());
      };
    }

    private static Arrivals arrivals(int kind, double perSecond, Profile profile) {
      return switch (kind) {
        case 0 -> new PoissonArrivals(perSecond);
        case 1 ->
            new BurstyArrivals(
                new RatePeriod(4 * perSecond, 20 * profile.meanMs(1)),
                new RatePeriod(0, 60 * profile.meanMs(1)));
        // All together.
        default -> new PoissonArrivals(1000 * perSecond);
      };
    }

    SimulationResult run(Policy policy) {
      return Simulation.run(policy, profile, trace, Machine.ofCores(cores));
    }

    SimulationResult run(String policy) {
      return run(
          Policies.named(policy, new Policies.Ingredients(Optional.of(profile), Optional.empty())));
    }

    SimulationResult shared() {
      return run("processor-sharing");
    }

    /** Returns the requests that end later than if all were sequential and shared the cores. */
    static int later(SimulationResult outcome, SimulationResult shared) {
      int later = 0;
      for (int i = 0; i < outcome.requests(); i++) {
        later += outcome.latencyNanos(i) > shared.latencyNanos(i) + ROUNDING_NANOS ? 1 : 0;
      }
      return later;
    }
  }

  @Test
  void noRequestEndsLaterThanUnderProcessorSharingForAnyUseOfIdleCores() {
    check(1, Cases.count(50, 150));
  }

  @Test
  @Tag("long")
  void norOnThousandsOfOtherTraces() {
    check(1_000_000, 5_000);
  }

  private static void check(long seed, int traces) {
    int[] sooner = new int[1];
    Cases.random(
        seed,
        traces,
        random -> {
          Case given = Case.draw(random);
          Profile profile = given.profile;
          SimulationResult shared = given.shared();
          for (Policy policy :
              List.of(
                  TailIndex.queueing(profile).malleable(),
                  TailIndex.patient(profile).malleable(),
                  TailIndex.queueing(profile),
                  new FixedDegree(profile.maxDegree()),
                  new FixedInterval(7, profile.maxDegree()))) {
            SimulationResult outcome = given.run(new Sharing(policy));
            assertThat(Case.later(outcome, shared))
                .as("requests that end later, by %s", policy)
                .isZero();
            sooner[0] += outcome.meanMs() < 0.95 * shared.meanMs() ? 1 : 0;
          }
        });
    assertThat(sooner[0]).as("runs that gained a lot").isGreaterThan(traces / 2);
  }

  @Test
  void theTestNoticesADisciplineWithoutTheGuarantee() {
    for (String without : List.of("least-attained", "tail-index-malleable")) {
      int[] later = new int[1];
      Cases.random(
          1,
          40,
          random -> {
            Case given = Case.draw(random);
            later[0] += Case.later(given.run(without), given.shared());
          });
      assertThat(later[0]).as("requests that end later, by %s", without).isGreaterThan(100);
    }
  }

  @Test
  void theTestNoticesSpeedupsBelowOne() {
    int[] later = new int[1];
    Cases.random(
        1,
        40,
        random -> {
          Case given = Case.draw(random);
          double[][] timesMs = new double[given.profile.requests()][2];
          for (int r = 0; r < timesMs.length; r++) {
            double demandMs = given.profile.timeMs(r, 1);
            timesMs[r] = new double[] {demandMs, demandMs / 0.8};
          }
          var slowed = new Case(Profile.of("slowed", timesMs), given.trace, given.cores);
          later[0] += Case.later(slowed.run(new Sharing(new FixedDegree(2))), slowed.shared());
        });
    assertThat(later[0]).isGreaterThan(100);
  }

  @Test
  void idealSharingEqualsOneThreadEachToTheNanosecond() {
    Cases.random(
        1_000,
        Cases.count(50, 200),
        random -> {
          Case given = Case.draw(random);
          SimulationResult sequential = given.run(new Sequential());
          for (String same :
              List.of("processor-sharing", "sequential+sharing", "fixed-1+sharing")) {
            SimulationResult outcome = given.run(same);
            for (int i = 0; i < given.trace.size(); i++) {
              assertThat(outcome.latencyNanos(i)).as(same).isEqualTo(sequential.latencyNanos(i));
              assertThat(outcome.waitNanos(i)).isZero();
            }
          }
        });
  }
}
