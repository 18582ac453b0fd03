package org.curtail.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.curtail.Admission;
import org.curtail.Policy;
import org.curtail.Preemption;
import org.curtail.PriorityClass;
import org.curtail.Traits;
import org.curtail.policy.Sequential;
import org.curtail.policy.Sharing;
import org.junit.jupiter.api.Test;

/** What an allocator does when something else happens than arrivals, borders and ends. */
class AllocatorTest {
  private static final Policy IN_TURNS = new Sharing(new Sequential(), Duration.ofNanos(10));

  private static Service threads(int count) {
    return new Service(count, count, 1, false, false);
  }

  private static SteppedService inTurns(int threads) {
    return new SteppedService(IN_TURNS, threads(threads), 0, new SplittableRandom(1));
  }

  /** The first one was set aside, the second one has the only thread. */
  private static SteppedService oneIsAside() {
    SteppedService service = inTurns(1);
    SteppedRequest first = service.arrive(PriorityClass.NORMAL);
    service.arrive(PriorityClass.NORMAL);
    service.advance(10);
    assertThat(service.passBorder(first)).isTrue();
    assertThat(service.allocator.aside().all()).containsExactly(first);
    return service;
  }

  @Test
  void whoWasSetAsideGoesOnBeforeAllOthersWhenNobodyIsAnyMore() {
    SteppedService service = oneIsAside();
    SteppedRequest first = service.all.get(0);
    SteppedRequest second = service.all.get(1);
    SteppedRequest third = service.arrive(PriorityClass.NORMAL);
    service.change(new Sequential(), threads(1));
    assertThat(service.running()).containsExactly(second);
    service.end(second);
    assertThat(service.running()).containsExactly(first);
    service.end(first);
    assertThat(service.running()).containsExactly(third);
  }

  @Test
  void aMoreImportantOneStartsBeforeWhoWasSetAsideUnderAnEarlierPolicy() {
    SteppedService service = oneIsAside();
    SteppedRequest urgent = service.arrive(PriorityClass.URGENT);
    service.arrive(PriorityClass.BACKGROUND);
    service.change(new Sequential(), threads(1));
    service.end(service.all.get(1));
    assertThat(service.running()).containsExactly(urgent);
    service.end(urgent);
    assertThat(service.running()).containsExactly(service.all.get(0));
  }

  @Test
  void aSliceThatAnEarlierPolicyGaveEndsForNobody() {
    SteppedService service = oneIsAside();
    SteppedRequest second = service.all.get(1);
    service.change(new Sequential(), threads(1));
    service.advance(100);
    assertThat(service.allocator.sliceIsOver(second, service.nowNanos)).isFalse();
    assertThat(second.share()).isPositive();
  }

  /** Each of its threads asks at its border. */
  @Test
  void whoIsToLeaveIsToldSoAgain() {
    SteppedService service = inTurns(1);
    SteppedRequest first = service.arrive(PriorityClass.NORMAL);
    service.arrive(PriorityClass.NORMAL);
    service.advance(10);
    assertThat(service.allocator.sliceIsOver(first, service.nowNanos)).isTrue();
    assertThat(service.allocator.sliceIsOver(first, service.nowNanos)).isTrue();
    assertThat(first.share()).isZero();
  }

  @Test
  void whoHasEndedIsNotToBeSetAside() {
    SteppedService service = inTurns(1);
    SteppedRequest first = service.arrive(PriorityClass.NORMAL);
    service.arrive(PriorityClass.NORMAL);
    service.advance(10);
    service.end(first);
    assertThat(service.allocator.sliceIsOver(first, service.nowNanos)).isFalse();
  }

  /** Nobody starts but for another one that ends. */
  private static final Policy ONE_FOR_ANOTHER =
      new DrawnPolicy(
          List.of(1),
          List.of(1),
          1,
          0,
          100,
          List.of(Admission.WAIT_FOR_EXIT),
          1,
          Traits.NONE.preempting(
              new Preemption(Preemption.Order.TURNS, 10, Preemption.UNLIMITED_NANOS)));

  @Test
  void theEndOfOneThatIsAsideLetsAnotherOneStart() {
    SteppedService service = oneIsAside();
    SteppedRequest first = service.all.get(0);
    SteppedRequest second = service.all.get(1);
    service.change(ONE_FOR_ANOTHER, threads(1));
    SteppedRequest third = service.arrive(PriorityClass.NORMAL);
    service.giveUpAside(first);
    assertThat(service.allocator.aside().all()).isEmpty();
    assertThat(service.allocator.load().requests()).isEqualTo(2);
    service.advance(10);
    assertThat(service.passBorder(second)).isTrue();
    assertThat(service.running()).containsExactly(third);
  }

  /** Nobody has to go for the sake of one that has gone itself. */
  @Test
  void whoIsToLeaveStaysWhenNobodyWaitsAnyMore() {
    SteppedService service = inTurns(1);
    SteppedRequest first = service.arrive(PriorityClass.NORMAL);
    SteppedRequest second = service.arrive(PriorityClass.NORMAL);
    service.advance(10);
    assertThat(service.allocator.sliceIsOver(first, service.nowNanos)).isTrue();
    service.giveUp(second);
    assertThat(first.share()).isPositive();
    assertThat(first.sliceEndNanos()).isEqualTo(DispatchedRequest.NEVER);
    assertThat(service.passBorder(first)).isFalse();
  }

  @Test
  void aRequestForWhichThereIsNoRoomWaitsThoughAThreadIsFree() {
    SteppedService service = inTurns(2);
    service.hasRoom = next -> false;
    SteppedRequest request = service.arrive(PriorityClass.NORMAL);
    assertThat(service.running()).isEmpty();
    assertThat(service.allocator.queue().all()).containsExactly(request);
    assertThat(service.allocator.load().waiting()).isEqualTo(1);
    service.hasRoom = next -> true;
    service.dispatch();
    assertThat(service.running()).containsExactly(request);
  }
}
