package org.curtail.automatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.curtail.Decision;
import org.curtail.DelegatingPolicy;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.Progress;
import org.curtail.Traits;
import org.curtail.automatic.Exploration.CostCounter;
import org.curtail.automatic.learn.SpeedupModel;
import org.curtail.automatic.learn.Traffic;
import org.curtail.policies.Policies;
import org.curtail.policy.FixedInterval;
import org.curtail.policy.Sequential;
import org.curtail.policy.TailIndex;
import org.curtail.runtime.Timeline;
import org.curtail.sim.Machine;
import org.curtail.sim.Observer;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.Simulation;
import org.curtail.sim.SimulationResult;
import org.curtail.sim.SyntheticProfiles;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExplorationTest {
  private static final int CORES = 15;
  private static final int REQUESTS = 1_500;
  private static final Duration LEAST = Duration.ofMillis(50);
  private static final Profile PROFILE = SyntheticProfiles.luceneLikeScalable(500, 8);

  private static Exploration exploring(Policy policy, double share) {
    return new Exploration(policy, List.of(policy.maxDegree() + 1, 8), share, LEAST, 3);
  }

  private static Trace trace(double load) {
    double perSecond = load * CORES / (PROFILE.meanMs(1) / 1e3);
    return Traces.draw(new PoissonArrivals(perSecond), PROFILE, REQUESTS, 11);
  }

  private static SimulationResult run(Policy policy, double load, Observer observer) {
    return new Simulation(PROFILE, Machine.ofCores(CORES))
        .watchedBy(observer)
        .run(policy, trace(load));
  }

  /** Counts requests with more threads than this, and checks each of them. */
  private static final class ExplorationSchedule implements Observer {
    final Set<Integer> indexes = new HashSet<>();
    final int ownDegree;
    int mostThreads;

    ExplorationSchedule(int ownDegree) {
      this.ownDegree = ownDegree;
    }

    @Override
    public void after(long nowNanos, State state) {
      int threads = 0;
      boolean any = false;
      for (int i = 0; i < state.running(); i++) {
        threads += state.threads(i);
        if (state.threads(i) > ownDegree) {
          indexes.add(state.index(i));
          any = true;
        }
      }
      mostThreads = any ? Math.max(mostThreads, threads) : mostThreads;
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.05, 0.3, 0.6})
  void theStatedShareOfRequestsExploresAndOnlyWhileCoresAreIdle(double load) {
    var explorers = new ExplorationSchedule(1);
    run(exploring(new Sequential(), 0.05), load, explorers);
    // Drawn are 75 of 1,500, with a standard deviation of 8; fewer find idle cores.
    assertThat(explorers.indexes.size()).isBetween(load < 0.5 ? 45 : 10, 110);
    assertThat(explorers.mostThreads).isLessThanOrEqualTo(CORES);
  }

  @Test
  void whereAllCoresAreUsedHardlyAnythingIsTriedAndNothingIsLost() {
    var explorers = new ExplorationSchedule(1);
    // Twice as many requests as cores.
    SimulationResult with = run(exploring(new Sequential(), 0.5), 2, explorers);
    SimulationResult without = run(new Sequential(), 2, Observer.NONE);
    assertThat(explorers.indexes.size()).isLessThan(20);
    assertThat(with.meanMs()).isLessThan(1.002 * without.meanMs());
  }

  @Test
  void exploringAFewRequestsIsHarmless() {
    for (double load : new double[] {0.1, 0.5, 0.8, 0.95}) {
      SimulationResult with = run(exploring(new Sequential(), 0.05), load, Observer.NONE);
      SimulationResult without = run(new Sequential(), load, Observer.NONE);
      assertThat(with.meanMs()).as("load %s", load).isLessThan(1.01 * without.meanMs());
      assertThat(with.percentileMs(95)).isLessThan(1.01 * without.percentileMs(95));
    }
  }

  @Test
  void malleablePoliciesExploreBeyondTheirGreatestDegree() {
    Policy policy = TailIndex.queueing(SyntheticProfiles.luceneLikeScalable(500, 4)).malleable();
    var explorers = new ExplorationSchedule(4);
    run(exploring(policy, 0.1), 0.1, explorers);
    assertThat(explorers.indexes.size()).isBetween(40, 200);
    assertThat(explorers.mostThreads).isLessThanOrEqualTo(CORES);
  }

  /** Policy that declares itself malleable. */
  private record Malleable(Policy policy) implements DelegatingPolicy {
    @Override
    public Traits traits() {
      return policy.traits().malleable(true);
    }
  }

  @Test
  void theWrappedPolicyKeepsItsMemory() {
    // Binary uses its memory to count. No random number is below this share.
    Profile small = SyntheticProfiles.luceneLikeScalable(500, 4);
    var ingredients = new Policies.Ingredients(Optional.of(small), Optional.empty());
    Policy binary = new Malleable(Policies.named("binary-2", ingredients));
    SimulationResult within = run(exploring(binary, 1e-12), 0.6, Observer.NONE);
    SimulationResult plain = run(binary, 0.6, Observer.NONE);
    for (int i = 0; i < REQUESTS; i++) {
      assertThat(within.latencyNanos(i)).isEqualTo(plain.latencyNanos(i));
    }
  }

  @Test
  void theSameSeedExploresTheSame() {
    SimulationResult one = run(exploring(new Sequential(), 0.1), 0.3, Observer.NONE);
    SimulationResult again = run(exploring(new Sequential(), 0.1), 0.3, Observer.NONE);
    for (int i = 0; i < REQUESTS; i++) {
      assertThat(again.latencyNanos(i)).isEqualTo(one.latencyNanos(i));
    }
  }

  @Test
  void anExplorerBeginsAtADegreeThatFitsAndGivesItsThreadsBack() {
    Exploration always = new Exploration(new Sequential(), List.of(2, 4), 1, LEAST, 1);
    var starting = new Progress(0, 0, 0);
    Set<Integer> tried = new HashSet<>();
    long memory = 0;
    for (int number = 0; number < 20; number++) {
      memory = always.remember(new Load(1, 0, 1, CORES, memory));
      Decision begin = always.decide(starting, new Load(1, 0, 1, CORES, memory));
      tried.add(begin.degree());
      assertThat(begin.askAgainNanos()).isEqualTo(LEAST.toNanos());
      // One idle core suffices for degree 2 only, no idle core for nothing; nothing if a request
      // waits.
      assertThat(always.decide(starting, new Load(1, 0, 2, 3, memory)).degree()).isEqualTo(2);
      assertThat(always.decide(starting, new Load(3, 0, 3, 3, memory)).degree()).isEqualTo(1);
      assertThat(always.decide(starting, new Load(2, 1, 1, 9, memory)).degree()).isEqualTo(1);
    }
    assertThat(tried).containsExactlyInAnyOrder(2, 4);
    long soon = LEAST.toNanos() / 2;
    Load free = new Load(1, 0, 4, CORES, memory);
    assertThat(always.decide(new Progress(soon, soon, 4), free))
        .isEqualTo(new Decision(4, LEAST.toNanos()));
    Load crowded = new Load(16, 0, 19, CORES, memory);
    assertThat(always.decide(new Progress(soon, soon, 4), crowded).degree()).isEqualTo(1);
    // A request that has given back its threads does not explore again.
    assertThat(always.decide(new Progress(soon, soon, 1), free).degree()).isEqualTo(1);
    assertThat(always.traits().isMalleable()).isTrue();
    assertThat(always.maxDegree()).isEqualTo(4);
  }

  @Test
  void requestsOfTwoHumpsExploreOnlyOnceTheyAreLong() {
    Duration from = Duration.ofMillis(30);
    Exploration always = new Exploration(new Sequential(), List.of(4), 1, LEAST, from, 1);
    Load free = new Load(1, 0, 1, CORES, 0);
    long fromNanos = from.toNanos();
    assertThat(always.decide(new Progress(0, 0, 0), free)).isEqualTo(new Decision(1, fromNanos));
    assertThat(always.decide(new Progress(9, 9, 1), free)).isEqualTo(new Decision(1, fromNanos));
    assertThat(always.decide(new Progress(fromNanos, fromNanos, 1), free))
        .isEqualTo(new Decision(4, fromNanos + LEAST.toNanos()));
    long soon = fromNanos + LEAST.toNanos() / 2;
    assertThat(always.decide(new Progress(soon, soon, 4), free).degree()).isEqualTo(4);
    // It has given its threads back, and the time to begin is over.
    assertThat(always.decide(new Progress(2 * fromNanos, 2 * fromNanos, 1), free).degree())
        .isEqualTo(1);
  }

  /** It would have one thread first and several later, as if it had asked for them. */
  @Test
  void aRequestThatAnEarlierPolicyBeganDoesNotExplore() {
    Exploration always = new Exploration(new Sequential(), List.of(4), 1, LEAST, 1);
    Load free = new Load(1, 0, 1, CORES, 0);
    assertThat(always.decide(new Progress(9, 0, 0), free).degree()).isEqualTo(4);
    // A new policy has not decided any degree.
    assertThat(always.decide(new Progress(9, 9, 0), free).degree()).isEqualTo(1);
  }

  @Test
  void anExplorerEndsAfterTheLeastTimeAtOneOfFourStarts() {
    Exploration always = new Exploration(new Sequential(), List.of(4), 1, LEAST, 1);
    long later = 3 * LEAST.toNanos();
    int ended = 0;
    long memory = 0;
    for (int number = 0; number < 4_000; number++) {
      memory = always.remember(new Load(2, 0, 5, CORES, memory));
      Decision decision =
          always.decide(new Progress(later, later, 4), new Load(2, 0, 5, CORES, memory));
      ended += decision.degree() == 1 ? 1 : 0;
      assertThat(decision.askAgainNanos()).isGreaterThan(later);
    }
    // Binomial: five standard deviations are 137.
    assertThat(ended).isCloseTo(1_000, within(137));
  }

  @Test
  void whatExploringCostsIsThreadTimeBeyondThatOfTheWork() {
    var traffic = new Traffic(1, (degree, ms) -> degree == 1 ? 1 : 2, 0.5, 4);
    List<Timeline> requests = IntStream.range(0, 500).mapToObj(r -> traffic.request(20)).toList();
    SpeedupModel speedups = SpeedupModel.of(requests);
    var cost = new CostCounter(1);
    assertThat(cost.lostShare()).isZero();
    requests.forEach(request -> cost.ended(request, speedups));
    long explored = requests.stream().filter(request -> request.peakDegree() > 1).count();
    assertThat(cost.requests()).isEqualTo(500);
    assertThat(cost.explorers()).isEqualTo(explored);
    // With a speedup of 2 on 4 threads, work takes twice as much thread time.
    double extraMs = 0;
    double allMs = 0;
    for (Timeline request : requests) {
      extraMs += request.threadNanos() / 1e6 - 20;
      allMs += request.threadNanos() / 1e6;
    }
    assertThat(cost.lostShare()).isCloseTo(extraMs / allMs, within(0.02));
  }

  @Test
  void numbersHaveLimits() {
    var one = new Sequential();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Exploration(one, List.of(), 0.1, LEAST, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Exploration(one, List.of(1), 0.1, LEAST, 1))
        .withMessageContaining("above the policy's greatest, which is 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Exploration(one, List.of(4, 2), 0.1, LEAST, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Exploration(one, List.of(2), 0, LEAST, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Exploration(one, List.of(2), 0.1, Duration.ZERO, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Exploration(one, List.of(2), 0.1, LEAST, Duration.ofNanos(-1), 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Exploration(new FixedInterval(50, 4), List.of(8), 0.1, LEAST, 1))
        .withMessageContaining("must be malleable");
    assertThatIllegalArgumentException().isThrownBy(() -> new CostCounter(0));
    record Forgetful(Policy policy) implements DelegatingPolicy {
      @Override
      public long remember(Load load) {
        return -1;
      }
    }
    var remembersMuch = new Exploration(new Forgetful(one), List.of(2), 0.1, LEAST, 1);
    assertThatIllegalStateException()
        .isThrownBy(() -> remembersMuch.remember(new Load(1, 0, 1, 1)))
        .withMessageContaining("found -1");
  }
}
