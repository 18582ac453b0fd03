package org.curtail.policies;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.curtail.policies.Policies.Ingredients;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ThreadLimitTest {
  private static void check(String name, int cores) {
    Policies.checkThreads(name, Policies.named(name, Ingredients.NONE), cores);
  }

  @Test
  void aPolicyMayWantSixtyFourThreadsForEachCore() {
    assertThatCode(() -> check("fixed-64", 1)).doesNotThrowAnyException();
    assertThatCode(() -> check("fixed-9999", 157)).doesNotThrowAnyException();
    assertThatCode(() -> check("sequential", 1)).doesNotThrowAnyException();
  }

  @Test
  void aPolicyWithTooManyThreadsIsRejectedWithTheLimit() {
    assertThatThrownBy(() -> check("fixed-65", 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> check("protected-9999", 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "'protected-9999' wants 9,999 threads on 3 cores, expected at most 64 per core");
  }
}
