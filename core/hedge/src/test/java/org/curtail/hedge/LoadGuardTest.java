package org.curtail.hedge;

import static org.assertj.core.api.Assertions.assertThat;

import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

/** The half of the guard that acts at once. */
class LoadGuardTest {
  private static LoadGuard after(double planned, double lateShare, int calls, long seed) {
    var guard = new LoadGuard(planned, 0.02);
    var random = new java.util.SplittableRandom(seed);
    for (int i = 0; i < calls; i++) {
      if (random.nextDouble() < lateShare) {
        guard.reached(null);
      } else {
        guard.answered(1);
      }
      guard.look();
    }
    return guard;
  }

  @Test
  void itIsOpenAtFirst() {
    assertThat(new LoadGuard(-1, 0.02).look().open()).isEqualTo(1);
    assertThat(new LoadGuard(0.02, 0.02).state().open()).isEqualTo(1);
  }

  @Test
  void whenEveryCallIsLateItClosesWithinAHundredCallsOrSo() {
    LoadGuard guard = after(0.02, 0.02, 10_000, 1);
    int calls = 0;
    while (guard.look().open() > 0) {
      guard.reached(null);
      calls++;
    }
    assertThat(calls).isBetween(60, 130);
    for (int i = 0; i < 64; i++) {
      guard.answered(1);
    }
    assertThat(guard.look().open()).isEqualTo(1);
  }

  @Test
  void aSlowReplicaOfTwoOrThreeDoesNotCloseIt() {
    Cases.random(
        1,
        100,
        random -> {
          double late = (random.nextBoolean() ? 1.0 / 2 : 1.0 / 3) + 0.02 * random.nextDouble();
          LoadGuard guard = after(0.02, 0.02, 1_000, random.nextLong());
          double sum = 0;
          for (int i = 0; i < 5_000; i++) {
            if (random.nextDouble() < late) {
              guard.reached(null);
            } else {
              guard.answered(1);
            }
            sum += guard.look().open();
          }
          assertThat(sum / 5_000).as("open on average").isGreaterThan(0.97);
        });
  }

  @Test
  void whereMostCallsAreHedgedAnywayItSaysNothing() {
    assertThat(after(1, 1, 1_000, 1).look().open()).isEqualTo(1);
    assertThat(after(0.7, 0.95, 1_000, 1).look().open()).isEqualTo(1);
    // Nobody has planned, but it was so from the beginning.
    assertThat(after(-1, 0.9, 1_000, 1).look().open()).isEqualTo(1);
  }

  @Test
  void manyAnswersAtOnceCountAsOneAfterTheOther() {
    LoadGuard one = after(-1, 0.3, 500, 3);
    LoadGuard other = after(-1, 0.3, 500, 3);
    for (int i = 0; i < 37; i++) {
      one.answered(1);
    }
    other.answered(37);
    assertThat(other.look().recentShare())
        .isCloseTo(one.look().recentShare(), org.assertj.core.api.Assertions.within(1e-12));
  }

  @Test
  void theWorseOfItselfAndTheWatchCounts() {
    LoadGuard guard = after(0.02, 0.02, 1_000, 1);
    guard.judged(0.25, false);
    assertThat(guard.look().open()).isEqualTo(0.25);
    assertThat(guard.state().recentOpen()).isEqualTo(1);
    guard.judged(1, false);
    assertThat(guard.look().open()).isEqualTo(1);
  }

  /** Calls are late at several replicas: a dozen or so tell what their number alone does not. */
  @Test
  void whenAllReplicasAreSlowAFewLateCallsAreEnoughForATrickle() {
    Cases.random(
        1,
        200,
        random -> {
          int replicas = 2 + random.nextInt(9);
          double late = 0.2 + 0.8 * random.nextDouble();
          LoadGuard guard = after(0.02, 0.02, 5_000, random.nextLong());
          int lateCalls = 0;
          while (guard.look().recentOpen() == 1) {
            if (random.nextDouble() < late) {
              guard.reached(random.nextInt(replicas));
              lateCalls++;
            } else {
              guard.answered(1);
            }
          }
          assertThat(lateCalls)
              .as("late calls, %d replicas, %s of the calls late", replicas, late)
              .isLessThan(40);
          LoadGuard.State state = guard.state();
          assertThat(state.recentOpen() * state.recentShare()).isLessThan(0.1 * 0.02 + 1e-12);
        });
  }

  @Test
  void nearlyAllCallsLateAreEnoughForATrickleThoughNobodySaysWhere() {
    LoadGuard guard = after(0.02, 0.02, 5_000, 1);
    int calls = 0;
    while (guard.look().recentOpen() == 1) {
      guard.reached(null);
      calls++;
    }
    assertThat(calls).isBetween(8, 15);
  }

  @Test
  void lateCallsAtOneReplicaAreNoReason() {
    Cases.random(
        1,
        100,
        random -> {
          int replicas = 2 + random.nextInt(9);
          int slow = random.nextInt(replicas);
          LoadGuard guard = after(0.02, 0.02, 1_000, random.nextLong());
          double sum = 0;
          for (int i = 0; i < 5_000; i++) {
            int replica = random.nextInt(replicas);
            if (random.nextDouble() < (replica == slow ? 0.95 : 0.02)) {
              guard.reached(replica);
            } else {
              guard.answered(1);
            }
            sum += guard.look().open();
          }
          assertThat(sum / 5_000).as("open, %d replicas", replicas).isGreaterThan(0.97);
        });
  }

  @Test
  void whatIsUsualIsNoReasonWhereverCallsAreLate() {
    Cases.random(
        1,
        100,
        random -> {
          double usual = 0.01 + 0.3 * random.nextDouble();
          var guard = new LoadGuard(random.nextBoolean() ? usual : -1, 0.02);
          double sum = 0;
          for (int i = 0; i < 20_000; i++) {
            if (random.nextDouble() < usual) {
              guard.reached(random.nextInt(3));
            } else {
              guard.answered(1);
            }
            sum += guard.look().open();
          }
          assertThat(sum / 20_000).as("open where %s is usual", usual).isGreaterThan(0.99);
        });
  }

  @Test
  void onceTheWatchHasHadTimeToJudgeItDecides() {
    LoadGuard guard = after(0.02, 0.02, 1_000, 1);
    // Late calls everywhere, but not many.
    for (int i = 0; i < 200; i++) {
      guard.reached(i % 3);
      guard.answered(3);
    }
    assertThat(guard.look().recentOpen()).isLessThan(0.1);
    guard.judged(1, true);
    assertThat(guard.look().open()).as("copies are known to help").isEqualTo(1);
    guard.judged(0.5, false);
    assertThat(guard.look().open()).isLessThan(0.1);
    for (int step = 0; step < 5; step++) {
      guard.judged(0.5, false);
    }
    assertThat(guard.look().open()).isEqualTo(0.5);
  }

  @Test
  void whatUsersCallAReplicaMayNotBreakIt() {
    LoadGuard guard = after(0.02, 0.02, 1_000, 1);
    Object broken =
        new Object() {
          @Override
          public int hashCode() {
            throw new IllegalStateException("no hash");
          }
        };
    for (int i = 0; i < 20; i++) {
      guard.reached(broken);
    }
    assertThat(guard.look().recentOpen()).isLessThan(1);
  }
}
