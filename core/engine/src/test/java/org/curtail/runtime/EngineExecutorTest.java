package org.curtail.runtime;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.curtail.PaperTables;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.policy.TailIndex;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class EngineExecutorTest extends EngineExecutorCase {
  @Test
  void tasksAreHeldUntilThePolicyRaisesTheDegreeOfACallerWithoutBorders() throws Exception {
    Curtail curtail = byHand(growingAfter10Ms());
    EngineExecutor executor = curtail.executor();
    var runs = new AtomicInteger();
    Runnable run = runs::incrementAndGet;
    String result =
        executor.request(() -> {
          for (int i = 0; i < 4; i++) {
            executor.execute(run);
          }
          clock.advanceMillis(9);
          stepAll(curtail);
          assertThat(runs).hasValue(0);
          assertThat(curtail.threadsBusy()).isEqualTo(1);
          clock.advanceMillis(2);
          // An idle thread wakes up for the task, because no thread passes a border.
          assertThat(stepAll(curtail)).isPositive();
          assertThat(runs).hasValue(4);
          return "done";
        });
    assertThat(result).isEqualTo("done");
    assertThat(runs).hasValue(4);
    Timeline timeline = ended.getFirst();
    assertThat(timeline.outcome()).isEqualTo(Outcome.COMPLETED);
    assertThat(timeline.peakDegree()).isEqualTo(2);
    assertThat(timeline.chunks()).isEqualTo(4);
    assertThat(timeline.executionNanos()).isEqualTo(11_000_000);
    assertThat(curtail.threadsBusy()).isZero();
  }

  @Test
  void aThreadLooksForTheDueMomentOnlyAndSleepsBeforeAndAfter() throws Exception {
    Curtail curtail = byHand(growingAfter10Ms());
    EngineExecutor executor = curtail.executor();
    executor.request(() -> {
      assertThat(stepAll(curtail)).isZero();
      clock.advanceMillis(20);
      // No task is held, so no thread has to look.
      assertThat(stepAll(curtail)).isZero();
      executor.execute(() -> {});
      assertThat(stepAll(curtail)).isPositive();
      assertThat(curtail.threadsBusy()).isEqualTo(1);
      return 0;
    });
    assertThat(ended.getFirst().peakDegree()).isEqualTo(2);
  }

  @Test
  void severalGroupsAreOneRequestAndAHelperComesAgain() throws Exception {
    Curtail curtail = byHand(growingAfter10Ms());
    EngineExecutor executor = curtail.executor();
    executor.request(() -> {
      clock.advanceMillis(11);
      for (int group = 1; group <= 3; group++) {
        var runs = new AtomicInteger();
        Runnable run = runs::incrementAndGet;
        executor.execute(run);
        executor.execute(run);
        stepAll(curtail);
        assertThat(runs).as("group %d", group).hasValue(2);
      }
      return 0;
    });
    assertThat(arrived).hasValue(1);
    assertThat(ended).hasSize(1);
    assertThat(ended.getFirst().chunks()).isEqualTo(6);
  }

  @Test
  void heldTasksRunOnTheCallersThreadWhenItsTaskIsOver() throws Exception {
    Curtail curtail = byHand(new Sequential());
    EngineExecutor executor = curtail.executor();
    var threads = new ArrayList<Thread>();
    Runnable run = () -> threads.add(Thread.currentThread());
    executor.request(() -> {
      executor.execute(run);
      executor.execute(run);
      stepAll(curtail);
      assertThat(threads).isEmpty();
      return 0;
    });
    Thread self = Thread.currentThread();
    assertThat(threads).containsExactly(self, self);
    assertThatThrownBy(() ->
            executor.request(() -> {
              executor.execute(run);
              throw new IOException("disk on fire");
            }))
        .isExactlyInstanceOf(IOException.class)
        .hasMessage("disk on fire");
    assertThat(threads).hasSize(3);
    assertThat(ended.get(1).outcome()).isEqualTo(Outcome.FAILED);
    assertThat(curtail.threadsBusy()).isZero();
  }

  @Test
  void aRunThatThrowsIsReportedAndHarmsNobody() throws Exception {
    var reported = new ArrayList<Throwable>();
    Thread self = Thread.currentThread();
    self.setUncaughtExceptionHandler((thread, e) -> reported.add(e));
    try {
      Curtail curtail = byHand(new FixedDegree(2));
      EngineExecutor executor = curtail.executor();
      var bug = new ArithmeticException("bug");
      assertThat(
              executor.request(() -> {
                executor.execute(() -> {
                  throw bug;
                });
                stepAll(curtail);
                return 7;
              }))
          .isEqualTo(7);
      assertThat(reported).containsExactly(bug);
      assertThat(ended.getFirst().outcome()).isEqualTo(Outcome.COMPLETED);
    } finally {
      self.setUncaughtExceptionHandler(null);
    }
  }

  @Test
  void helpersServeWhatRunsSubmitToTheSameRequest() throws Exception {
    try (Curtail curtail = setup(new FixedDegree(3)).start()) {
      EngineExecutor executor = curtail.executor();
      var together = new CyclicBarrier(3);
      int sum =
          executor.request(() -> {
            Callable<Integer> inner =
                () -> {
                  together.await();
                  return 1;
                };
            Callable<Integer> outer =
                () ->
                    CallerRuns.invokeAll(executor, List.of(inner, inner, inner)).stream()
                        .mapToInt(i -> i)
                        .sum();
            // The outer task runs alone; all inner tasks wait for each other.
            return CallerRuns.invokeAll(executor, List.of(outer)).getFirst();
          });
      assertThat(sum).isEqualTo(3);
      assertThat(arrived).hasValue(1);
    }
  }

  @Test
  void aSubmitterThatWaitsForItsRunsIsRescuedByAnIdleThread() throws Exception {
    try (Curtail curtail = setup(new Sequential()).threads(1).start()) {
      EngineExecutor executor = curtail.executor();
      var helper = new AtomicReference<Thread>();
      Runnable run = () -> helper.set(Thread.currentThread());
      executor.request(() -> CompletableFuture.runAsync(run, executor).get(30, SECONDS));
      assertThat(helper.get()).isNotNull().isNotEqualTo(Thread.currentThread());
      CompletableFuture.runAsync(run, executor).get(30, SECONDS);
      awaitIdle(curtail);
      assertThat(ended).hasSize(2).allMatch(one -> one.outcome() == Outcome.COMPLETED);
    }
  }

  @Test
  void aDeadlineIsToldAndWhatTheTaskReturnsThenIsReturned() throws Exception {
    Curtail curtail = byHand(growingAfter10Ms());
    EngineExecutor executor = curtail.executor();
    RequestOptions soon = RequestOptions.NONE.within(Duration.ofMillis(5));
    assertThat(
            executor.request(
                () -> {
                  executor.execute(() -> {});
                  assertThat(executor.isOver()).isFalse();
                  clock.advanceMillis(6);
                  assertThat(executor.isOver()).isTrue();
                  return "partial";
                },
                soon))
        .isEqualTo("partial");
    assertThat(ended.getFirst().outcome()).isEqualTo(Outcome.PARTIAL);
    assertThatThrownBy(() ->
            executor.request(
                () -> {
                  clock.advanceMillis(6);
                  return executor.isOver() ? null : "late";
                },
                soon))
        .isInstanceOf(DeadlineExceededException.class);
    assertThat(executor.isOver()).isFalse();
  }

  @Test
  void afterTheDeadlineThreadsOfThePoolBeginNoRun() throws Exception {
    Curtail curtail = byHand(growingAfter10Ms());
    EngineExecutor executor = curtail.executor();
    var threads = new ArrayList<String>();
    executor.request(
        () -> {
          executor.execute(() -> threads.add("held"));
          clock.advanceMillis(20);
          stepAll(curtail);
          assertThat(threads).isEmpty();
          executor.execute(() -> threads.add("own"));
          assertThat(threads).hasSize(2);
          return 0;
        },
        RequestOptions.NONE.within(Duration.ofMillis(15)));
    assertThat(threads).containsExactly("held", "own");
  }

  @Test
  void insideAnotherRequestItIsServedAlone() throws Exception {
    try (Curtail curtail = setup(new FixedDegree(2)).start()) {
      EngineExecutor executor = curtail.executor();
      var threads = Collections.synchronizedList(new ArrayList<Thread>());
      var work =
          new RecordedWork(
              1,
              chunk -> {
                executor.execute(() -> threads.add(Thread.currentThread()));
                executor.request(() -> {
                  executor.execute(() -> threads.add(Thread.currentThread()));
                  return 0;
                });
              });
      curtail.run(work);
      assertThat(threads).hasSize(2).containsOnly(Thread.currentThread());
    }
  }

  @Test
  void aFullQueueRefusesRequestsAndLetsSubmissionsRunWhereTheyAre() throws Exception {
    var release = new CountDownLatch(1);
    try (Curtail curtail = setup(new Sequential()).threads(1).queueLimit(0).start()) {
      var entered = new CountDownLatch(1);
      curtail.submit(
          new RecordedWork(
              1,
              chunk -> {
                entered.countDown();
                release.await();
              }));
      entered.await();
      EngineExecutor executor = curtail.executor();
      assertThatThrownBy(() -> executor.request(() -> 0)).isInstanceOf(OverloadedException.class);
      var runs = new AtomicInteger();
      Runnable run = runs::incrementAndGet;
      executor.execute(run);
      executor.execute(run);
      assertThat(runs).hasValue(2);
      assertThat(refused).hasValue(2);
      release.countDown();
    } finally {
      release.countDown();
    }
  }

  @Test
  void aClosedEngineRefusesRequestsAndLetsSubmissionsRunWhereTheyAre() throws Exception {
    Curtail curtail = setup(new Sequential()).start();
    curtail.close();
    var runs = new AtomicInteger();
    curtail.executor().execute(runs::incrementAndGet);
    assertThat(runs).hasValue(1);
    assertThatThrownBy(() -> curtail.executor().request(() -> 0))
        .isInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void withoutAPredictionPoliciesThatNeedOneRefuse() {
    Curtail curtail = byHand(TailIndex.predicted(PaperTables.figure5Profile()));
    assertThatIllegalArgumentException().isThrownBy(() -> curtail.executor().execute(() -> {}));
  }

  @Test
  @SuppressWarnings({"NullAway", "DataFlowIssue"}) // This is the subject of the test.
  void nothingIsRefusedByNameBeforeAnythingBegins() throws Exception {
    try (Curtail curtail = Curtail.with(new Sequential()).cores(2).start()) {
      EngineExecutor executor = curtail.executor();
      assertThatNullPointerException().isThrownBy(() -> executor.request(null)).withMessage("task");
      assertThatNullPointerException()
          .isThrownBy(() -> executor.request(() -> 1, null))
          .withMessage("options");
      assertThatNullPointerException().isThrownBy(() -> executor.execute(null)).withMessage("run");
      assertThat(executor.request(() -> 1)).isEqualTo(1);
    }
  }
}
