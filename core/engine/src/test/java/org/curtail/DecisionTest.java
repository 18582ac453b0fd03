package org.curtail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class DecisionTest {
  @Test
  void keepingADegreeNeverAsksAgain() {
    assertThat(Decision.keep(3)).isEqualTo(new Decision(3, Decision.NEVER));
  }

  @Test
  void degreeZeroIsRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Decision.keep(0))
        .withMessageContaining("degree must be at least 1: 0");
  }

  @Test
  void askingAgainInThePastIsRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Decision(1, 0))
        .withMessageContaining("askAgainNanos must be positive: 0");
  }

  @Test
  void waitingUntilNoAgeIsRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Admission.waitUntil(0))
        .withMessageContaining("ageNanos must be positive: 0");
  }

  @Test
  void aPointToAskAgainThatHasPassedIsRejected() {
    var decision = new Decision(1, 5_000);
    assertThat(decision.requireAfter(4_999)).isSameAs(decision);
    assertThat(Decision.keep(2).requireAfter(Long.MAX_VALUE - 1)).isEqualTo(Decision.keep(2));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> decision.requireAfter(5_000))
        .withMessage(
            "askAgainNanos must be a point of execution time later than the present one, 5,000, not a duration from now: 5,000");
  }
}
