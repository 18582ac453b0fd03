package org.curtail.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;
import org.junit.jupiter.api.Test;

class ProtectedDegreeTest {
  private final ProtectedDegree policy = new ProtectedDegree(3);

  private Decision start(int requests, int waiting) {
    return policy.decide(new Progress(9, 0, 0), new Load(requests, waiting, 5, 12));
  }

  @Test
  void upTo29RequestsInTheSystemStartAtTheDegree() {
    assertThat(start(1, 0)).isEqualTo(Decision.keep(3));
    assertThat(start(29, 28)).isEqualTo(Decision.keep(3));
  }

  @Test
  void from30RequestsOnTheyStartSequentially() {
    assertThat(start(30, 0)).isEqualTo(Decision.keep(1));
    assertThat(start(500, 490)).isEqualTo(Decision.keep(1));
  }

  @Test
  void theDegreeChosenAtTheStartIsKept() {
    assertThat(policy.decide(new Progress(9, 9, 3), new Load(30, 0, 5, 12)))
        .isEqualTo(Decision.keep(3));
    assertThat(policy.decide(new Progress(9, 9, 1), new Load(1, 0, 1, 12)))
        .isEqualTo(Decision.keep(1));
  }

  @Test
  void startsEverybodyAtOnce() {
    assertThat(policy.admit(new Progress(0, 0, 0), new Load(500, 490, 4, 4)))
        .isEqualTo(Admission.START);
    assertThat(policy.threads(12)).isEqualTo(Policy.UNLIMITED);
    assertThat(policy.maxDegree()).isEqualTo(3);
  }

  @Test
  void degreeZeroIsRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ProtectedDegree(0))
        .withMessage("degree must be at least 1: 0");
  }
}
