package org.curtail.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.curtail.Cases;
import org.curtail.IntervalTable;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.plan.RandomProfiles;
import org.curtail.policy.Adaptive;
import org.curtail.policy.FewToMany;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.junit.jupiter.api.Test;

/** What must hold after every event, whatever the policy, the requests and the machine. */
class SimulationPropertyTest {
  private static final double SLACK = 1e-6;

  private static Policy policy(RandomGenerator random, Profile profile) {
    return switch (random.nextInt(4)) {
      case 0 -> new Sequential();
      case 1 -> new FixedDegree(random.nextInt(1, profile.maxDegree() + 1));
      case 2 -> Adaptive.of(profile);
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
      var costs =
          random.nextBoolean()
              ? Costs.NONE
              : new Costs(random.nextLong(100_000), random.nextLong(5_000_000));
      var machine = new Machine(cores, costs);
      return new Case(SimulationPropertyTest.policy(random, profile), profile, trace, machine);
    }

    Outcome run(Observer observer) {
      return new Simulation(profile, machine).watchedBy(observer).run(policy, trace);
    }
  }

  /** Asserts after every event; knows nothing of the engine but what observers see. */
  private static final class Checker implements Observer {
    private final Case given;
    private final double[] remaining;
    private long previousNanos;
    private int events;

    Checker(Case given) {
      this.given = given;
      remaining = new double[given.trace.size()];
      Arrays.fill(remaining, 1);
    }

    @Override
    public void after(long nowNanos, State state) {
      assertThat(nowNanos).isGreaterThanOrEqualTo(previousNanos);
      int threads = 0;
      int boosted = 0;
      for (int i = 0; i < state.running(); i++) {
        int index = state.index(i);
        threads += state.threads(i);
        boosted += state.isBoosted(i) ? state.threads(i) : 0;
        assertThat(state.threads(i)).isBetween(1, state.degree(i));
        assertThat(state.degree(i)).isLessThanOrEqualTo(given.policy.maxDegree());
        assertThat(state.remaining(i)).isBetween(0.0, remaining[index]);
        // Nobody is faster than alone with all the threads that help.
        double elapsedMs = (nowNanos - previousNanos) / 1e6;
        double fastestMs = Double.POSITIVE_INFINITY;
        for (int d = 1; d <= given.profile.maxDegree(); d++) {
          fastestMs = Math.min(fastestMs, given.profile.timeMs(given.trace.request(index), d));
        }
        assertThat(remaining[index] - state.remaining(i))
            .isLessThanOrEqualTo(elapsedMs / fastestMs + SLACK);
        remaining[index] = state.remaining(i);
        // In order of start, which is the order of arrival.
        assertThat(i == 0 || state.index(i - 1) < index).isTrue();
      }
      assertThat(threads).isLessThanOrEqualTo(given.policy.threads(given.machine.cores()));
      assertThat(boosted).isLessThan(Math.max(1, given.machine.cores()));
      if (state.waiting() > 0 && !(given.policy instanceof FewToMany)) {
        // Adaptive admits while fewer than two threads per core are active, the others always.
        assertThat(threads).isGreaterThanOrEqualTo(2 * given.machine.cores());
      }
      previousNanos = nowNanos;
      events++;
    }
  }

  @Test
  void theInvariantsHoldAfterEveryEvent() {
    Cases.random(
        1,
        1_500,
        random -> {
          Case given = Case.draw(random);
          var checker = new Checker(given);
          Outcome outcome = given.run(checker);
          assertThat(checker.events).isGreaterThanOrEqualTo(given.trace.size());
          for (int i = 0; i < outcome.requests(); i++) {
            assertThat(outcome.latencyNanos(i)).isGreaterThan(outcome.waitNanos(i));
            assertThat(outcome.waitNanos(i)).isNotNegative();
          }
          assertThat(outcome.utilisation(given.machine.cores())).isBetween(0.0, 1 + SLACK);
        });
  }

  @Test
  void theSameInputGivesTheSameOutcome() {
    Cases.random(
        10_000,
        100,
        random -> {
          Case given = Case.draw(random);
          Outcome once = given.run(Observer.NONE);
          Outcome again = given.run(Observer.NONE);
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
          Outcome outcome = given.run(Observer.NONE);
          var bound = ClairvoyantBound.of(given.trace, given.profile, given.machine.cores());
          for (double percentile : new double[] {50, 90, 100}) {
            assertThat(outcome.percentileMs(percentile))
                .isGreaterThanOrEqualTo(bound.percentileMs(percentile) - SLACK);
          }
        });
  }
}
