package org.curtail.hedge;

import static org.assertj.core.api.Assertions.assertThat;

import org.curtail.testkit.Cases;
import org.curtail.testkit.SilentLog;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * One thread runs a hedge step by step in very many orders: no call is lost or answered twice, for
 * any behaviour of its attempts. The races in {@code curtail-jcstress} test simultaneous threads.
 * {@code -Dlong} runs twice as many schedules.
 */
@Timeout(300)
@ExtendWith(SilentLog.class)
class HedgeInterleavingTest {
  private static final int SCHEDULES = Cases.count(600, 3_000);
  private static final int MANY_SCHEDULES = 20_000;

  @Test
  void eachCallEndsOnceInRandomSchedules() {
    Cases.random(1, SCHEDULES, random -> new HedgePlayer(random, false).play());
  }

  /** Checks that the schedules contain each kind of event. */
  @Test
  void faultsOfAttemptsHarmNoCallInRandomSchedules() {
    var seen = new PlayTally();
    Cases.random(
        1_000_001,
        SCHEDULES,
        random -> {
          var player = new HedgePlayer(random, true);
          player.play();
          seen.add(player);
        });
    assertThat(seen.hedges).isGreaterThan(SCHEDULES);
    assertThat(seen.retries).isGreaterThan(SCHEDULES / 5);
    assertThat(seen.won).isGreaterThan(SCHEDULES / 5);
    assertThat(seen.timedOut).isGreaterThan(SCHEDULES / 10);
    assertThat(seen.cancelled).isGreaterThan(SCHEDULES / 10);
    assertThat(seen.failed).isGreaterThan(SCHEDULES / 5);
    assertThat(seen.suppressed).isGreaterThan(SCHEDULES / 5);
    assertThat(seen.probes).isGreaterThan(SCHEDULES / 25);
    assertThat(seen.fatal).isGreaterThan(SCHEDULES / 10);
    assertThat(seen.stopped).isGreaterThan(SCHEDULES / 10);
  }

  @Test
  @Tag("long")
  void eachCallEndsOnceInManySchedules() {
    Cases.random(2_000_001, MANY_SCHEDULES, random -> new HedgePlayer(random, false).play());
    Cases.random(3_000_001, MANY_SCHEDULES, random -> new HedgePlayer(random, true).play());
  }
}
