package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.random.RandomGenerator;
import org.curtail.Policy;
import org.curtail.policy.Sequential;
import org.curtail.runtime.ScriptedWork.Script;
import org.curtail.testkit.Cases;
import org.curtail.testkit.SilentLog;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The engine is stepped by hand, from one thread, in very many orders. The {@link Invariants} must
 * hold between any two steps, even if something fails, is stuck, is cancelled or is late. {@code
 * -Dlong} runs many more schedules, those of the default build among them.
 */
@Timeout(300)
@ExtendWith(SilentLog.class)
class InterleavingTest {
  private static final int SCHEDULES = Cases.count(150, 2_000);
  private static final long ABANDONED = 4_024_156;
  private static final int MANY_SCHEDULES = 200_000;

  /** The greatest number of threads that a policy wants. */
  static final int THREADS_TO_SWAP = 18;

  private static final long[] CANCELLED_ASIDE = {7_023_904, 7_028_488};
  private static final long[] SHORT_OF_MEMORY = {
    1_002_763, 1_002_941, 1_003_158, 1_006_546, 1_007_434, 1_008_543, 1_011_281, 1_012_624,
    1_023_327, 1_026_962, 1_029_256
  };

  /** A helper was promised the thread of a caller whose request others served. */
  private static final long[] HELPED_BY_NOBODY = {2_015, 2_198};

  /** At a border the look that was to come soon was put off. */
  private static final long[] LOOKED_TOO_LATE = {1_001_093, 1_001_360, 1_001_411};

  @Test
  void inRandomSchedulesNothingIsLostAndNoRequestStarves() {
    Cases.random(1, SCHEDULES, random -> randomly(random, false, false));
  }

  @Test
  void inRandomSchedulesFaultsAndStuckThreadsHarmNoOtherRequest() {
    Cases.random(1_000_001, SCHEDULES, random -> randomly(random, true, false));
  }

  @Test
  void inRandomSchedulesOtherPoliciesMayTakeThePlaceOfTheOneThatServes() {
    Cases.random(2_000_001, SCHEDULES / 2, random -> randomly(random, false, true));
  }

  @Test
  void inRandomSchedulesPoliciesThatBreakMayComeAndGo() {
    Cases.random(3_000_001, SCHEDULES / 2, random -> randomly(random, true, true));
  }

  @Test
  @Tag("long")
  @Timeout(3_600)
  void inManyMoreSchedulesOtherPoliciesMayTakeThePlaceOfTheOneThatServes() {
    Cases.random(4_000_001, MANY_SCHEDULES, random -> randomly(random, false, true));
    Cases.random(5_000_001, MANY_SCHEDULES, random -> randomly(random, true, true));
  }

  /**
   * Seeds that once showed an error. Callers of ended requests were not counted. The gate closed
   * though the operating system boosts. A deadline passed before a thread looked again, or the
   * clock fell back before that.
   */
  @Test
  void whereMemoryRunsOutAgainAndAgainNothingIsLeftUndone() {
    for (long seed : SHORT_OF_MEMORY) {
      Cases.one(seed, random -> randomly(random, true, false));
    }
  }

  @Test
  void whereOthersServeACallersRequestAHelperIsAnIdleThread() {
    for (long seed : HELPED_BY_NOBODY) {
      Cases.one(seed, random -> randomly(random, false, false));
    }
  }

  @Test
  void aLookThatIsToComeSoonComesThoughARequestGetsAnotherTurn() {
    for (long seed : LOOKED_TOO_LATE) {
      Cases.one(seed, random -> randomly(random, true, false));
    }
  }

  @Test
  void aRequestCancelledWhilePreemptedAfterTheClockFellBackEndsNoSoonerThanItStarted() {
    var engine =
        new SteppedEngine(
            new SteppedEngine.Parts(
                DrawnPolicies.inTurns(new Sequential()), 1, 9, Overload.REJECT, Boosting.GATE));
    engine.duringChunks((chunk, checkpoint) -> engine.clock.advanceMillis(1));
    engine.submit(Script.plain(3), RequestOptions.NONE);
    engine.submit(Script.plain(3), RequestOptions.NONE);
    engine.advanceMillis(3);
    Worker worker = engine.workers().getFirst();
    while (engine.engine.engine().view().preempted().isEmpty()) {
      assertThat(engine.step(worker)).isTrue();
    }
    engine.advanceMillis(-3);
    engine.cancel(engine.invariants.all().getFirst());
    engine.finish();
    for (long seed : CANCELLED_ASIDE) {
      Cases.one(seed, random -> randomly(random, true, false));
    }
  }

  /**
   * The helper came when the request was preempted, and left it to the caller, which had already
   * gone because of the close.
   */
  @Test
  void anAbandonedRequestIsNotGivenToACallerThatHasGone() {
    Cases.one(ABANDONED, random -> randomly(random, false, true));
  }

  private static void randomly(RandomGenerator random, boolean faulty, boolean swaps) {
    SteppedEngine engine = engine(random, faulty, swaps ? THREADS_TO_SWAP : 0);
    try {
      new SchedulePlayer(engine, random, faulty, swaps).play();
    } catch (Throwable failure) {
      throw new AssertionError(failure.getMessage() + "\nin " + engine.schedule(), failure);
    }
  }

  private static SteppedEngine engine(RandomGenerator random, boolean faulty, int threads) {
    Policy policy = DrawnPolicies.draw(random, faulty);
    Boosting boosting = null;
    if (random.nextInt(4) != 0) {
      boosting = random.nextInt(8) == 0 ? Boosting.OFF : Boosting.GATE;
    }
    var parts =
        new SteppedEngine.Parts(
            policy,
            1 + random.nextInt(4),
            random.nextInt(7),
            DrawnPolicies.one(random, Overload.values()),
            boosting,
            threads,
            0);
    return faulty && random.nextInt(4) == 0
        ? new SteppedEngine(parts, new FaultyListener(random.nextInt(30)))
        : new SteppedEngine(parts);
  }
}
