package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.curtail.policy.Sequential;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueueLimitTest {
  /** An interrupted submitter is refused where it would have to wait: so no test waits here. */
  @ParameterizedTest
  @CsvSource({"REJECT, 1", "REJECT, 2", "REJECT, 5", "WAIT, 1", "WAIT, 2", "WAIT, 5"})
  void asManyRequestsWaitAsTheLimitSaysAndNotOneMore(Overload overload, int limit) {
    Setup setup = Curtail.with(new Sequential()).threads(1).queueLimit(limit).whenFull(overload);
    Curtail engine = setup.startWithoutThreads();
    Thread.currentThread().interrupt();
    try {
      engine.submit(new RecordedWork(1, chunk -> {}));
      assertThat(engine.metrics().gauges().running()).isEqualTo(1);
      for (int waiting = 1; waiting <= limit; waiting++) {
        engine.submit(new RecordedWork(1, chunk -> {}));
        assertThat(engine.metrics().gauges().waiting()).isEqualTo(waiting);
      }
      assertThatThrownBy(() -> engine.submit(new RecordedWork(1, chunk -> {})))
          .isInstanceOf(OverloadedException.class);
      assertThat(engine.metrics().gauges().waiting()).isEqualTo(limit);
    } finally {
      Thread.interrupted();
    }
  }
}
