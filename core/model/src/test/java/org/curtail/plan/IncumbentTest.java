package org.curtail.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class IncumbentTest {
  private static final PlanGoal GOAL = new PlanGoal(4, 4, 2, List.of(1, 2), 99, 1, 8);

  private static Incumbent ofLoad(int load) {
    return Incumbent.forLoads(GOAL, 1)[load - 1];
  }

  private static void offer(
      Incumbent incumbent, double length, double tail, double mean, double threads) {
    incumbent.offer(new double[] {length}, tail, mean, threads);
  }

  @Test
  void theLeastTailCountsThenTheLeastMeanThenTheFewestThreads() {
    Incumbent best = ofLoad(1);
    offer(best, 1, 10, 5, 8);
    offer(best, 2, 11, 1, 1);
    assertThat(best.lengthSteps(0)).isEqualTo(1);
    offer(best, 3, 9, 6, 9);
    assertThat(best.lengthSteps(0)).isEqualTo(3);
    offer(best, 4, 9, 7, 1);
    assertThat(best.lengthSteps(0)).isEqualTo(3);
    offer(best, 5, 9, 4, 12);
    assertThat(best.lengthSteps(0)).isEqualTo(5);
    offer(best, 6, 9, 4, 13);
    assertThat(best.lengthSteps(0)).isEqualTo(5);
    offer(best, 7, 9, 4, 11);
    assertThat(best.lengthSteps(0)).isEqualTo(7);
    // The first of equal ones stays.
    offer(best, 8, 9, 4, 11);
    assertThat(best.lengthSteps(0)).isEqualTo(7);
  }

  @Test
  void roundingIsNoGain() {
    Incumbent best = ofLoad(1);
    offer(best, 1, 9, 4, 11);
    offer(best, 2, Math.nextDown(9.0), 5, 11);
    assertThat(best.lengthSteps(0)).isEqualTo(1);
    offer(best, 3, 9, Math.nextDown(4.0), 12);
    assertThat(best.lengthSteps(0)).isEqualTo(1);
    offer(best, 4, 9, 4, Math.nextDown(11.0));
    assertThat(best.lengthSteps(0)).isEqualTo(1);
    offer(best, 5, 9 * (1 - 1e-9), 5, 11);
    assertThat(best.lengthSteps(0)).isEqualTo(5);
  }

  @Test
  void aRequestWaitsTheLeastNumberOfStepsThatMeetsTheTarget() {
    // Twice as many requests as threads: each must stay for twice its thread time.
    Incumbent best = ofLoad(8);
    offer(best, 3, 10, 5, 6);
    assertThat(best.startStep(0)).isEqualTo(7);
    assertThat(best.startStep(1)).isEqualTo(10);
    assertThat(ofLoad(4).startStep(0)).isZero();
  }

  @Test
  void boundExcludesWorseSchedules() {
    Incumbent best = ofLoad(1);
    offer(best, 1, 10, 5, 2);
    assertThat(best.isBelow(10.001)).isTrue();
    assertThat(best.isBelow(10)).isFalse();
    assertThat(best.isBelow(Math.nextUp(10.0))).isFalse();
    assertThat(best.isMatchedBy(10)).isTrue();
    assertThat(best.isMatchedBy(Math.nextDown(10.0))).isTrue();
    assertThat(best.isMatchedBy(9.999)).isFalse();
    assertThat(best.meanIsAtMost(5)).isTrue();
    assertThat(best.meanIsAtMost(Math.nextDown(5.0))).isTrue();
    assertThat(best.meanIsAtMost(4.999)).isFalse();
  }
}
