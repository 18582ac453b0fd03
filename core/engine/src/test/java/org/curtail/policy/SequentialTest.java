package org.curtail.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;
import org.junit.jupiter.api.Test;

class SequentialTest {
  private final Sequential policy = new Sequential();

  @Test
  void startsEveryRequestOnOneThreadForGoodWhateverTheLoad() {
    for (var load : new Load[] {new Load(1, 0, 1, 4), new Load(500, 490, 4, 4)}) {
      assertThat(policy.admit(new Progress(0, 0, 0), load)).isEqualTo(Admission.START);
      assertThat(policy.decide(new Progress(9, 9, 0), load)).isEqualTo(Decision.keep(1));
    }
  }

  @Test
  void setsNoLimitToTheNumberOfThreads() {
    assertThat(policy.threads(6)).isEqualTo(Policy.UNLIMITED);
    assertThat(policy.maxDegree()).isEqualTo(1);
  }
}
