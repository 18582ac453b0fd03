package org.curtail.hedge;

import static org.assertj.core.api.Assertions.assertThat;

import org.curtail.Cases;
import org.junit.jupiter.api.Test;

/** The half of the guard that acts at once. */
class LoadGuardTest {
  private static LoadGuard after(double planned, double lateShare, int calls, long seed) {
    var guard = new LoadGuard(planned);
    var random = new java.util.SplittableRandom(seed);
    for (int i = 0; i < calls; i++) {
      if (random.nextDouble() < lateShare) {
        guard.reached();
      } else {
        guard.answered(1);
      }
      guard.look();
    }
    return guard;
  }

  @Test
  void itIsOpenAtFirst() {
    assertThat(new LoadGuard(-1).look().open()).isEqualTo(1);
    assertThat(new LoadGuard(0.02).state().open()).isEqualTo(1);
  }

  @Test
  void whenEveryCallIsLateItClosesWithinAHundredCallsOrSo() {
    LoadGuard guard = after(0.02, 0.02, 10_000, 1);
    int calls = 0;
    while (guard.look().open() > 0) {
      guard.reached();
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
              guard.reached();
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
    guard.judged(0.25);
    assertThat(guard.look().open()).isEqualTo(0.25);
    assertThat(guard.state().recentOpen()).isEqualTo(1);
    guard.judged(1);
    assertThat(guard.look().open()).isEqualTo(1);
  }
}
