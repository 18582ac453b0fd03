package org.curtail.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Progress;
import org.junit.jupiter.api.Test;

class BinaryTest {
  private final Binary policy = new Binary(5, 6);

  private Decision start(int waiting) {
    return policy.decide(new Progress(9, 0, 0), new Load(waiting + 10, waiting, 5, 12));
  }

  @Test
  void aQueueBelowTheThresholdStartsRequestsAtTheGreatestDegree() {
    assertThat(start(0)).isEqualTo(Decision.keep(6));
    assertThat(start(4)).isEqualTo(Decision.keep(6));
  }

  @Test
  void aQueueFromTheThresholdOnStartsThemSequentially() {
    assertThat(start(5)).isEqualTo(Decision.keep(1));
    assertThat(start(6)).isEqualTo(Decision.keep(1));
    assertThat(start(500)).isEqualTo(Decision.keep(1));
  }

  @Test
  void theDegreeChosenAtTheStartIsKept() {
    assertThat(policy.decide(new Progress(9, 9, 6), new Load(60, 50, 5, 12)))
        .isEqualTo(Decision.keep(6));
    assertThat(policy.decide(new Progress(9, 9, 1), new Load(1, 0, 1, 12)))
        .isEqualTo(Decision.keep(1));
  }

  @Test
  void admitsWhileFewerThanTwoThreadsPerCoreAreActive() {
    assertThat(policy.admit(new Progress(0, 0, 0), new Load(500, 490, 23, 12)))
        .isEqualTo(Admission.START);
    assertThat(policy.admit(new Progress(0, 0, 0), new Load(500, 490, 24, 12)))
        .isEqualTo(Admission.WAIT_FOR_CHANGE);
    // The last one that is admitted gets all its threads.
    assertThat(policy.threads(12)).isEqualTo(24 + 5);
    assertThat(policy.maxDegree()).isEqualTo(6);
  }

  @Test
  void thresholdsAndDegreesThatAreNoneAreRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Binary(0, 6))
        .withMessage("threshold must be at least 1: 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Binary(5, 0))
        .withMessage("maxDegree must be at least 1: 0");
  }
}
