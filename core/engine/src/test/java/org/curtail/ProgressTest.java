package org.curtail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class ProgressTest {
  @Test
  void aWaitingRequestHasNotExecuted() {
    assertThat(new Progress(5, 0, 0).executionNanos()).isZero();
  }

  @Test
  void executionLongerThanTheAgeIsRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Progress(5, 6, 1))
        .withMessageContaining("executionNanos=6, ageNanos=5");
  }

  @Test
  void negativeExecutionIsRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Progress(5, -1, 1))
        .withMessageContaining("executionNanos=-1");
  }

  @Test
  void aRequestKeepsItsImportanceWhateverElseIsSaidOfIt() {
    Progress urgent = new Progress(5, 4, 1).of(PriorityClass.URGENT);
    assertThat(new Progress(5, 4, 1).importance()).isEqualTo(PriorityClass.NORMAL);
    assertThat(urgent.withThreads(3).predicted(Prediction.certain(7)).importance())
        .isEqualTo(PriorityClass.URGENT);
  }

  @Test
  void aNegativeDegreeIsRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Progress(5, 5, -1))
        .withMessageContaining("decidedDegree")
        .withMessageContaining("-1");
  }
}
