package org.curtail.autopilot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.SplittableRandom;
import org.curtail.testkit.Cases;
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

  /** Observes idle cores for one minute, every 5 ms. */
  private static PlanningPace paceWithIdle(double share, int cores) {
    var pace = new PlanningPace(cores, 0);
    var random = new SplittableRandom(1);
    for (long now = 0; now < 60 * SECOND; now += 5_000_000) {
      pace.observe(now, random.nextDouble() < share ? 1 : 0);
    }
    return pace;
  }

  @Test
  void takesAHundredthOfTheTimeInWhichACoreIsIdle() {
    for (double idle : new double[] {1, 0.5, 0.2}) {
      PlanningPace pace = paceWithIdle(idle, 2);
      pace.worked(PIECE);
      assertThat((double) pace.leftNanos(0))
          .as("idle for %s of the time", idle)
          .isCloseTo(100 / idle * PIECE, withinPercentage(20));
    }
  }

  @Test
  void whereNoCoreIsEverIdleItPlansALittle() {
    PlanningPace pace = paceWithIdle(0, 2);
    pace.worked(PIECE);
    assertThat((double) pace.leftNanos(0)).isCloseTo(2_000 * PIECE, withinPercentage(1));
  }

  /** For any length of the last piece. */
  @Test
  void restsAsLongAfterAShortPiece() {
    var pace = new PlanningPace(2, 0);
    pace.worked(10);
    assertThat(pace.leftNanos(0)).isEqualTo(99 * PIECE);
    assertThat(pace.leftNanos(9 * PIECE)).isEqualTo(90 * PIECE);
    assertThat(pace.leftNanos(100 * PIECE)).isNotPositive();
  }

  @Test
  void oneObservationAfterALongTimeShowsLittle() {
    var pace = new PlanningPace(2, 0);
    pace.observe(3600 * SECOND, 0);
    assertThat((double) pace.leftNanos(0)).isCloseTo(100 * PIECE, withinPercentage(3));
  }

  /** Pieces of random lengths, busy or not, one after the other for a simulated day. */
  @Test
  void takesAHundredthOfTheTimeAndAnHoursShareMore() {
    Cases.random(
        1,
        3,
        random -> {
          double busyShare = random.nextDouble(0.8);
          long now = 0;
          var pace = new PlanningPace(4, now);
          double spent = 0;
          double idle = 0;
          while (now < 24 * 3600 * SECOND) {
            int idleCores = random.nextDouble() < busyShare ? 0 : random.nextInt(1, 5);
            boolean isFree = pace.isFree(idleCores);
            long took = isFree ? random.nextLong(SECOND / 100, SECOND / 2) : PIECE;
            now += took;
            spent += took;
            idle += idleCores > 0 ? took : 0;
            assertThat(spent).isLessThanOrEqualTo(0.01 * (1.1 * idle + 0.05 * now) + 36e9 + took);
            pace.observe(now, idleCores);
            pace.worked(took);
            assertThat(pace.leftNanos(0)).isGreaterThanOrEqualTo(99 * PIECE);
            long fromNanos = now;
            for (long left = pace.leftNanos(0); left > 0; left = pace.leftNanos(now - fromNanos)) {
              long step = Math.min(left, 50_000_000);
              int seen = random.nextDouble() < busyShare ? 0 : random.nextInt(1, 5);
              now += step;
              idle += seen > 0 ? step : 0;
              pace.observe(now, seen);
            }
          }
          assertThat(spent).as("of what it may take").isGreaterThan(0.009 * idle);
        });
  }

  @Test
  void onFewCoresItMaySaveUpAQuickPlanOnly() {
    for (int cores = 1; cores <= 3; cores++) {
      var pace = new PlanningPace(cores, 0);
      pace.worked(9_900_000_000L);
      assertThat(pace.isFree(cores)).isTrue();
      pace.worked(200_000_000L);
      assertThat(pace.isFree(cores)).isFalse();
      pace.observe(3600 * SECOND, cores); // For any length of the rest.
      assertThat(pace.isFree(cores)).isTrue();
      pace.worked(10_100_000_000L);
      assertThat(pace.isFree(cores)).isFalse();
    }
  }

  /** An immediate quick plan would take cores from requests when hardly any are free. */
  @Test
  void whereACoreIsSeldomIdleLittleIsSavedUpAtTheStart() {
    PlanningPace pace = paceWithIdle(0.2, 2);
    pace.worked(20_000_000);
    assertThat(pace.isFree(2)).isTrue();
    pace.worked(200_000_000);
    assertThat(pace.isFree(2)).isFalse();
  }

  /** The compiler does not rest, so planning does. */
  @Test
  void compilerTimeCountsToo() {
    var planned = new PlanningPace(4, 0);
    planned.worked(38 * SECOND);
    var compiled = new PlanningPace(4, 0);
    compiled.worked(10 * SECOND);
    compiled.compiled(25 * SECOND);
    assertThat(compiled.isFree(4)).isTrue();
    compiled.compiled(3 * SECOND);
    assertThat(compiled.isFree(4)).isFalse();
    assertThat(compiled.leftNanos(0)).isEqualTo(planned.leftNanos(0));
  }

  /** A new service compiles most of its code. */
  @Test
  void butNotWhatItTakesForOthers() {
    var pace = new PlanningPace(4, 0);
    pace.compiled(1_000 * SECOND);
    pace.worked(7 * SECOND);
    assertThat(pace.isFree(4)).isTrue();
    pace.compiled(1_000 * SECOND);
    pace.compiled(1_000 * SECOND);
    pace.observe(10 * SECOND, 4);
    assertThat((double) pace.leftNanos(0)).isLessThan(100 * SECOND);
    pace.beginPlan();
    pace.compiled(1_000 * SECOND);
    assertThat((double) pace.leftNanos(0)).isLessThan(100 * SECOND);
  }

  @Test
  void aClockStepBackSavesNoTime() {
    var pace = new PlanningPace(4, 0);
    pace.worked(36 * SECOND);
    assertThat(pace.isFree(3)).isTrue();
    pace.observe(-3600 * SECOND, 4);
    pace.worked(SECOND);
    assertThat(pace.isFree(3)).isFalse();
    assertThat(pace.leftNanos(0)).isEqualTo(100 * (SECOND + PIECE));
  }
}
