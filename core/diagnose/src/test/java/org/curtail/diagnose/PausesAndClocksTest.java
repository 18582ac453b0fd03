package org.curtail.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.curtail.diagnose.RecordingReader.RecordedClock;
import org.curtail.signals.Pause;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class PausesAndClocksTest {
  @Test
  void theIndexFindsThePausesThatALookAtAllOfThemFinds() {
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
  void theOffsetOfTheClocksLiesWithinItsBoundsAndEachRequestNarrowsThem() {
    Cases.random(
        2,
        400,
        random -> {
          long offset = random.nextLong(-1_000_000, 1_000_000);
          var requests = new ArrayList<RequestEvidence>();
          var toServer = new ArrayList<Long>();
          long before = Long.MAX_VALUE;
          for (int i = 0; i < 20; i++) {
            long received = random.nextLong(10_000);
            long end = received + random.nextLong(50);
            long way = random.nextLong(100);
            toServer.add(way);
            requests.add(
                RequestEvidence.ofServer(i, "", received, received, end, List.of(), List.of())
                    .asSeenBy(received - way + offset, end + random.nextLong(100) + offset));
            ClockOffset found = ClockOffset.of(requests).orElseThrow();
            assertThat(offset).isBetween(found.leastNanos(), found.mostNanos());
            assertThat(found.mostNanos() - found.leastNanos()).isLessThanOrEqualTo(before);
            before = found.mostNanos() - found.leastNanos();
            for (int j = 0; j <= i; j++) {
              assertThat(toServer.get(j))
                  .isBetween(
                      found.leastToServerNanos(requests.get(j)),
                      found.mostToServerNanos(requests.get(j)));
            }
          }
        });
  }

  @Test
  void clocksThatRunApartHaveNoOffset() {
    RequestEvidence request = RequestEvidence.ofServer(1, "", 0, 0, 10, List.of(), List.of());
    assertThat(ClockOffset.of(List.of(request.asSeenBy(100, 111), request.asSeenBy(200, 211))))
        .isEqualTo(Optional.empty());
    assertThatThrownBy(() -> new ClockOffset(2, 1)).hasMessageContaining("2, 1");
  }

  @Test
  void theClockOfARecordingIsTiedByTheLeastDelayOfTheNearestSecond() {
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
