package org.curtail.hedge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.curtail.hedge.CallSample.SampledAttempt;
import org.curtail.reissue.live.AttemptObservations.End;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

/** Compares copies' lateness with the estimate of Kaplan and Meier from a list of all copies. */
class CopyLatenessPropertyTest {
  private static final double DELAY_MILLIS = 16;

  /** A copy observed in some second, and its duration in sixteenths of the delay. */
  private record Copy(int second, double sixteenths, End end) {
    boolean isLate() {
      return sixteenths > 16;
    }

    boolean isOfPart(int part) {
      return !isLate() && Math.min((int) sixteenths, 15) == part;
    }

    /** Half of it is left after five seconds. */
    double weight(int now) {
      return Math.pow(2, -(now - second) / 5.0);
    }
  }

  private static double weight(List<Copy> copies, int now) {
    return copies.stream().mapToDouble(copy -> copy.weight(now)).sum();
  }

  /** Returns the share of late copies; a copy cancelled in a part was observed for half of it. */
  private static double lateShare(List<Copy> copies, int now) {
    double share = 1;
    for (int i = 0; i < 16; i++) {
      int part = i;
      List<Copy> here = copies.stream().filter(copy -> copy.isOfPart(part)).toList();
      double atRisk =
          weight(
              copies.stream().filter(copy -> copy.isLate() || copy.sixteenths >= part).toList(),
              now);
      double answered =
          weight(here.stream().filter(copy -> copy.end == End.ANSWERED).toList(), now);
      double givenUp = weight(here, now) - answered;
      if (answered > 0) {
        share *= Math.max(1 - answered / (atRisk - givenUp / 2), 0);
      }
    }
    return share;
  }

  private static void see(CopyLateness lateness, Copy copy) {
    lateness.seen(
        new SampledAttempt(Math.round(copy.sixteenths * DELAY_MILLIS / 16 * 1e6), copy.end),
        DELAY_MILLIS);
  }

  @Test
  void copiesAreMuchBetterIfLateHalfAsOftenAsFirstAttempts() {
    Cases.random(
        1,
        500,
        random -> {
          var lateness = new CopyLateness();
          var copies = new ArrayList<Copy>();
          int most = 1 + random.nextInt(20);
          int seconds = 3 + random.nextInt(12);
          for (int second = 0; second < seconds; second++) {
            for (int i = random.nextInt(most); i > 0; i--) {
              double sixteenths =
                  switch (random.nextInt(4)) {
                    case 0 -> random.nextInt(18);
                    case 1 -> 16 + 4 * random.nextDouble();
                    default -> 16 * random.nextDouble();
                  };
              End end = random.nextInt(3) == 0 ? End.CANCELLED : End.ANSWERED;
              var copy = new Copy(second, sixteenths, random.nextInt(9) == 0 ? End.FAILED : end);
              copies.add(copy);
              see(lateness, copy);
            }
            lateness.step();
          }
          double late = lateShare(copies, seconds);
          double weight = weight(copies, seconds);
          boolean areEnough = weight >= 10;
          if (Math.abs(weight - 10) > 1e-6) {
            assertThat(lateness.isMuchBetter(2 * late + 1e-6))
                .as("%s of the copies late, %s copies", late, weight)
                .isEqualTo(areEnough);
            assertThat(lateness.isMuchBetter(2 * late - 1e-6)).isFalse();
          }
        });
  }

  @Test
  void tenCopiesAndThreeSecondsAreNeeded() {
    for (int copies = 9; copies <= 10; copies++) {
      for (int seconds = 2; seconds <= 3; seconds++) {
        var lateness = new CopyLateness();
        for (int i = 0; i < seconds; i++) {
          lateness.step();
        }
        for (int i = 0; i < copies; i++) {
          see(lateness, new Copy(seconds, 1, End.ANSWERED));
        }
        assertThat(lateness.isMuchBetter(1))
            .as("%d copies after %d seconds", copies, seconds)
            .isEqualTo(copies == 10 && seconds == 3);
      }
    }
  }

  /** Five of twenty copies are late: a quarter, half of the share of first attempts. */
  @Test
  void halfAsOftenCountsAsMuchBetter() {
    var lateness = new CopyLateness();
    for (int i = 0; i < 3; i++) {
      lateness.step();
    }
    for (int i = 0; i < 20; i++) {
      see(lateness, new Copy(3, i % 4 == 0 ? 17 : 2, End.ANSWERED));
    }
    assertThat(lateness.isMuchBetter(0.5)).isTrue();
    assertThat(lateness.isMuchBetter(0.499)).isFalse();
  }

  @Test
  void copiesOfAnEarlierPeriodAreForgotten() {
    var lateness = new CopyLateness();
    for (int second = 0; second < 4; second++) {
      for (int i = 0; i < 20; i++) {
        see(
            lateness,
            new Copy(second, i % 2 == 0 ? 20 : 3, i % 3 == 0 ? End.CANCELLED : End.ANSWERED));
      }
      lateness.step();
    }
    lateness.forget();
    for (int second = 0; second < 3; second++) {
      // Earlier copies have no weight left.
      for (int i = 0; i < 10; i++) {
        see(lateness, new Copy(second, 0.5, End.ANSWERED));
      }
      assertThat(lateness.isMuchBetter(1)).as("after %d seconds", second).isFalse();
      lateness.step();
    }
    assertThat(lateness.isMuchBetter(1e-9)).as("no copy was late").isTrue();
  }
}
