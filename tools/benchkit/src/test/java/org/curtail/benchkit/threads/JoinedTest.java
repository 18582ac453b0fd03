package org.curtail.benchkit.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class JoinedTest {
  @Test
  void whoIsInterruptedWaitsOnAndStaysInterrupted() {
    var end = new CountDownLatch(1);
    Thread first = Thread.ofPlatform().start(() -> awaitQuietly(end));
    Thread second = Thread.ofPlatform().start(end::countDown);
    Thread.currentThread().interrupt();

    Joined.join(List.of(first, second));

    assertThat(Thread.interrupted()).isTrue();
    assertThat(first.isAlive()).isFalse();
    assertThat(second.isAlive()).isFalse();
  }

  private static void awaitQuietly(CountDownLatch end) {
    try {
      end.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void whoWaitsForNobodyGoesOn() {
    Joined.join(List.of());
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }
}
