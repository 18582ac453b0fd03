package org.curtail.runtime;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import org.curtail.Decision;
import org.curtail.IntervalTable;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.PriorityClass;
import org.curtail.Progress;
import org.curtail.Traits;
import org.curtail.policy.FewToMany;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class CurtailTest {
  /** One row for all loads: degree 2 from 10 ms on, at most two requests, then wait for an exit. */
  private static FewToMany growingAfter10Ms(double admissionMs, int waitForExitAbove) {
    return new FewToMany(
        new IntervalTable(
            2,
            3,
            2,
            99,
            1,
            List.of(1, 2),
            List.of(new IntervalTable.Row(1, List.of(admissionMs, admissionMs + 10), 100, 50, 2)),
            waitForExitAbove));
  }

  @Test
  void everyChunkRunsOnceAndTheCallerServesItsOwnSequentialRequest() throws Exception {
    try (Curtail curtail = Curtail.with(new Sequential()).threads(2).start()) {
      var work = new RecordedWork(100, chunk -> {});
      assertThat(curtail.run(work)).isEqualTo(100);
      for (int chunk = 0; chunk < 100; chunk++) {
        assertThat(work.runs.get(chunk)).as("chunk %d", chunk).isEqualTo(1);
      }
      assertThat(work.begun).hasValue(1);
      assertThat(work.completed).hasValue(1);
      assertThat(work.threads).containsExactly(Thread.currentThread());
    }
  }

  @Test
  void aFixedDegreePutsThatManyThreadsOnOneRequest() throws Exception {
    try (Curtail curtail = Curtail.with(new FixedDegree(3)).cores(2).start()) {
      var together = new CyclicBarrier(3);
      // Each of the first three chunks waits for the two others, so three threads must run them.
      var work =
          new RecordedWork(
              30,
              chunk -> {
                if (chunk < 3) {
                  together.await();
                }
              });
      Ticket<Integer> ticket = curtail.submit(work);
      assertThat(ticket.get()).isEqualTo(30);
      assertThat(work.mostAtOnce).hasValue(3);
      assertThat(ticket.timeline().peakDegree()).isEqualTo(3);
    }
  }

  @Test
  void fewToManyAddsItsThreadAtTheFirstChunkBorderAfterTheInterval() throws Exception {
    var clock = new ManualClock();
    var helped = new CountDownLatch(1);
    try (Curtail curtail = Curtail.with(growingAfter10Ms(0, 9)).cores(2).clock(clock).start()) {
      var degreeByChunk = new ArrayList<Integer>();
      Thread caller = Thread.currentThread();
      var work =
          new RecordedWork(
              20,
              chunk -> {
                if (!Thread.currentThread().equals(caller)) {
                  helped.countDown();
                } else if (chunk < 10) {
                  degreeByChunk.add(curtail.threadsBusy());
                  clock.advanceMillis(1);
                } else {
                  helped.await();
                }
              });
      assertThat(curtail.run(work)).isEqualTo(20);
      assertThat(degreeByChunk).hasSize(10).containsOnly(1);
      assertThat(work.threads).hasSize(2);
    }
  }

  @Test
  void whileNoCoreIsIdleARequestWaitsForItsAdmissionTime() throws Exception {
    var release = new CountDownLatch(1);
    try (Curtail curtail = Curtail.with(growingAfter10Ms(20, 9)).cores(1).start()) {
      try {
        curtail.submit(new RecordedWork(1, chunk -> release.await()));
        Ticket<Integer> submitted = curtail.submit(new RecordedWork(1, chunk -> {}));
        submitted.get();
        assertThat(submitted.timeline().startNanos() - submitted.timeline().arrivalNanos())
            .isGreaterThanOrEqualTo(20_000_000);
        long fromNanos = System.nanoTime();
        curtail.run(new RecordedWork(1, chunk -> {}));
        assertThat(System.nanoTime() - fromNanos).isGreaterThanOrEqualTo(20_000_000);
      } finally {
        release.countDown();
      }
    }
  }

  @Test
  void aboveTheTableEachExitAdmitsOneRequest() throws Exception {
    var release = new CountDownLatch(1);
    try (Curtail curtail = Curtail.with(growingAfter10Ms(0, 1)).cores(1).start()) {
      var tickets = new ArrayList<Ticket<Integer>>();
      Ticket<Integer> first;
      try {
        first = curtail.submit(new RecordedWork(1, chunk -> release.await()));
        for (int i = 0; i < 4; i++) {
          tickets.add(curtail.submit(new RecordedWork(3, chunk -> {})));
        }
        assertThat(curtail.threadsBusy()).isEqualTo(1);
      } finally {
        release.countDown();
      }
      first.get();
      long previousEndNanos = first.timeline().endNanos();
      for (Ticket<Integer> ticket : tickets) {
        ticket.get();
        assertThat(ticket.timeline().startNanos()).isGreaterThanOrEqualTo(previousEndNanos);
        previousEndNanos = ticket.timeline().endNanos();
      }
    }
  }

  @Test
  void aRequestThatLeavesTheQueueDoesNotTakeAnExitWithIt() throws Exception {
    var release = new CountDownLatch(1);
    try (Curtail curtail = Curtail.with(growingAfter10Ms(0, 1)).cores(1).start()) {
      Ticket<Integer> last;
      try {
        curtail.submit(new RecordedWork(1, chunk -> release.await()));
        var impatient =
            new Thread(() -> {
              try {
                curtail.run(new RecordedWork(1, chunk -> {}));
              } catch (InterruptedException | ExecutionException e) {
                // The subject of this test.
              }
            });
        impatient.start();
        impatient.interrupt();
        impatient.join();
        last = curtail.submit(new RecordedWork(2, chunk -> {}));
      } finally {
        release.countDown();
      }
      assertThat(last.get(10, SECONDS)).isEqualTo(2);
    }
  }

  @Test
  void aRequestRunWhileAResultIsMadeDoesNotWaitForTheThreadItHolds() throws Exception {
    try (Curtail curtail = Curtail.with(new Sequential()).threads(1).start()) {
      var outer =
          new RecordedWork(1, chunk -> {}) {
            @Override
            public Integer complete(List<List<Integer>> workers) {
              try {
                return curtail.run(new RecordedWork(7, chunk -> {}));
              } catch (InterruptedException | ExecutionException e) {
                throw new IllegalStateException(e);
              }
            }
          };
      assertThat(curtail.submit(outer).get(10, SECONDS)).isEqualTo(7);
    }
  }

  @Test
  void listenersAreToldOfAThreadThatIsTakenAway() throws Exception {
    var shrinking =
        new Policy() {
          private static final long UNTIL_NANOS = 10_000_000;

          @Override
          public Decision decide(Progress running, Load load) {
            return running.executionNanos() < UNTIL_NANOS
                ? new Decision(2, UNTIL_NANOS)
                : Decision.keep(1);
          }

          @Override
          public Traits traits() {
            return Traits.NONE.malleable(true);
          }

          @Override
          public int maxDegree() {
            return 2;
          }

          @Override
          public int threads(int cores) {
            return 2;
          }
        };
    var told = new CopyOnWriteArrayList<Integer>();
    var isTakenAway = new CountDownLatch(1);
    var listener =
        new RequestListener() {
          @Override
          public void degreeChanged(long request, long atNanos, int degree) {
            told.add(degree);
            if (degree == 1) {
              isTakenAway.countDown();
            }
          }
        };
    var clock = new ManualClock();
    var together = new CyclicBarrier(2, () -> clock.advanceMillis(10));
    try (Curtail curtail =
        Curtail.with(shrinking).cores(2).clock(clock).listener(listener).start()) {
      var work =
          new RecordedWork(
              50,
              chunk -> {
                if (chunk < 2) {
                  together.await();
                } else {
                  isTakenAway.await(); // Or one thread might do all before the other has left.
                }
              });
      Ticket<Integer> ticket = curtail.submit(work);
      assertThat(ticket.get()).isEqualTo(50);
      assertThat(told).containsExactly(2, 1);
    }
  }

  @Test
  void aTicketIsAFutureThatEndsAsCancelledOnceItsThreadsHaveStopped() throws Exception {
    var begun = new CountDownLatch(1);
    var mayEnd = new CountDownLatch(1);
    try (Curtail curtail = Curtail.with(new Sequential()).start()) {
      Future<Integer> future =
          curtail.submit(
              new RecordedWork(
                  2,
                  chunk -> {
                    begun.countDown();
                    mayEnd.await();
                  }));
      begun.await();
      assertThat(future.cancel(true)).isTrue();
      assertThat(future.isCancelled()).as("a thread is still inside").isFalse();
      mayEnd.countDown();
      assertThatThrownBy(future::get).isInstanceOf(CancellationException.class);
      assertThat(future.isCancelled()).isTrue();
      assertThat(future.state()).isEqualTo(Future.State.CANCELLED);

      Future<Integer> done = curtail.submit(new RecordedWork(3, chunk -> {}));
      assertThat(done.get()).isEqualTo(3);
      assertThat(done.cancel(false)).isFalse();
      assertThat(done.resultNow()).isEqualTo(3);
    }
  }

  @Test
  void workWithoutChunksCompletesWithOneWorker() throws Exception {
    try (Curtail curtail = Curtail.with(new FixedDegree(2)).cores(2).start()) {
      var work = new RecordedWork(0, chunk -> {});
      assertThat(curtail.run(work)).isZero();
      assertThat(work.threads).hasSize(1);
    }
  }

  @Test
  void aRequestRunInsideAChunkDoesNotWaitForTheThreadItHolds() throws Exception {
    try (Curtail curtail = Curtail.with(new Sequential()).threads(1).start()) {
      var inner = new RecordedWork(3, chunk -> {});
      assertThat(curtail.run(new RecordedWork(1, chunk -> curtail.run(inner)))).isEqualTo(1);
      assertThat(inner.completed).hasValue(1);
    }
  }

  @Test
  void closingFinishesWhatWasSubmittedAndRefusesMore() throws Exception {
    Curtail curtail = Curtail.with(new Sequential()).threads(1).start();
    var tickets = new ArrayList<Ticket<Integer>>();
    for (int i = 0; i < 20; i++) {
      tickets.add(curtail.submit(new RecordedWork(10, chunk -> Thread.sleep(0, 1000))));
    }
    curtail.close();
    for (Ticket<Integer> ticket : tickets) {
      assertThat(ticket.get(1, SECONDS)).isEqualTo(10);
    }
    assertThatThrownBy(() -> curtail.submit(new RecordedWork(1, chunk -> {})))
        .isInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void aListenerThatIsAddedLaterReceivesEndsWithOptionsUntilItIsRemoved() throws Exception {
    var urgent = RequestOptions.NONE.of(PriorityClass.URGENT);
    var ends = new CopyOnWriteArrayList<RequestOptions>();
    var listener =
        new RequestListener() {
          @Override
          public void ended(long request, Timeline timeline, RequestOptions options) {
            ends.add(options);
          }
        };
    try (Curtail curtail = Curtail.with(new Sequential()).name("search").start()) {
      assertThat(curtail.name()).isEqualTo("search");
      curtail.run(new RecordedWork(1, chunk -> {}), urgent);
      curtail.addListener(listener);
      curtail.run(new RecordedWork(1, chunk -> {}), urgent);
      curtail.removeListener(listener);
      curtail.removeListener(listener);
      curtail.run(new RecordedWork(1, chunk -> {}));
      assertThat(ends).containsExactly(urgent);
    }
  }
}
