package org.curtail.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.curtail.diagnose.RecordingReader.RecordedClock;
import org.curtail.diagnose.pause.Pause;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class PausesAndClocksTest {
  @Test
  void indexFindsThePausesOfAFullSearch() {
    Cases.random(
        1,
        400,
        random -> {
          var pauses = new ArrayList<Pause>();
          for (int i = random.nextInt(12); i > 0; i--) {
            long from = random.nextLong(100);
            pauses.add(new Pause(from, from + random.nextLong(20), Pause.Kind.COLLECTOR));
          }
          long received = random.nextLong(100);
          long end = received + random.nextLong(30);
          RequestEvidence request =
              RequestEvidence.ofServer(1, "", received, received, end, List.of(), List.of());
          assertThat(new PauseIndex(pauses).withPauses(request).pauses())
              .containsExactlyInAnyOrderElementsOf(
                  pauses.stream()
                      .filter(p -> p.fromNanos() < end && p.toNanos() > received)
                      .toList());
        });
  }

  @Test
  void clockUsesTheLeastDelayOfTheNearestSecond() {
    var clock = new RecordedClock();
    assertThat(clock.isTied()).isFalse();
    clock.tie(Instant.ofEpochSecond(100, 900), 400);
    clock.tie(Instant.ofEpochSecond(100, 5_000), 4_700);
    clock.tie(Instant.ofEpochSecond(103, 50), 3_000_000_050L - 700);
    long second = 1_000_000_000;
    assertThat(clock.serviceNanos(Instant.ofEpochSecond(100, 1_000))).isEqualTo(700);
    assertThat(clock.serviceNanos(Instant.ofEpochSecond(99, 0))).isEqualTo(-second - 300);
    assertThat(clock.serviceNanos(Instant.ofEpochSecond(101, 0))).isEqualTo(second - 300);
    assertThat(clock.serviceNanos(Instant.ofEpochSecond(102, 0))).isEqualTo(2 * second - 700);
    assertThat(clock.serviceNanos(Instant.ofEpochSecond(200, 0))).isEqualTo(100 * second - 700);
  }
}
