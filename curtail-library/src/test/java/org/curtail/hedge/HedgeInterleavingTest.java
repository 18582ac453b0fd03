package org.curtail.hedge;

import static org.assertj.core.api.Assertions.assertThat;

import org.curtail.Cases;
import org.curtail.SilentLog;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A hedge stepped by hand, from one thread, in very many orders: no call is lost or answered twice,
 * whatever its attempts do, and from wherever they do it. What threads do at the very same time is
 * for the races in {@code curtail-stress}.
 */
@Timeout(120)
@ExtendWith(SilentLog.class)
class HedgeInterleavingTest {
  private static final int SCHEDULES = 3_000;
  private static final int MANY_SCHEDULES = 20_000;

  @Test
  void inRandomSchedulesEveryCallEndsOnceAsItsAttemptsSay() {
    Cases.random(1, SCHEDULES, random -> new HedgePlayer(random, false).play());
  }

  @Test
  void inRandomSchedulesWhateverAttemptsDoWrongHarmsNoCall() {
    Cases.random(1_000_001, SCHEDULES, random -> new HedgePlayer(random, true).play());
  }

  @Test
  @Tag("long")
  void inVeryManySchedulesItIsNoDifferent() {
    Cases.random(2_000_001, MANY_SCHEDULES, random -> new HedgePlayer(random, false).play());
    Cases.random(3_000_001, MANY_SCHEDULES, random -> new HedgePlayer(random, true).play());
  }

  /** A schedule in which nothing happens would prove nothing. */
  @Test
  void theSchedulesHaveWhatTheyAreFor() {
    var seen = new PlayTally();
    Cases.random(
        1_000_001,
        500,
        random -> {
          var player = new HedgePlayer(random, true);
          player.play();
          seen.add(player);
        });
    assertThat(seen.hedges).isGreaterThan(500);
    assertThat(seen.retries).isGreaterThan(100);
    assertThat(seen.won).isGreaterThan(100);
    assertThat(seen.timedOut).isGreaterThan(50);
    assertThat(seen.cancelled).isGreaterThan(50);
    assertThat(seen.failed).isGreaterThan(100);
    assertThat(seen.suppressed).isGreaterThan(100);
    assertThat(seen.probes).isGreaterThan(20);
    assertThat(seen.fatal).isGreaterThan(50);
    assertThat(seen.stopped).isGreaterThan(50);
  }
}
