package org.curtail.reissue.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class LateCallsTest {
  private static LateCalls planned(double share) {
    return new LateCalls(share, 0.02);
  }

  @Test
  void recentShareForgetsASixtyFourthPerCall() {
    Cases.random(
        1,
        100,
        random -> {
          LateCalls calls = planned(0.05);
          double share = 0;
          for (int i = 0; i < 300; i++) {
            if (random.nextInt(3) == 0) {
              calls.late(null);
              share = share * 63 / 64 + 1 / 64.0;
            } else {
              int answered = random.nextInt(4);
              calls.answered(answered);
              for (int k = 0; k < answered; k++) {
                share = share * 63 / 64;
              }
            }
            assertThat(calls.recentShare()).isEqualTo(share, within(1e-12));
          }
        });
  }

  @Test
  void shareOfCopiesFallsWithTheShareOfLateCalls() {
    LateCalls calls = planned(0.05);
    double before = 1;
    for (int i = 0; i < 200; i++) {
      calls.late(null);
      double share = calls.recentShare();
      double open = calls.openByNumber();
      if (share <= 0.65) {
        assertThat(open).isEqualTo(1);
      } else if (share >= 0.85) {
        assertThat(open).isZero();
      } else {
        assertThat(open).isEqualTo((0.85 - share) / 0.2, within(1e-12)).isLessThan(before);
      }
      before = open;
    }
    assertThat(before).isZero();
  }

  @Test
  void allCopiesAreSentIfHalfOfTheCallsAreUsuallyLate() {
    for (double share : new double[] {0.51, 0.5}) {
      LateCalls calls = planned(share);
      for (int i = 0; i < 1_000; i++) {
        calls.late("a" + i % 5);
      }
      assertThat(calls.openByNumber()).isEqualTo(share > 0.5 ? 1 : 0);
      assertThat(calls.areAtSeveralReplicas()).isEqualTo(share <= 0.5);
    }
  }

  @Test
  void shareOfAllCallsIsUsualWithoutAPlan() {
    LateCalls calls = planned(0);
    assertThat(calls.usualShare()).isEqualTo(-1);
    for (int i = 0; i < 2_000; i++) {
      calls.answered(9);
      calls.late(null);
    }
    assertThat(calls.usualShare()).isEqualTo(0.1, within(0.005));
    calls.planned(0.3);
    assertThat(calls.usualShare()).isEqualTo(0.3);
  }

  @Test
  void usualShareIsNotLearnedWhileCopiesAreLimited() {
    LateCalls calls = planned(0);
    for (int i = 0; i < 2_000; i++) {
      calls.answered(9);
      calls.late(null);
    }
    for (int i = 0; i < 60; i++) {
      calls.late(null);
    }
    assertThat(calls.openByNumber()).isPositive().isLessThan(1);
    double usual = calls.usualShare();
    for (int i = 0; i < 1_000; i++) {
      calls.late(null);
    }
    assertThat(calls.usualShare()).isEqualTo(usual);
  }

  @Test
  void lateCallsAtSeveralReplicasLeaveATrickle() {
    LateCalls calls = planned(0.05);
    for (int i = 0; i < 40; i++) {
      calls.late("replica " + i % 5);
    }
    assertThat(calls.areAtSeveralReplicas()).isTrue();
    assertThat(calls.openByNumber()).isEqualTo(1);
    assertThat(calls.openAtOnce()).isEqualTo(0.002 / calls.recentShare(), within(1e-12));
    assertThat(LateCalls.trickle(0.02, 0)).isEqualTo(1);
    assertThat(LateCalls.trickle(0.02, 0.5)).isEqualTo(0.004, within(1e-15));
    assertThat(LateCalls.trickle(1, 0.01)).isEqualTo(1);
  }

  @Test
  void tooFewCallsShowNoUsualShare() {
    LateCalls calls = planned(0);
    calls.answered(900);
    for (int i = 0; i < 30; i++) {
      calls.late("replica " + i % 5);
    }
    assertThat(calls.areAtSeveralReplicas()).isFalse();
    LateCalls known = planned(0);
    known.answered(1_000);
    for (int i = 0; i < 30; i++) {
      known.late("replica " + i % 5);
    }
    assertThat(known.areAtSeveralReplicas()).isTrue();
  }
}
