package org.curtail.autopilot;

import static org.assertj.core.api.Assertions.assertThat;

import org.curtail.Cases;
import org.junit.jupiter.api.Test;

class PlanningPaceTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void theFirstPlanNeverRestsWhileThreeCoresAreIdle() {
    var pace = new PlanningPace(0);
    for (long now = 0; now < 30 * SECOND; now += SECOND / 50) {
      pace.worked(now, SECOND / 50);
      assertThat(pace.restNanos(SECOND / 50, 3)).isZero();
    }
  }

  @Test
  void takesHalfOfACoreATenthAndAHundredthTheFewerAreIdle() {
    var pace = new PlanningPace(0);
    pace.worked(SECOND, SECOND);
    assertThat(pace.restNanos(SECOND, 2)).isEqualTo(SECOND);
    assertThat(pace.restNanos(SECOND, 1)).isEqualTo(9 * SECOND);
    assertThat(pace.restNanos(SECOND, 0)).isEqualTo(99 * SECOND);
    assertThat(pace.restNanos(SECOND, -3)).isEqualTo(99 * SECOND);
  }

  /** Pieces of random lengths, busy or not, one after the other for a simulated day. */
  @Test
  void laterPlansTakeAHundredthOfTheTimeAndAnHoursShareMore() {
    Cases.random(
        1,
        20,
        random -> {
          long now = 0;
          var pace = new PlanningPace(now);
          pace.planned();
          double spent = 0;
          while (now < 24 * 3600 * SECOND) {
            long took = random.nextLong(SECOND / 100, SECOND);
            now += took;
            spent += took;
            assertThat(spent).isLessThanOrEqualTo(0.01 * now + 36e9 + took);
            pace.worked(now, took);
            long rest = pace.restNanos(took, random.nextInt(4));
            assertThat(rest).isNotNegative();
            now += rest;
          }
          assertThat(spent).as("of what it may take").isGreaterThan(0.009 * now);
        });
  }

  @Test
  void aClockThatGoesBackSavesNothing() {
    var pace = new PlanningPace(0);
    pace.planned();
    pace.worked(0, 36 * SECOND);
    assertThat(pace.restNanos(36 * SECOND, 3)).isZero();
    pace.worked(-3600 * SECOND, SECOND);
    assertThat(pace.restNanos(SECOND, 3)).isEqualTo(100 * SECOND);
  }
}
