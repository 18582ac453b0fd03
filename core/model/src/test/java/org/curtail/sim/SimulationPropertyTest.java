package org.curtail.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.curtail.IntervalTable;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.plan.RandomProfiles;
import org.curtail.policies.PaperPolicies;
import org.curtail.policy.Adaptive;
import org.curtail.policy.Boosted;
import org.curtail.policy.FewToMany;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.policy.TailIndex;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

/** Invariants after every event, for any policy, requests and machine. */
class SimulationPropertyTest {
  private static final double SLACK = 1e-6;

  private static Policy policy(RandomGenerator random, Profile profile) {
    return switch (random.nextInt(8)) {
      case 0 -> new Sequential();
      case 1 -> new FixedDegree(random.nextInt(1, profile.maxDegree() + 1));
      case 2 -> Adaptive.of(profile);
      case 3 -> new Boosted(new FewToMany(table(random, profile.maxDegree())));
      case 4 -> TailIndex.queueing(profile);
      case 5 -> TailIndex.queueing(profile).malleable();
      case 6 -> PaperPolicies.linear(random.nextInt(1, 10), profile.maxDegree());
      default -> new FewToMany(table(random, profile.maxDegree()));
    };
  }

  private static IntervalTable table(RandomGenerator random, int maxDegree) {
    var rows = new ArrayList<IntervalTable.Row>();
    for (int load = 1; load <= random.nextInt(2, 6); load++) {
      List<Double> startsMs =
          random.doubles(maxDegree, 0, 40).map(Math::rint).sorted().boxed().toList();
      rows.add(new IntervalTable.Row(load, startsMs, 0, 0, 0));
    }
    List<Integer> degrees = IntStream.rangeClosed(1, maxDegree).boxed().toList();
    return new IntervalTable(
        4, random.nextInt(1, 9), maxDegree, 99, 1, degrees, rows, random.nextInt(1, 9));
  }

  private record Case(Policy policy, Profile profile, Trace trace, Machine machine) {
    static Case draw(RandomGenerator random) {
      Profile profile = RandomProfiles.any(random, random.nextInt(1, 20), random.nextInt(1, 5));
      int cores = random.nextInt(1, 6);
      double load = random.nextDouble(0.1, 1.5);
      Trace trace =
          Traces.draw(
              new PoissonArrivals(load * cores * 1000 / profile.meanMs(1)),
              profile,
              random.nextInt(1, 80),
              random.nextLong());
      var machine = new Machine(cores, costs(random), noise(random));
      return new Case(SimulationPropertyTest.policy(random, profile), profile, trace, machine);
    }

    private static Costs costs(RandomGenerator random) {
      if (random.nextBoolean()) {
        return Costs.NONE;
      }
      var costs = new Costs(random.nextLong(100_000), random.nextLong(1, 5_000_000));
      costs = random.nextBoolean() ? costs : costs.withClaimNanos(random.nextLong(1_000_000));
      costs = random.nextBoolean() ? costs : costs.withOverheadPerThread(random.nextDouble());
      return random.nextBoolean() ? costs : costs.withSpeculation();
    }

    private static Noise noise(RandomGenerator random) {
      return random.nextInt(3) > 0
          ? Noise.NONE
          : new Noise(
              random.nextLong(1, 50_000_000),
              random.nextLong(1, 20_000_000),
              random.nextBoolean(),
              random.nextLong());
    }

    SimulationResult run(Observer observer) {
      return new Simulation(profile, machine).watchedBy(observer).run(policy, trace);
    }
  }

  @Test
  void theInvariantsHoldAfterEveryEvent() {
    int[] lost = new int[1];
    Cases.random(
        1,
        Cases.count(800, 2_500),
        random -> {
          Case given = Case.draw(random);
          var checker = new StateChecker(given.policy, given.profile, given.trace, given.machine);
          SimulationResult outcome = given.run(checker);
          checker.checkEnd(outcome);
          lost[0] += given.policy.traits().isMalleable() ? checker.threadsLost() : 0;
        });
    assertThat(lost[0]).as("threads that malleable policies took away").isPositive();
  }

  @Test
  void theSameInputGivesTheSameOutcome() {
    Cases.random(
        10_000,
        100,
        random -> {
          Case given = Case.draw(random);
          SimulationResult once = given.run(Observer.NONE);
          SimulationResult again = given.run(Observer.NONE);
          for (int i = 0; i < once.requests(); i++) {
            assertThat(again.latencyNanos(i)).isEqualTo(once.latencyNanos(i));
          }
        });
  }

  @Test
  void noPolicyBeatsTheClairvoyantBound() {
    Cases.random(
        20_000,
        1_000,
        random -> {
          Case given = Case.draw(random);
          SimulationResult outcome = given.run(Observer.NONE);
          var bound = ClairvoyantBound.of(given.trace, given.profile, given.machine.cores());
          for (double percentile : new double[] {50, 90, 100}) {
            assertThat(outcome.percentileMs(percentile))
                .isGreaterThanOrEqualTo(bound.percentileMs(percentile) - SLACK);
          }
        });
  }
}
