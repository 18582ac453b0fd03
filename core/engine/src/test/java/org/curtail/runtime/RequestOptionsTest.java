package org.curtail.runtime;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.curtail.Policy;
import org.curtail.PriorityClass;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.OneThreadEach;
import org.curtail.policy.Sequential;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Options of a submitter: deadlines, cancellation, importance; and full queues. */
@Timeout(300)
class RequestOptionsTest {
  private final CountDownLatch release = new CountDownLatch(1);

  private RecordedWork blocking(CountDownLatch entered) {
    return new RecordedWork(
        10,
        chunk -> {
          entered.countDown();
          // A test that fails closes its engine, which waits for this.
          assertThat(release.await(10, SECONDS)).isTrue();
        });
  }

  @Test
  void aRequestThatWaitsIsCancelledAtOnceAndOneThatRunsAtItsNextBorder() throws Exception {
    try (Curtail curtail = Curtail.with(new Sequential()).threads(1).start()) {
      var entered = new CountDownLatch(1);
      var work = blocking(entered);
      Ticket<Integer> runs = curtail.submit(work);
      entered.await();
      Ticket<Integer> waits = curtail.submit(new RecordedWork(1, chunk -> {}));
      assertThat(waits.cancel()).isTrue();
      assertThatThrownBy(waits::get).isInstanceOf(CancellationException.class);
      assertThat(waits.timeline().outcome()).isEqualTo(Outcome.CANCELLED);
      assertThat(waits.timeline().path()).isEmpty();

      assertThat(runs.cancel()).isTrue();
      assertThat(runs.cancel()).isFalse();
      assertThat(runs.isDone()).isFalse();
      release.countDown();
      assertThatThrownBy(() -> runs.get(30, SECONDS)).isInstanceOf(CancellationException.class);
      assertThat(work.completed).hasValue(0);
      assertThat(runs.timeline().chunks()).isEqualTo(1);
    }
  }

  @Test
  void aRequestThatHasEndedCannotBeCancelled() throws Exception {
    try (Curtail curtail = Curtail.with(new Sequential()).threads(1).start()) {
      Ticket<Integer> ticket = curtail.submit(new RecordedWork(3, chunk -> {}));
      assertThat(ticket.get()).isEqualTo(3);
      assertThat(ticket.cancel()).isFalse();
      assertThat(ticket.timeline().outcome()).isEqualTo(Outcome.COMPLETED);
      assertThat(ticket.timeline().chunks()).isEqualTo(3);
    }
  }

  @Test
  void aDeadlineDropsARequestThatWaitsAndStopsOneThatRuns() throws Exception {
    var clock = new ManualClock();
    try (Curtail curtail = Curtail.with(new Sequential()).threads(1).clock(clock).start()) {
      var work =
          new RecordedWork(
              10,
              chunk -> {
                if (chunk == 3) {
                  clock.advanceMillis(20);
                }
              });
      RequestOptions soon = RequestOptions.NONE.within(Duration.ofMillis(10));
      Ticket<Integer> late = curtail.submit(work, soon);
      assertThatThrownBy(() -> late.get(30, SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(DeadlineExceededException.class)
          .hasMessageContaining("while the request ran, 10.0 ms after");
      assertThat(late.timeline().outcome()).isEqualTo(Outcome.EXPIRED);
      assertThat(late.timeline().chunks()).isEqualTo(4);

      var entered = new CountDownLatch(1);
      Ticket<Integer> blocker = curtail.submit(blocking(entered));
      entered.await();
      Ticket<Integer> waits = curtail.submit(new RecordedWork(1, chunk -> {}), soon);
      clock.advanceMillis(20);
      release.countDown();
      assertThatThrownBy(() -> waits.get(30, SECONDS))
          .hasCauseInstanceOf(DeadlineExceededException.class)
          .hasMessageContaining("while the request waited");
      assertThat(blocker.get(30, SECONDS)).isEqualTo(10);
    }
  }

  @Test
  void workThatCanGivesAPartialResultAtItsDeadline() throws Exception {
    var clock = new ManualClock();
    try (Curtail curtail = Curtail.with(new FixedDegree(2)).cores(2).clock(clock).start()) {
      var work =
          new RecordedWork(
              10,
              chunk -> {
                if (chunk == 3) {
                  clock.advanceMillis(20);
                  release.countDown();
                } else if (chunk > 3) {
                  release.await();
                }
              }) {
            @Override
            public Optional<Integer> partial(List<List<Integer>> workers) {
              return Optional.of(-workers.stream().mapToInt(List::size).sum());
            }
          };
      Ticket<Integer> ticket =
          curtail.submit(work, RequestOptions.NONE.within(Duration.ofMillis(10)));
      assertThat(ticket.get(30, SECONDS)).isBetween(-6, -4);
      assertThat(ticket.timeline().outcome()).isEqualTo(Outcome.PARTIAL);
      assertThat(work.completed).hasValue(0);
    }
  }

  @Test
  void aDeadlinePassesWhileNoThreadReadsTheClock() throws Exception {
    try (Curtail curtail = Curtail.with(new Sequential()).threads(2).start()) {
      var entered = new CountDownLatch(1);
      curtail.submit(blocking(entered));
      entered.await();
      // The other thread is idle; at most one request may run.
      try (Curtail one = Curtail.with(new Sequential()).threads(1).start()) {
        var inside = new CountDownLatch(1);
        one.submit(blocking(inside));
        inside.await();
        assertThatThrownBy(() ->
                one.run(
                    new RecordedWork(1, chunk -> {}),
                    RequestOptions.NONE.within(Duration.ofMillis(5))))
            .hasCauseInstanceOf(DeadlineExceededException.class);
        release.countDown();
      }
    }
  }

  @Test
  void aRequestMaySayThatItHasEnough() throws Exception {
    try (Curtail curtail = Curtail.with(new Sequential()).threads(1).start()) {
      var work =
          new RecordedWork(10, chunk -> {}) {
            @Override
            public void run(List<Integer> worker, int chunk, Checkpoint checkpoint)
                throws Exception {
              super.run(worker, chunk, checkpoint);
              if (chunk == 4) {
                checkpoint.enough();
              }
            }
          };
      Ticket<Integer> ticket = curtail.submit(work);
      assertThat(ticket.get(30, SECONDS)).isEqualTo(5);
      assertThat(ticket.timeline().outcome()).isEqualTo(Outcome.COMPLETED);
      assertThat(ticket.timeline().chunks()).isEqualTo(5);
    }
  }

  @Test
  void theMoreImportantStartFirstAndEachClassInOrderOfArrival() throws Exception {
    var order = Collections.synchronizedList(new ArrayList<String>());
    try (Curtail curtail = Curtail.with(new Sequential()).threads(1).start()) {
      var entered = new CountDownLatch(1);
      curtail.submit(blocking(entered));
      entered.await();
      for (String name : List.of("background 1", "normal 1", "urgent 1", "normal 2", "urgent 2")) {
        PriorityClass importance =
            name.startsWith("urgent")
                ? PriorityClass.URGENT
                : name.startsWith("normal") ? PriorityClass.NORMAL : PriorityClass.BACKGROUND;
        curtail.submit(
            new RecordedWork(1, chunk -> order.add(name)), RequestOptions.NONE.of(importance));
      }
      release.countDown();
    }
    assertThat(order)
        .containsExactly("urgent 1", "urgent 2", "normal 1", "normal 2", "background 1");
  }

  @Test
  void aFullQueueRejects() throws Exception {
    try (Curtail curtail = Curtail.with(new Sequential()).threads(1).queueLimit(2).start()) {
      var entered = new CountDownLatch(1);
      Ticket<Integer> first = curtail.submit(blocking(entered));
      entered.await();
      Ticket<Integer> second = curtail.submit(new RecordedWork(1, chunk -> {}));
      Ticket<Integer> third = curtail.submit(new RecordedWork(1, chunk -> {}));
      assertThatThrownBy(() -> curtail.submit(new RecordedWork(1, chunk -> {})))
          .isInstanceOf(OverloadedException.class)
          .hasMessageContaining("2 requests wait");
      release.countDown();
      assertThat(first.get() + second.get() + third.get()).isEqualTo(12);
    }
  }

  @Test
  void preemptedRequestsTakeRoomInTheQueue() throws Exception {
    var clock = new ManualClock();
    Policy policy = OneThreadEach.leastAttained();
    try (Curtail curtail =
        Curtail.with(policy).cores(1).threads(1).queueLimit(1).clock(clock).start()) {
      var entered = new CountDownLatch(1);
      var toBorder = new CountDownLatch(1);
      var secondRuns = new CountDownLatch(1);
      Ticket<Integer> first =
          curtail.submit(
              new RecordedWork(
                  2,
                  chunk -> {
                    entered.countDown();
                    assertThat(toBorder.await(10, SECONDS)).isTrue();
                  }));
      entered.await();
      Ticket<Integer> second = curtail.submit(blocking(secondRuns));
      clock.advanceMillis(1000);
      toBorder.countDown();
      secondRuns.await();
      assertThat(curtail.metrics().gauges().preempted()).isEqualTo(1);
      assertThatThrownBy(() -> curtail.submit(new RecordedWork(1, chunk -> {})))
          .isInstanceOf(OverloadedException.class)
          .hasMessageContaining("1 requests wait");
      release.countDown();
      assertThat(second.get()).isPositive();
      assertThat(first.get()).isEqualTo(2);
    }
  }

  @Test
  @Timeout(value = 20, threadMode = SEPARATE_THREAD) // With a wrong limit the test itself waits.
  void aFullQueueMakesTheSubmitterWait() throws Exception {
    try (Curtail curtail =
        Curtail.with(new Sequential()).threads(1).queueLimit(0).whenFull(Overload.WAIT).start()) {
      var entered = new CountDownLatch(1);
      curtail.submit(blocking(entered));
      entered.await();
      RequestOptions soon = RequestOptions.NONE.within(Duration.ofMillis(5));
      Ticket<Integer> inQueue = curtail.submit(new RecordedWork(1, chunk -> {}), soon);
      assertThatThrownBy(inQueue::get).hasCauseInstanceOf(DeadlineExceededException.class);
      curtail.submit(new RecordedWork(1, chunk -> {}));
      Ticket<Integer> beforeQueue = curtail.submit(new RecordedWork(1, chunk -> {}), soon);
      assertThat(beforeQueue.isDone()).isTrue();
      assertThatThrownBy(beforeQueue::get).hasCauseInstanceOf(DeadlineExceededException.class);
      var submitted = new CountDownLatch(1);
      var submitter =
          Thread.ofVirtual()
              .start(() -> {
                curtail.submit(new RecordedWork(1, chunk -> {}));
                submitted.countDown();
              });
      assertThat(submitted.await(20, MILLISECONDS)).isFalse();
      release.countDown();
      submitter.join();
    }
  }

  @Test
  void aFullQueueMakesTheSubmitterServeItsRequestAlone() throws Exception {
    try (Curtail curtail =
        Curtail.with(new FixedDegree(2))
            .cores(2)
            .threads(2)
            .queueLimit(0)
            .whenFull(Overload.RUN_SEQUENTIALLY)
            .start()) {
      var entered = new CountDownLatch(2);
      curtail.submit(blocking(entered));
      entered.await();
      var work = new RecordedWork(5, chunk -> {});
      Ticket<Integer> ticket = curtail.submit(work);
      assertThat(ticket.isDone()).isTrue();
      assertThat(ticket.get()).isEqualTo(5);
      assertThat(work.threads).containsExactly(Thread.currentThread());
      assertThat(curtail.run(new RecordedWork(4, chunk -> {}))).isEqualTo(4);
      release.countDown();
    }
  }

  @Test
  void aStageFollowsTheResult() throws Exception {
    try (Curtail curtail = Curtail.with(new Sequential()).threads(1).start()) {
      var seen = new AtomicInteger();
      var stage =
          curtail
              .submit(new RecordedWork(3, chunk -> {}))
              .completion()
              .thenAccept(seen::set)
              .toCompletableFuture();
      stage.get(30, SECONDS);
      assertThat(seen).hasValue(3);
    }
  }

  @Test
  void closingWithAGraceCancelsWhatIsLeftAndAbandonsWhatIsStuck() throws Exception {
    Curtail curtail = Curtail.with(new Sequential()).threads(1).start();
    var entered = new CountDownLatch(1);
    Ticket<Integer> stuck = curtail.submit(blocking(entered));
    entered.await();
    Ticket<Integer> waits = curtail.submit(new RecordedWork(1, chunk -> {}));
    curtail.close(Duration.ofMillis(5));
    assertThatThrownBy(waits::get).isInstanceOf(CancellationException.class);
    assertThatThrownBy(stuck::get).isInstanceOf(CancellationException.class);
    release.countDown();
  }

  @Test
  void aRequestHasNoMoreThreadsAtATimeThanItsSubmitterAllows() throws Exception {
    try (Curtail curtail = Curtail.with(new FixedDegree(3)).cores(3).start()) {
      var alone = new RecordedWork(50, chunk -> Thread.sleep(1));
      curtail.run(alone, RequestOptions.NONE.atMostThreads(1));
      assertThat(alone.threads).containsExactly(Thread.currentThread());
      var two = new RecordedWork(50, chunk -> Thread.sleep(1));
      curtail.run(two, RequestOptions.NONE.atMostThreads(2));
      assertThat(two.mostAtOnce.get()).isEqualTo(2);
    }
  }

  @Test
  @SuppressWarnings("NullAway") // That is what is tested.
  void termsThatAreMissingAreRefusedByName() {
    assertThatNullPointerException()
        .isThrownBy(() -> RequestOptions.NONE.within(null))
        .withMessage("timeout");
    assertThatNullPointerException()
        .isThrownBy(() -> RequestOptions.NONE.of(null))
        .withMessage("priorityClass");
    assertThatNullPointerException()
        .isThrownBy(() -> RequestOptions.NONE.predicted(null))
        .withMessage("prediction");
  }

  @Test
  void impossibleTermsAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RequestOptions.NONE.atMostThreads(0))
        .withMessage("mostThreads must be at least 1: 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RequestOptions.NONE.within(Duration.ZERO))
        .withMessageContaining("PT0S");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Curtail.with(new Sequential()).queueLimit(-1))
        .withMessageContaining("-1");
  }
}
