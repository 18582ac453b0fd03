package org.curtail.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;
import org.junit.jupiter.api.Test;

class FixedDegreeTest {
  @Test
  void startsEveryRequestAtItsDegreeForGoodWhateverTheLoad() {
    var policy = new FixedDegree(3);
    for (var load : new Load[] {new Load(1, 0, 1, 4), new Load(500, 490, 4, 4)}) {
      assertThat(policy.admit(new Progress(0, 0, 0), load)).isEqualTo(Admission.START);
      assertThat(policy.decide(new Progress(9, 9, 0), load)).isEqualTo(Decision.keep(3));
    }
    assertThat(policy.maxDegree()).isEqualTo(3);
  }

  @Test
  void setsNoLimitToTheNumberOfThreads() {
    assertThat(new FixedDegree(3).threads(6)).isEqualTo(Policy.UNLIMITED);
  }

  @Test
  void degreeZeroIsRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FixedDegree(0))
        .withMessage("degree must be at least 1: 0");
  }
}
