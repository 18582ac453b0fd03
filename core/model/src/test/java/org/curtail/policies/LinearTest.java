package org.curtail.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Progress;
import org.junit.jupiter.api.Test;

class LinearTest {
  private static int degree(Linear policy, int waiting) {
    Decision decision =
        policy.decide(new Progress(9, 0, 0), new Load(waiting + 10, waiting, 5, 12));
    assertThat(decision.askAgainNanos()).isEqualTo(Decision.NEVER);
    return decision.degree();
  }

  /** 6 (5 - K) / 5 is 6, 4.8, 3.6, 2.4, 1.2, 0, -1.2. */
  @Test
  void theDegreeFallsLinearlyWithTheQueueAndIsRounded() {
    var policy = new Linear(5, 6);
    int[] degrees = {6, 5, 4, 2, 1, 1, 1};
    for (int waiting = 0; waiting < degrees.length; waiting++) {
      assertThat(degree(policy, waiting)).as("%d waiting", waiting).isEqualTo(degrees[waiting]);
    }
    assertThat(degree(policy, 500)).isEqualTo(1);
  }

  @Test
  void aHalfIsRoundedUp() {
    assertThat(degree(new Linear(4, 6), 1)).isEqualTo(5);
    assertThat(degree(new Linear(4, 6), 3)).isEqualTo(2);
  }

  @Test
  void aThresholdOfOneStillParallelizesWithoutOtherWaitingRequests() {
    assertThat(degree(new Linear(1, 6), 0)).isEqualTo(6);
    assertThat(degree(new Linear(1, 6), 1)).isEqualTo(1);
  }

  @Test
  void theDegreeChosenAtTheStartIsKept() {
    var policy = new Linear(5, 6);
    assertThat(policy.decide(new Progress(9, 9, 4), new Load(60, 50, 5, 12)))
        .isEqualTo(Decision.keep(4));
    assertThat(policy.decide(new Progress(9, 9, 1), new Load(1, 0, 1, 12)))
        .isEqualTo(Decision.keep(1));
  }

  @Test
  void admitsWhileFewerThanTwoThreadsPerCoreAreActive() {
    var policy = new Linear(5, 6);
    assertThat(policy.admit(new Progress(0, 0, 0), new Load(500, 490, 23, 12)))
        .isEqualTo(Admission.START);
    assertThat(policy.admit(new Progress(0, 0, 0), new Load(500, 490, 24, 12)))
        .isEqualTo(Admission.WAIT_FOR_CHANGE);
    // The last admitted request gets all its threads.
    assertThat(policy.threads(12)).isEqualTo(24 + 5);
    assertThat(policy.maxDegree()).isEqualTo(6);
  }

  @Test
  void thresholdsAndDegreesThatAreNoneAreRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Linear(0, 6))
        .withMessage("threshold must be at least 1: 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Linear(5, 0))
        .withMessage("maxDegree must be at least 1: 0");
  }
}
