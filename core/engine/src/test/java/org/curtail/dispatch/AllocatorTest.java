package org.curtail.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.curtail.Admission;
import org.curtail.Policy;
import org.curtail.Preemption;
import org.curtail.PriorityClass;
import org.curtail.Traits;
import org.curtail.policy.Sequential;
import org.curtail.policy.Sharing;
import org.junit.jupiter.api.Test;

/** Events of an allocator other than arrivals, borders and ends. */
class AllocatorTest {
  private static final Policy IN_TURNS = new Sharing(new Sequential(), Duration.ofNanos(10));

  private static Allocator.Service threads(int count) {
    return new Allocator.Service(count, count, 1, false, false);
  }

  private static SteppedService inTurns(int threads) {
    return new SteppedService(IN_TURNS, threads(threads));
  }

  /**
   * Returns a service whose first request is preempted and whose second one has the only thread.
   */
  private static SteppedService oneIsAside() {
    SteppedService service = inTurns(1);
    SteppedRequest first = service.arrive(PriorityClass.NORMAL);
    service.arrive(PriorityClass.NORMAL);
    service.advance(10);
    assertThat(service.passBorder(first)).isTrue();
    assertThat(service.allocator.preempted().all()).containsExactly(first);
    return service;
  }

  @Test
  void preemptedRequestsContinueFirstAfterPreemptionIsSwitchedOff() {
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
  void aMoreImportantRequestStartsBeforeOneThatAnEarlierPolicyPreempted() {
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
    assertThat(second.threadLimit()).isPositive();
  }

  /** Each of its threads asks at its border. */
  @Test
  void aRequestThatMustLeaveIsToldSoAgain() {
    SteppedService service = inTurns(1);
    SteppedRequest first = service.arrive(PriorityClass.NORMAL);
    service.arrive(PriorityClass.NORMAL);
    service.advance(10);
    assertThat(service.allocator.sliceIsOver(first, service.nowNanos)).isTrue();
    assertThat(service.allocator.sliceIsOver(first, service.nowNanos)).isTrue();
    assertThat(first.threadLimit()).isZero();
  }

  @Test
  void anEndedRequestIsNotPreempted() {
    SteppedService service = inTurns(1);
    SteppedRequest first = service.arrive(PriorityClass.NORMAL);
    service.arrive(PriorityClass.NORMAL);
    service.advance(10);
    service.end(first);
    assertThat(service.allocator.sliceIsOver(first, service.nowNanos)).isFalse();
  }

  /** A request starts only after another one has ended. */
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
  void theEndOfAPreemptedRequestLetsAnotherOneStart() {
    SteppedService service = oneIsAside();
    SteppedRequest first = service.all.get(0);
    SteppedRequest second = service.all.get(1);
    service.change(ONE_FOR_ANOTHER, threads(1));
    SteppedRequest third = service.arrive(PriorityClass.NORMAL);
    service.giveUpAside(first);
    assertThat(service.allocator.preempted().all()).isEmpty();
    assertThat(service.allocator.load().requests()).isEqualTo(2);
    service.advance(10);
    assertThat(service.passBorder(second)).isTrue();
    assertThat(service.running()).containsExactly(third);
  }

  /** A request that has ended by itself makes room: no other has to leave. */
  @Test
  void aRequestThatMustLeaveStaysWhenNoOtherWaitsAnyMore() {
    SteppedService service = inTurns(1);
    SteppedRequest first = service.arrive(PriorityClass.NORMAL);
    SteppedRequest second = service.arrive(PriorityClass.NORMAL);
    service.advance(10);
    assertThat(service.allocator.sliceIsOver(first, service.nowNanos)).isTrue();
    service.giveUp(second);
    assertThat(first.threadLimit()).isPositive();
    assertThat(first.sliceEndNanos()).isEqualTo(DispatchedRequest.NEVER);
    assertThat(service.passBorder(first)).isFalse();
  }

  @Test
  void aRequestMustLeaveForAsLongAsOthersWait() {
    SteppedService service = inTurns(2);
    SteppedRequest first = service.arrive(PriorityClass.NORMAL);
    SteppedRequest second = service.arrive(PriorityClass.NORMAL);
    service.arrive(PriorityClass.NORMAL);
    service.arrive(PriorityClass.NORMAL);
    service.advance(10);
    assertThat(service.passBorder(first)).isTrue();
    assertThat(service.allocator.queue().size()).isEqualTo(1);
    assertThat(service.allocator.preempted().size()).isEqualTo(1);
    assertThat(service.allocator.sliceIsOver(second, service.nowNanos)).isTrue();
    service.dispatch();
    assertThat(second.threadLimit()).isZero();
  }

  @Test
  void anEndLetsAnotherOneStart() {
    SteppedService service = inTurns(2);
    SteppedRequest first = service.arrive(PriorityClass.NORMAL);
    SteppedRequest second = service.arrive(PriorityClass.NORMAL);
    service.change(ONE_FOR_ANOTHER, threads(2));
    SteppedRequest third = service.arrive(PriorityClass.NORMAL);
    assertThat(service.running()).containsExactly(first, second);
    service.end(second);
    assertThat(service.running()).containsExactly(first, third);
  }

  @Test
  void anUrgentRequestEndsTheSliceOfALessUrgentOne() {
    var preemption = new Preemption(Preemption.Order.PRIORITY, 10, Preemption.UNLIMITED_NANOS);
    for (boolean reorders : new boolean[] {false, true}) {
      Traits traits = Traits.RANKING.preempting(preemption).reorderingQueue(reorders);
      var service =
          new SteppedService(
              new LevelledPolicy(List.of(1), 1, 0, 1, Integer.MAX_VALUE, 1, traits), threads(1));
      SteppedRequest normal = service.arrive(PriorityClass.NORMAL);
      service.advance(3);
      SteppedRequest urgent = service.arrive(PriorityClass.URGENT);
      assertThat(normal.sliceEndNanos()).isEqualTo(4);
      assertThat(service.passBorder(normal)).isTrue();
      assertThat(service.running()).containsExactly(urgent);
    }
  }

  /** A malleable policy takes threads of the first, and gives them back when others have some. */
  @Test
  void aRequestThatGetsThreadsBackKeepsNoWholeCores() {
    var policy =
        new DrawnPolicy(
            List.of(3, 1, 3),
            List.of(1, 1, 1),
            60,
            0,
            100,
            List.of(Admission.START),
            3,
            Traits.NONE.malleable(true).boosting(true));
    var service = new SteppedService(policy, new Allocator.Service(5, 8, 3, true, false));
    SteppedRequest first = service.arrive(PriorityClass.NORMAL);
    service.advance(10);
    SteppedRequest second = service.arrive(PriorityClass.NORMAL);
    service.arrive(PriorityClass.NORMAL);
    assertThat(first.isBoosted()).isTrue();
    assertThat(second.isBoosted()).isFalse();
    service.advance(10);
    service.dispatch();
    assertThat(first.threads()).isEqualTo(1);
    assertThat(second.isBoosted()).isTrue();
    assertThat(service.allocator.boostedThreads()).isEqualTo(4);
    service.advance(60);
    service.dispatch();
    assertThat(first.threads()).isEqualTo(3);
    assertThat(first.isBoosted()).isFalse();
    assertThat(second.isBoosted()).isTrue();
    assertThat(service.allocator.boostedThreads()).isEqualTo(3);
  }

  @Test
  void anotherPolicyDecidesWhichPreemptedRequestContinuesFirst() {
    SteppedService service = inTurns(1);
    SteppedRequest first = service.arrive(PriorityClass.NORMAL);
    SteppedRequest second = service.arrive(PriorityClass.NORMAL);
    SteppedRequest third = service.arrive(PriorityClass.NORMAL);
    service.advance(20);
    service.passBorder(first);
    service.advance(10);
    service.passBorder(second);
    assertThat(service.running()).containsExactly(third);
    // In turns, it is the first request's turn; the second one has attained less.
    var byLeastAttained =
        new LevelledPolicy(
            List.of(5, 0),
            15,
            0,
            1,
            100,
            1,
            Traits.RANKING.preempting(
                new Preemption(Preemption.Order.PRIORITY, 10, Preemption.UNLIMITED_NANOS)));
    service.change(byLeastAttained, threads(1));
    service.end(third);
    assertThat(service.running()).containsExactly(second);
  }

  @Test
  void noRequestIsPreemptedForOneThatMayNotStart() {
    SteppedService service = inTurns(1);
    SteppedRequest first = service.arrive(PriorityClass.NORMAL);
    service.change(ONE_FOR_ANOTHER, threads(1));
    service.arrive(PriorityClass.NORMAL);
    service.advance(100);
    assertThat(service.passBorder(first)).isFalse();
    var one = new Allocator.Service(1, 1, 1, false, false, false, 1);
    var full = new SteppedService(IN_TURNS, one);
    first = full.arrive(PriorityClass.NORMAL);
    full.arrive(PriorityClass.NORMAL);
    full.advance(100);
    assertThat(full.passBorder(first)).isFalse();
    assertThat(full.running()).containsExactly(first);
  }

  @Test
  void anEnforcerThatSaysNothingOfItsThreadsTakesAnyForAnybody() {
    var started = new ArrayList<SteppedRequest>();
    var helped = new ArrayList<SteppedRequest>();
    Allocator.Enforcer<SteppedRequest> enforcer =
        new Allocator.Enforcer<>() {
          @Override
          public void start(SteppedRequest request, long nowNanos) {
            started.add(request);
            request.degree = 2;
          }

          @Override
          public void addThread(SteppedRequest request, long nowNanos) {
            helped.add(request);
          }

          @Override
          public void resume(SteppedRequest request, long nowNanos) {
            throw new AssertionError("nobody is aside");
          }
        };
    var allocator =
        new Allocator<SteppedRequest>(
            new Sequential(),
            Traits.NONE,
            new Allocator.Service(2, 2, 2, false, false, true, Integer.MAX_VALUE),
            enforcer);
    var request = new SteppedRequest(1, PriorityClass.NORMAL, 1);
    allocator.queue().add(request);
    allocator.dispatch(1);
    allocator.update(request);
    allocator.dispatch(1);
    assertThat(started).containsExactly(request);
    assertThat(helped).containsExactly(request);
  }

  /** Of two that are equally urgent, the one that began first; who is to leave anyway, never. */
  @Test
  void anUrgentRequestEndsTheSliceOfTheFirstThatStays() {
    var byPriority =
        new LevelledPolicy(
            List.of(1),
            1_000,
            0,
            1,
            100,
            2,
            Traits.RANKING
                .reorderingQueue(true)
                .preempting(
                    new Preemption(Preemption.Order.PRIORITY, 10, Preemption.UNLIMITED_NANOS)));
    var service = new SteppedService(byPriority, threads(2));
    SteppedRequest first = service.arrive(PriorityClass.NORMAL);
    SteppedRequest second = service.arrive(PriorityClass.NORMAL);
    service.advance(1);
    service.arrive(PriorityClass.URGENT);
    assertThat(first.sliceEndNanos()).isEqualTo(service.nowNanos);
    assertThat(second.sliceEndNanos()).isGreaterThan(service.nowNanos);
    assertThat(service.allocator.sliceIsOver(first, service.nowNanos)).isTrue();
    service.arrive(PriorityClass.URGENT);
    assertThat(second.sliceEndNanos()).isEqualTo(service.nowNanos);
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
