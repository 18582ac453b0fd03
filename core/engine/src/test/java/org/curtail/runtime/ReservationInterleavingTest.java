package org.curtail.runtime;

import java.util.random.RandomGenerator;
import org.curtail.testkit.Cases;
import org.curtail.testkit.SilentLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * As {@link InterleavingTest}, on engines with a limited number of started requests. The callers
 * come only when their reservation is granted.
 */
@Timeout(300)
@ExtendWith(SilentLog.class)
class ReservationInterleavingTest {
  private static final int SCHEDULES = Cases.count(150, 5_000);

  @Test
  void inRandomSchedulesEveryCallerIsToldAndNeverMoreHaveStarted() {
    Cases.random(1, SCHEDULES, random -> randomly(random, false, false));
  }

  @Test
  void inRandomSchedulesThisIsSoWhateverFailsOrIsStuckOrTakesItsPlace() {
    Cases.random(1_000_001, SCHEDULES, random -> randomly(random, true, true));
  }

  private static void randomly(RandomGenerator random, boolean faulty, boolean swaps) {
    var engine =
        new SteppedEngine(
            new SteppedEngine.Parts(
                DrawnPolicies.draw(random, faulty),
                1 + random.nextInt(4),
                random.nextInt(7),
                DrawnPolicies.one(random, Overload.values()),
                Boosting.GATE,
                swaps ? InterleavingTest.THREADS_TO_SWAP : 0,
                1 + random.nextInt(4)));
    try {
      new SchedulePlayer(engine, random, faulty, swaps).play();
    } catch (Throwable failure) {
      throw new AssertionError(failure.getMessage() + "\nin " + engine.schedule(), failure);
    }
  }
}
