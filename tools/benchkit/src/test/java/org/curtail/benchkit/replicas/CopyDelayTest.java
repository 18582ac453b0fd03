package org.curtail.benchkit.replicas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.curtail.benchkit.replicas.CopyDelay.LearnedPercentile;
import org.junit.jupiter.api.Test;

class CopyDelayTest {
  @Test
  void theLearnedDelayIsThe90thPercentileAfterTheFirstRequests() {
    var delay = new LearnedPercentile(100);
    for (int i = 1; i <= 20; i++) {
      assertThat(delay.nextNanos()).isEqualTo(10_000_000);
      delay.answered(i * 1_000_000L);
    }
    assertThat((double) delay.nextNanos()).isCloseTo(18e6, within(0.01 * 18e6));
  }

  @Test
  void theLearnedDelayIsAtLeastAMillisecond() {
    var delay = new LearnedPercentile(100);
    for (int i = 0; i < 20; i++) {
      delay.nextNanos();
      delay.answered(1000);
    }
    assertThat(delay.nextNanos()).isEqualTo(1_000_000);
  }

  /** A bucket for two seconds is full at first. */
  @Test
  void copiesAreAtMostATenthOfTheRequestsAfterABurst() {
    var delay = new LearnedPercentile(100);
    long copies =
        IntStream.range(0, 1000)
            .filter(i -> {
              delay.nextNanos();
              return delay.takesCopy();
            })
            .count();
    assertThat(copies).isBetween(119L, 120L);
  }
}
