package org.curtail.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Profile;
import org.curtail.Progress;
import org.junit.jupiter.api.Test;

class AdaptiveTest {
  private static final Progress STARTING = new Progress(5, 0, 0);

  private static int degree(Adaptive policy, int waiting, int cores) {
    Decision decision = policy.decide(STARTING, new Load(waiting + 1, waiting, 1, cores));
    assertThat(decision.askAgainNanos()).isEqualTo(Decision.NEVER);
    return decision.degree();
  }

  /**
   * T = 120, 70, 50, 45 on P = 4 cores. What each degree adds, T_i + W * T_i * i / 4 with W
   * waiting: 120 + 30 W, 70 + 35 W, 50 + 37.5 W, 45 + 45 W.
   */
  @Test
  void takesTheDegreeThatAddsLeastToTheTotalResponseTime() {
    var policy = new Adaptive(List.of(120.0, 70.0, 50.0, 45.0));
    assertThat(degree(policy, 0, 4)).isEqualTo(4); // 120, 70, 50, 45
    assertThat(degree(policy, 1, 4)).isEqualTo(3); // 150, 105, 87.5, 90
    assertThat(degree(policy, 7, 4)).isEqualTo(3); // 330, 315, 312.5, 360
    assertThat(degree(policy, 9, 4)).isEqualTo(2); // 390, 385, 387.5, 450
    assertThat(degree(policy, 11, 4)).isEqualTo(1); // 450, 455, 462.5, 540
  }

  @Test
  void linearSpeedupMakesEveryRequestFullyParallelAtAnyLoad() {
    var policy = new Adaptive(List.of(64.0, 32.0, 64.0 / 3, 16.0));
    for (int waiting : new int[] {0, 1, 10, 1000}) {
      assertThat(degree(policy, waiting, 4)).isEqualTo(4);
    }
  }

  @Test
  void noSpeedupMakesEveryRequestSequentialAtAnyLoad() {
    var policy = new Adaptive(List.of(60.0, 60.0, 60.0));
    for (int waiting : new int[] {0, 1, 10, 1000}) {
      assertThat(degree(policy, waiting, 4)).isEqualTo(1);
    }
  }

  @Test
  void neverAsksForMoreThreadsThanCores() {
    assertThat(degree(new Adaptive(List.of(64.0, 32.0, 16.0)), 0, 2)).isEqualTo(2);
  }

  @Test
  void theDegreeChosenAtTheStartIsKept() {
    var policy = new Adaptive(List.of(120.0, 70.0, 50.0));
    var busy = new Load(50, 49, 4, 4);
    assertThat(policy.decide(new Progress(90, 80, 3), busy)).isEqualTo(Decision.keep(3));
  }

  @Test
  void admitsWhileFewerThanTwoThreadsPerCoreAreActive() {
    var policy = new Adaptive(List.of(120.0, 70.0));
    assertThat(policy.admit(new Progress(0, 0, 0), new Load(500, 490, 23, 12)))
        .isEqualTo(Admission.START);
    assertThat(policy.admit(new Progress(0, 0, 0), new Load(500, 490, 24, 12)))
        .isEqualTo(Admission.WAIT_FOR_CHANGE);
    // The last one that is admitted gets all its threads.
    assertThat(policy.threads(12)).isEqualTo(24 + 1);
    assertThat(policy.maxDegree()).isEqualTo(2);
  }

  @Test
  void isMadeFromTheMeansOfAProfile() {
    assertThat(Adaptive.of(Profile.of("", new double[][] {{10, 6}, {30, 20}})).meanMs())
        .containsExactly(20.0, 13.0);
  }

  @Test
  void timesThatAreNoneAreRejected() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Adaptive(List.of()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Adaptive(List.of(1.0, 0.0)))
        .withMessageContaining("[1.0, 0.0]");
    assertThatIllegalArgumentException().isThrownBy(() -> new Adaptive(List.of(Double.NaN)));
  }
}
