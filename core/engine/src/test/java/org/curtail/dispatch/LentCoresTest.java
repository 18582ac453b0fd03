package org.curtail.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.curtail.Admission;
import org.curtail.PriorityClass;
import org.curtail.Traits;
import org.curtail.policy.Sequential;
import org.curtail.policy.Sharing;
import org.junit.jupiter.api.Test;

/** Two cores, turns of 10 ns: a request that misses the end of its turn gives its place away. */
class LentCoresTest {
  private static final int TURN_NANOS = 10;

  private static SteppedService service(boolean lendsCores) {
    return new SteppedService(
        new Sharing(new Sequential(), Duration.ofNanos(TURN_NANOS)),
        new Allocator.Service(2, 2, 1, false, false, lendsCores, Integer.MAX_VALUE));
  }

  @Test
  void aRequestThatPassesNoBorderForFourTurnsGivesItsPlaceToOneThatWaits() {
    SteppedService service = service(true);
    SteppedRequest stuck = service.arrive(PriorityClass.NORMAL);
    SteppedRequest other = service.arrive(PriorityClass.NORMAL);
    assertThat(service.allocator.missedTurnNanos(service.nowNanos)).isEqualTo(Long.MAX_VALUE);
    SteppedRequest waits = service.arrive(PriorityClass.NORMAL);
    long missedNanos = 1 + TURN_NANOS + 4 * TURN_NANOS;
    assertThat(service.allocator.missedTurnNanos(service.nowNanos)).isEqualTo(missedNanos);

    service.advance(2 * TURN_NANOS);
    service.passBorder(other);
    assertThat(service.running()).containsExactly(stuck, waits);
    service.advance(missedNanos - service.nowNanos - 1);
    service.allocator.dispatch(service.nowNanos);
    assertThat(service.running()).containsExactly(stuck, waits);
    service.advance(1);
    service.allocator.dispatch(service.nowNanos);
    assertThat(service.running()).containsExactly(stuck, waits, other);

    // Nobody waits any more, so all three go on; a further one waits for a turn of those two.
    SteppedRequest fourth = service.arrive(PriorityClass.NORMAL);
    assertThat(service.running()).doesNotContain(fourth);
    assertThat(service.passBorder(waits)).isTrue();
    assertThat(service.running()).containsExactly(stuck, other);
  }

  @Test
  void aRequestThatIsBackAtABorderCountsAgain() {
    SteppedService service = service(true);
    SteppedRequest late = service.arrive(PriorityClass.NORMAL);
    SteppedRequest second = service.arrive(PriorityClass.NORMAL);
    SteppedRequest third = service.arrive(PriorityClass.NORMAL);
    service.advance(10 * TURN_NANOS);
    service.allocator.dispatch(service.nowNanos);
    assertThat(service.running()).containsExactly(late, second, third);
    service.arrive(PriorityClass.NORMAL);
    assertThat(service.passBorder(late)).isTrue();
    assertThat(service.allocator.busy()).isEqualTo(2);
  }

  @Test
  void withoutLendingNoRequestHasAPlaceBeyondTheThreads() {
    SteppedService service = service(false);
    for (int i = 0; i < 3; i++) {
      service.arrive(PriorityClass.NORMAL);
    }
    service.advance(100 * TURN_NANOS);
    service.allocator.dispatch(service.nowNanos);
    assertThat(service.allocator.busy()).isEqualTo(2);
    assertThat(service.allocator.missedTurnNanos(service.nowNanos)).isEqualTo(Long.MAX_VALUE);
  }

  /**
   * The next request that shares its core by the operating system, while others wait or are
   * preempted.
   */
  @Test
  void theNextMissedTurnIsThatOfTheNextOneThatIsStuck() {
    SteppedService service = service(true);
    service.arrive(PriorityClass.NORMAL);
    SteppedRequest second = service.arrive(PriorityClass.NORMAL);
    service.arrive(PriorityClass.NORMAL);
    service.arrive(PriorityClass.NORMAL);
    service.advance(2 * TURN_NANOS);
    long firstMissedNanos = 1 + 5 * TURN_NANOS;
    long nextMissedNanos = service.nowNanos + 5 * TURN_NANOS;
    assertThat(service.passBorder(second)).isTrue();
    assertThat(service.allocator.queue().size()).isEqualTo(1);
    assertThat(service.allocator.preempted().size()).isEqualTo(1);
    assertThat(service.allocator.missedTurnNanos(service.nowNanos)).isEqualTo(firstMissedNanos);
    service.advance(firstMissedNanos - service.nowNanos - 1);
    assertThat(service.allocator.missedTurnNanos(service.nowNanos)).isEqualTo(firstMissedNanos);
    service.advance(1);
    assertThat(service.allocator.missedTurnNanos(service.nowNanos)).isEqualTo(nextMissedNanos);
  }

  /** A place is of no use without a thread. */
  @Test
  void aRequestWithoutAThreadOfItsOwnTakesNoLentCore() {
    SteppedService service = service(true);
    SteppedRequest first = service.arrive(PriorityClass.NORMAL);
    SteppedRequest second = service.arrive(PriorityClass.NORMAL);
    SteppedRequest third = service.arrive(PriorityClass.NORMAL);
    service.advance(2 * TURN_NANOS);
    service.passBorder(second);
    assertThat(service.running()).containsExactly(first, third);
    service.hasThread = request -> !request.equals(second);
    service.advance(1);
    SteppedRequest fourth = service.arrive(PriorityClass.NORMAL);
    service.advance(10 * TURN_NANOS);
    service.dispatch();
    assertThat(service.running()).containsExactly(first, third, fourth);
    service.hasThread = request -> true;
    service.dispatch();
    assertThat(service.running()).containsExactly(first, third, fourth, second);
  }

  /** The one is of more use than the other, but its threads are all at work. */
  @Test
  void aThreadThatOneRequestHasNoUseForGoesToTheNextOne() {
    var byUrgency =
        new DrawnPolicy(
            List.of(2), List.of(1), 1, 1, 100, List.of(Admission.START), 2, Traits.RANKING);
    var service =
        new SteppedService(
            byUrgency, new Allocator.Service(2, 2, 2, false, false, true, Integer.MAX_VALUE));
    service.hasThread = request -> request.threads() == 0;
    SteppedRequest urgent = service.arrive(PriorityClass.URGENT);
    SteppedRequest background = service.arrive(PriorityClass.BACKGROUND);
    assertThat(service.running()).containsExactly(urgent, background);
    assertThat(urgent.threads()).isEqualTo(1);
  }
}
