package org.curtail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class LoadTest {
  @Test
  void anIdleServiceIsALoad() {
    assertThat(new Load(0, 0, 0, 1).requests()).isZero();
  }

  @Test
  void moreWaitingThanInTheSystemIsRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Load(2, 3, 0, 1))
        .withMessageContaining("waiting=3, requests=2");
  }

  @Test
  void negativeNumbersAreRejected() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Load(2, -1, 0, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Load(2, 0, -4, 1))
        .withMessageContaining("threads")
        .withMessageContaining("-4");
  }

  @Test
  void aMachineWithoutCoresIsRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Load(2, 0, 0, 0))
        .withMessageContaining("cores");
  }
}
