package org.curtail.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.List;
import java.util.random.RandomGenerator;
import org.curtail.signals.Stint;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

/** Compares the split with a walk along the time line, nanosecond by nanosecond. */
class CauseSplitPropertyTest {
  private static final CauseSplit EXACT = new CauseSplit(0, 0, 0, 0);
  private static final int CASES = 3_000;

  private static void requireWhole(RequestEvidence evidence, Breakdown breakdown) {
    assertThat(breakdown.nanos().sum()).isEqualTo(evidence.latencyNanos());
    long at = 0;
    CauseNanos sum = CauseNanos.ZERO;
    for (Span span : breakdown.spans()) {
      assertThat(span.fromNanos()).isEqualTo(at);
      at = span.toNanos();
      sum = sum.plus(span.nanos());
    }
    assertThat(at).isEqualTo(evidence.latencyNanos());
    assertThat(sum).isEqualTo(breakdown.nanos());
    assertThat(breakdown.nanos(Cause.REST)).isLessThanOrEqualTo(breakdown.restBoundNanos());
  }

  private static void requireWithin(Breakdown breakdown, CauseNanos truth) {
    for (Cause cause : Cause.values()) {
      if (Math.abs(breakdown.nanos(cause) - truth.of(cause)) > breakdown.uncertainNanos()) {
        fail("%s of %s is further from %s than it says".formatted(cause, breakdown, truth));
      }
    }
  }

  private static NanoWorld anyWorld(RandomGenerator random) {
    return new NanoWorld(
        random,
        new NanoWorld.Kind(
            random.nextBoolean(),
            random.nextBoolean(),
            random.nextBoolean(),
            random.nextBoolean(),
            random.nextBoolean()));
  }

  @Test
  void oneThreadWithAllSignalsIsSplitExactly() {
    Cases.random(
        1,
        CASES,
        random -> {
          var world =
              new NanoWorld(
                  random, new NanoWorld.Kind(false, false, false, false, random.nextBoolean()));
          Breakdown breakdown = EXACT.split(world.evidence());
          requireWhole(world.evidence(), breakdown);
          assertThat(breakdown.nanos()).isEqualTo(world.truth());
          if (!world.evidence().stints().isEmpty()) {
            assertThat(breakdown.uncertainNanos()).isZero();
          }
        });
  }

  @Test
  void pausesThatOverlapNoRunDelayAreSplitExactly() {
    int[] exact = {0};
    Cases.random(
        2,
        CASES,
        random -> {
          var world = new NanoWorld(random, new NanoWorld.Kind(false, true, false, false, true));
          Breakdown breakdown = EXACT.split(world.evidence());
          requireWhole(world.evidence(), breakdown);
          requireWithin(breakdown, world.truth());
          exact[0] += breakdown.uncertainNanos() == 0 ? 1 : 0;
        });
    assertThat(exact[0]).as("cases without any doubt").isGreaterThan(CASES / 4);
  }

  @Test
  void errorsOfPartsAreWithinTheirBounds() {
    Cases.random(
        3,
        3 * CASES,
        random -> {
          NanoWorld world = anyWorld(random);
          Breakdown breakdown = new CauseSplit(0, 0, 0, world.mostStray()).split(world.evidence());
          requireWhole(world.evidence(), breakdown);
          requireWithin(breakdown, world.truth());
        });
  }

  private static Stint without(Stint stint, RandomGenerator random) {
    return new Stint(
        stint.threadId(),
        stint.threadName(),
        stint.fromNanos(),
        stint.toNanos(),
        random.nextBoolean() ? stint.cpuNanos() : -1,
        random.nextBoolean() ? stint.runDelayNanos() : -1,
        stint.minorFaults(),
        random.nextBoolean() ? stint.majorFaults() : -1,
        random.nextBoolean() ? stint.voluntarySwitches() : -1,
        -1,
        stint.chunks(),
        false);
  }

  private static RequestEvidence with(RequestEvidence evidence, List<Stint> stints) {
    return new RequestEvidence(
        evidence.id(),
        evidence.group(),
        evidence.intendedNanos(),
        evidence.receivedNanos(),
        evidence.startNanos(),
        evidence.endNanos(),
        evidence.answeredNanos(),
        stints,
        evidence.pauses(),
        evidence.expectedCpuNanos());
  }

  @Test
  void missingSignalsOnlyIncreaseTheRest() {
    Cases.random(
        4,
        3 * CASES,
        random -> {
          NanoWorld world = anyWorld(random);
          RequestEvidence whole = world.evidence();
          RequestEvidence evidence =
              with(whole, whole.stints().stream().map(s -> without(s, random)).toList());
          Breakdown breakdown = new CauseSplit(0, 0, 0, world.mostStray()).split(evidence);
          requireWhole(evidence, breakdown);
          requireWithin(breakdown, world.truth());
        });
  }

  @Test
  void executionWithoutStintsIsRest() {
    Cases.random(
        5,
        CASES,
        random -> {
          NanoWorld world = anyWorld(random);
          RequestEvidence evidence = with(world.evidence(), List.of());
          Breakdown breakdown = EXACT.split(evidence);
          requireWhole(evidence, breakdown);
          for (Cause cause : List.of(Cause.NETWORK, Cause.COLLECTOR, Cause.STOPPED)) {
            assertThat(breakdown.nanos(cause)).isEqualTo(world.truth().of(cause));
          }
          assertThat(breakdown.nanos(Cause.WORK)).isZero();
        });
  }

  private static Stint doubtful(Stint stint, RandomGenerator random) {
    return new Stint(
        stint.threadId(),
        stint.threadName(),
        stint.fromNanos(),
        stint.toNanos(),
        random.nextInt(50),
        random.nextInt(50),
        -1,
        stint.majorFaults(),
        stint.voluntarySwitches(),
        -1,
        stint.chunks(),
        true);
  }

  @Test
  void impossibleCountersAreLimitedToTheTime() {
    Cases.random(
        6,
        CASES,
        random -> {
          NanoWorld world = anyWorld(random);
          RequestEvidence whole = world.evidence();
          RequestEvidence evidence =
              with(whole, whole.stints().stream().map(s -> doubtful(s, random)).toList());
          Breakdown breakdown = EXACT.split(evidence);
          requireWhole(evidence, breakdown);
          requireWithin(breakdown, world.truth());
        });
  }

  @Test
  void serverTimeBeyondTheClientsWaitIsCutAtTheEnd() {
    Cases.random(
        7,
        CASES,
        random -> {
          RequestEvidence whole = anyWorld(random).evidence();
          long waited = random.nextLong(whole.serverNanos() + 1);
          RequestEvidence evidence = whole.asSeenBy(5_000_000, 5_000_000 + waited);
          Breakdown breakdown = EXACT.split(evidence);
          requireWhole(evidence, breakdown);
          assertThat(breakdown.cutNanos()).isEqualTo(whole.serverNanos() - waited);
          assertThat(breakdown.nanos(Cause.NETWORK)).isZero();
        });
  }

  @Test
  void shiftedRequestHasTheSameParts() {
    Cases.random(
        8,
        CASES,
        random -> {
          RequestEvidence evidence = anyWorld(random).evidence();
          long by = random.nextLong();
          assertThat(EXACT.split(ShiftedEvidence.by(by, evidence)).nanos())
              .isEqualTo(EXACT.split(evidence).nanos());
        });
  }
}
