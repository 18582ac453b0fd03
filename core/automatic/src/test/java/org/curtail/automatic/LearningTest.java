package org.curtail.automatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.curtail.automatic.Learning.Drift;
import org.curtail.automatic.guard.Slices.ServedBy;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.Timeline;
import org.junit.jupiter.api.Test;

class LearningTest {
  private static final long MS = 1_000_000;
  private static final int CHUNKS = 40;
  private static final int ENOUGH = 600;

  /** 1.8 times as fast. */
  private static final Timeline.Phase[] FASTER_FIRST = {
    new Timeline.Phase(2, 5 * MS, CHUNKS / 2), new Timeline.Phase(1, 9 * MS, CHUNKS / 2)
  };

  private final Learning learning = new Learning(PilotSetting.of(2));
  private long nowNanos;

  private void ended(ServedBy servedBy, Timeline.Phase... path) {
    long nanos = 0;
    int degree = 1;
    for (Timeline.Phase phase : path) {
      nanos += phase.nanos();
      degree = Math.max(degree, phase.degree());
    }
    long arrivalNanos = nowNanos;
    learning.arrived(arrivalNanos);
    nowNanos += nanos;
    learning.left(arrivalNanos);
    var request =
        new Timeline(
            arrivalNanos,
            arrivalNanos,
            nowNanos,
            nanos,
            degree,
            CHUNKS,
            List.of(path),
            Outcome.COMPLETED);
    learning.ended(new ArrivalOrder.Ended(request, arrivalNanos, servedBy, true, 1));
    nowNanos += MS;
  }

  /**
   * They get a thread when another request ends. Then the request is no longer as slow as before.
   */
  @Test
  void requestsOfAPlanShowNoSpeedups() {
    for (int request = 0; request < ENOUGH; request++) {
      ended(request % 2 == 0 ? ServedBy.PLAN : ServedBy.BASELINE_FIRST, FASTER_FIRST);
    }
    assertThat(learning.look()).isEmpty();
  }

  @Test
  void requestsThatTheSafePolicyHasServedToTheirEndDo() {
    for (int request = 0; request < ENOUGH; request++) {
      ended(ServedBy.BASELINE_ALONE, FASTER_FIRST);
    }
    assertThat(learning.look().orElseThrow().speedups().speedup(2, 7 * MS)).isBetween(1.6, 1.9);
  }

  /** After a day with full cores nothing is shown, but soon it may be. */
  @Test
  void itLooksAgainAfterTwentyThousandRequestsHoweverManyThereWere() {
    int since = 0;
    for (int request = 0; request < 100_000; request++) {
      ended(ServedBy.BASELINE_FIRST, new Timeline.Phase(1, 10 * MS, CHUNKS));
      since++;
      if (learning.isTimeToLook()) {
        assertThat(learning.look()).isEmpty();
        since = 0;
      }
      assertThat(since).isLessThanOrEqualTo(20_000);
    }
  }

  /** The last look at a change is after 800 of its requests. */
  @Test
  void aSmallChangeIsReportedEvenWithFewBaselineRequests() {
    var random = new SplittableRandom(1);
    for (int request = 0; request < ENOUGH; request++) {
      ended(ServedBy.BASELINE_ALONE, scaled(random, 1));
    }
    assertThat(learning.look()).isPresent();
    learning.watch();
    for (int request = 0; request < 8_000; request++) {
      ended(request % 8 == 0 ? ServedBy.BASELINE_FIRST : ServedBy.PLAN, scaled(random, 1));
      assertThat(learning.drifted()).isEmpty();
    }
    int since = 0;
    while (learning.drifted().isEmpty() && since < 40_000) {
      ended(since % 8 == 0 ? ServedBy.BASELINE_FIRST : ServedBy.PLAN, scaled(random, 1.35));
      since++;
    }
    assertThat(learning.drifted().orElseThrow()).isInstanceOf(Drift.Scaled.class);
  }

  private static Timeline.Phase[] scaled(SplittableRandom random, double factor) {
    double drawn = factor * StrictMath.exp(random.nextGaussian() / 2);
    return Arrays.stream(FASTER_FIRST)
        .map(phase ->
            new Timeline.Phase(phase.degree(), (long) (drawn * phase.nanos()), phase.chunks()))
        .toArray(Timeline.Phase[]::new);
  }

  /**
   * The wait was 2 ms of 10. With two threads from its start the request would have taken 2 ms, and
   * 8 ms over 1.8. The wait for threads counts once, not for each phase with them.
   */
  @Test
  void theWaitForAThreadIsAPartOfItsDegreesCost() {
    for (int request = 0; request < ENOUGH; request++) {
      ended(
          ServedBy.BASELINE_ALONE,
          new Timeline.Phase(1, 5 * MS, 0),
          new Timeline.Phase(1, 2 * MS, 8),
          new Timeline.Phase(2, 5 * MS / 2, 18),
          new Timeline.Phase(1, 7 * MS / 2, 14));
    }
    var known = learning.look().orElseThrow();
    assertThat(known.speedups().speedup(2, 15 * MS))
        .isCloseTo(10 / (2 + 8 / 1.8), withinPercentage(7));
  }
}
