package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.curtail.Policy;
import org.curtail.sim.SimulationResult;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@link ParityTest} with replacements of the policy at random moments. Simulator and engine
 * continue in the same way, to the nanosecond.
 *
 * <p>A run is compared until the order of events at one moment matters, because the engine
 * processes them one after the other and the simulator all at once. This happens when several
 * requests start, as under a new policy that admits more. The engine then gives no request more
 * threads before all have started. The other case is that several requests at a border need a
 * decision, under a malleable policy ({@link ParityTest}) or after a replacement.
 */
class SwapParityTest {
  private static final int CASES = 100;
  private static final int MOST_SWAPS = 6;

  /** Made for four degrees. */
  private static final String PUBLISHED = "few-to-many-published";

  /** Counts of the cases, so that a test without comparisons fails. */
  private static final class Seen {
    final AtomicInteger moments = new AtomicInteger();
    final AtomicInteger compared = new AtomicInteger();
    final AtomicInteger whole = new AtomicInteger();
    final AtomicInteger preemptions = new AtomicInteger();
    final AtomicInteger swaps = new AtomicInteger();
  }

  private static String pattern(RandomGenerator random, boolean published) {
    List<String> all =
        ParityCase.patterns().filter(name -> published || !name.startsWith(PUBLISHED)).toList();
    return all.get(random.nextInt(all.size()));
  }

  private static List<PolicySwap> draw(ParityCase given, RandomGenerator random) {
    long lastNanos = Math.round(given.trace().arrivalMs(given.trace().size() - 1) * 1e6);
    long[] atNanos =
        random
            .longs(1 + random.nextInt(MOST_SWAPS), 0, lastNanos + lastNanos / 8)
            .sorted()
            .toArray();
    boolean published = given.profile().maxDegree() == 4;
    var swaps = new ArrayList<PolicySwap>();
    for (long at : atNanos) {
      swaps.add(new PolicySwap(at, given.drawPolicy(pattern(random, published), random)));
    }
    return swaps;
  }

  /** Returns the same replacements, with policies that record their calls. */
  private static List<PolicySwap> recorded(List<PolicySwap> swaps, RecordingPolicy first) {
    return swaps.stream()
        .map(swap -> new PolicySwap(swap.atNanos(), first.followedBy(swap.next())))
        .toList();
  }

  private static void compare(RandomGenerator random, Seen seen) {
    ParityCase given = ParityCase.draw(pattern(random, true), random);
    List<PolicySwap> swaps = draw(given, random);
    List<Policy> policies =
        Stream.concat(Stream.of(given.policy()), swaps.stream().map(PolicySwap::next)).toList();

    var recording = new RecordingPolicy(given.policy());
    var simulated = new DecisionTrace(recording, given.trace());
    SimulationResult outcome =
        given.simulate(
            simulated,
            recording,
            new PolicySwap.Script(recorded(swaps, recording), simulated::servedBy));

    var enforcing = new RecordingPolicy(given.policy());
    TimedEngine engine = given.engine(enforcing, recorded(swaps, enforcing), random);
    DecisionTrace enforced = engine.run();

    boolean isMalleable = policies.stream().anyMatch(policy -> policy.traits().isMalleable());
    long untilNanos = Math.min(engine.severalStartNanos(), engine.tieAfterSwapNanos());
    if (isMalleable) {
      untilNanos = Math.min(untilNanos, engine.tieNanos());
    }
    DecisionTrace comparable = simulated.before(untilNanos);
    assertThat(comparable.difference(enforced.before(untilNanos)))
        .as(
            "%s on %d cores, then %s: simulator against engine",
            given.name(), given.machine().cores(), swaps)
        .isEmpty();
    if (untilNanos == Long.MAX_VALUE) {
      ParityCase.checkTimes(outcome, engine);
      seen.whole.incrementAndGet();
    }
    seen.compared.addAndGet(comparable.moments().size());
    seen.moments.addAndGet(simulated.moments().size());
    for (PolicySwap swap : swaps) {
      seen.swaps.addAndGet(swap.atNanos() < untilNanos ? 1 : 0);
    }
    seen.preemptions.addAndGet(engine.preemptions());
  }

  private static void compareMany(long seed, int cases) {
    var seen = new Seen();
    Cases.random(seed, cases, random -> compare(random, seen));
    assertThat(seen.compared.get()).as("compared").isGreaterThan(seen.moments.get() / 2);
    assertThat(seen.moments.get()).isGreaterThan(cases * ParityCase.FEWEST_REQUESTS);
    assertThat(seen.whole.get()).as("whole runs").isGreaterThan(cases / 4);
    assertThat(seen.preemptions.get()).isGreaterThan(cases);
    assertThat(seen.swaps.get()).as("swaps compared").isGreaterThan(cases);
  }

  @Test
  void simulatorAndEngineGoOnInTheSameWayUnderAnotherPolicy() {
    compareMany(1, CASES);
  }

  @Test
  @Tag("long")
  void simulatorAndEngineGoOnInTheSameWayInManyMoreCases() {
    compareMany(1_000_001, 100 * CASES);
  }

  /**
   * Errors that the many cases found. The policy decided about a request while others left at the
   * same border, or before the request had lost the threads above its share.
   */
  @ParameterizedTest
  @ValueSource(longs = {1_000_037, 1_000_588, 1_001_175, 1_007_060})
  void simulatorAndEngineEndSlicesInTheSameOrder(long seed) {
    Cases.one(seed, random -> compare(random, new Seen()));
  }

  /** A replacement by the same object changes nothing. */
  @Test
  void aPolicyInItsOwnPlaceChangesNothing() {
    Cases.random(
        1,
        60,
        random -> {
          ParityCase given = ParityCase.draw(pattern(random, true), random);
          var plain = new RecordingPolicy(given.policy());
          var alone = new DecisionTrace(plain, given.trace());
          given.simulate(alone, plain);
          var recording = new RecordingPolicy(given.policy());
          var steered = new DecisionTrace(recording, given.trace());
          long firstNanos = Math.round(given.trace().arrivalMs(0) * 1e6);
          List<PolicySwap> swaps =
              IntStream.range(0, 20)
                  .mapToObj(i -> new PolicySwap(firstNanos + i * 1_000_003L, recording))
                  .toList();
          given.simulate(steered, recording, new PolicySwap.Script(swaps, policy -> {}));
          assertThat(alone.difference(steered)).as("%s", given.name()).isEmpty();
        });
  }
}
