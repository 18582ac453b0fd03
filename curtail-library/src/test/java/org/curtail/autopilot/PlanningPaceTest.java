package org.curtail.autopilot;

import static org.assertj.core.api.Assertions.assertThat;

import org.curtail.Cases;
import org.junit.jupiter.api.Test;

class PlanningPaceTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long PIECE = PlanningPace.PIECE_NANOS;

  @Test
  void isFreeWhileThreeCoresAreIdleOrAllOfFewer() {
    assertThat(new PlanningPace(16, 0).isFree(3)).isTrue();
    assertThat(new PlanningPace(16, 0).isFree(2)).isFalse();
    assertThat(new PlanningPace(2, 0).isFree(2)).isTrue();
    assertThat(new PlanningPace(2, 0).isFree(1)).isFalse();
    assertThat(new PlanningPace(1, 0).isFree(1)).isTrue();
    assertThat(new PlanningPace(1, 0).isFree(0)).isFalse();
    assertThat(new PlanningPace(1, 0).isFree(-3)).isFalse();
  }

  @Test
  void whileCoresAreBusyItTakesAHundredth() {
    var pace = new PlanningPace(2, 0);
    pace.worked(SECOND, PIECE);
    assertThat(pace.restNanos()).isEqualTo(99 * PIECE);
    // However short the last piece was.
    pace.worked(2 * SECOND, 10);
    assertThat(pace.restNanos()).isEqualTo(99 * PIECE);
  }

  /** Pieces of random lengths, busy or not, one after the other for a simulated day. */
  @Test
  void takesAHundredthOfTheTimeAndAnHoursShareMore() {
    Cases.random(
        1,
        3,
        random -> {
          long now = 0;
          var pace = new PlanningPace(4, now);
          double spent = 0;
          while (now < 24 * 3600 * SECOND) {
            boolean isFree = pace.isFree(random.nextInt(5));
            long took = isFree ? random.nextLong(SECOND / 10, 5 * SECOND) : PIECE;
            now += took;
            spent += took;
            assertThat(spent).isLessThanOrEqualTo(0.01 * now + 36e9 + took);
            pace.worked(now, took);
            long rest = pace.restNanos();
            assertThat(rest).isGreaterThanOrEqualTo(99 * PIECE);
            now += pace.isFree(4) ? random.nextLong(rest) : rest;
          }
          assertThat(spent).as("of what it may take").isGreaterThan(0.009 * now);
        });
  }

  @Test
  void onFewCoresItMaySaveUpAQuickPlanOnly() {
    for (int cores = 1; cores <= 3; cores++) {
      var pace = new PlanningPace(cores, 0);
      pace.worked(0, 2_900_000_000L);
      assertThat(pace.isFree(cores)).isTrue();
      pace.worked(0, 200_000_000L);
      assertThat(pace.isFree(cores)).isFalse();
      pace.worked(3600 * SECOND, PIECE); // However long it rested.
      assertThat(pace.isFree(cores)).isTrue();
      pace.worked(3600 * SECOND, 3 * SECOND);
      assertThat(pace.isFree(cores)).isFalse();
    }
  }

  @Test
  void aClockThatGoesBackSavesNothing() {
    var pace = new PlanningPace(4, 0);
    pace.worked(0, 36 * SECOND);
    assertThat(pace.isFree(3)).isTrue();
    pace.worked(-3600 * SECOND, SECOND);
    assertThat(pace.isFree(3)).isFalse();
    assertThat(pace.restNanos()).isEqualTo(100 * (SECOND + PIECE));
  }
}
