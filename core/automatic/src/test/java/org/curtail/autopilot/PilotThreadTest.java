package org.curtail.autopilot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.curtail.testkit.Eventually;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class PilotThreadTest {
  @Test
  void withoutEventsThePilotRestsLongerUntilTheNextOne() throws InterruptedException {
    var steps = new AtomicInteger();
    var pilot =
        new PilotThread(
            "test",
            nowNanos -> {
              steps.incrementAndGet();
              return Long.MAX_VALUE;
            });
    pilot.start();
    Eventually.is("it rests for longer", pilot::isResting);
    int before = steps.get();
    pilot.wake();
    Eventually.is("it has taken a step", () -> steps.get() > before);
    // After the wake-up, periods are short again.
    Eventually.is("it rests no longer", () -> !pilot.isResting());
    assertThat(pilot.awaitEnd(1)).isFalse();
    pilot.close();
    Eventually.is(
        "it has ended",
        () -> {
          try {
            return pilot.awaitEnd(1_000);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }
}
