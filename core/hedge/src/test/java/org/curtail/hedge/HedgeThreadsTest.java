package org.curtail.hedge;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.Thread.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.curtail.hedge.HedgeListener.CallEnd.Outcome;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.testkit.Eventually;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A hedge with its real threads. */
@Timeout(300)
class HedgeThreadsTest {
  private static HedgeSetup setup(ReissuePolicy policy) {
    return Hedge.of(policy)
        .named("threads")
        .idempotent()
        .budget(HedgeBudget.of(1, 1_000_000))
        .leastSamples(0)
        .unguarded();
  }

  @Test
  void timerThreadSendsAHedgeThatWins() throws Exception {
    try (Hedge hedge = setup(ReissuePolicy.singleD(1)).start()) {
      var threads = new ArrayList<Thread>();
      String answer =
          hedge
              .<String>call(attempt -> {
                threads.add(Thread.currentThread());
                return attempt.number() == 0
                    ? new CompletableFuture<>()
                    : CompletableFuture.completedFuture("second");
              })
              .get(60, TimeUnit.SECONDS);
      assertThat(answer).isEqualTo("second");
      assertThat(threads.getFirst()).isSameAs(Thread.currentThread());
      assertThat(threads.getLast().getName()).isEqualTo("threads-timer");
      assertThat(threads.getLast().isDaemon()).isTrue();
    }
  }

  @Test
  void deadlinePassesWithoutOtherEvents() throws Exception {
    try (Hedge hedge = setup(ReissuePolicy.NONE).start()) {
      CompletableFuture<String> answer =
          hedge.call(attempt -> new CompletableFuture<>(), Duration.ofMillis(5));
      // An earlier entry wakes the thread, which sleeps until a later one.
      CompletableFuture<String> later =
          hedge.call(attempt -> new CompletableFuture<>(), Duration.ofHours(1));
      CompletableFuture<String> soon =
          hedge.call(attempt -> new CompletableFuture<>(), Duration.ofMillis(1));
      for (CompletableFuture<String> each : List.of(answer, soon)) {
        assertThat(each.handle((value, failure) -> failure).get(60, TimeUnit.SECONDS))
            .isInstanceOf(TimeoutException.class);
      }
      assertThat(later).isNotDone();
      later.cancel(true);
    }
  }

  @Test
  void closedHedgeEndsItsThreadsAfterItsCalls() throws Exception {
    Hedge hedge = setup(ReissuePolicy.singleD(3_600_000)).start();
    CompletableFuture<String> endless = hedge.call(attempt -> new CompletableFuture<>());
    CompletableFuture<String> limited =
        hedge.call(attempt -> new CompletableFuture<>(), Duration.ofMillis(200));
    hedge.close();
    assertThat(limited.handle((value, failure) -> failure).get(60, TimeUnit.SECONDS))
        .isInstanceOf(TimeoutException.class);
    assertThat(hedge.awaitEnd(60_000)).as("the threads have ended").isTrue();
    assertThat(endless).isNotDone();
    endless.complete("closed");
  }

  @Test
  void threadOfAClosedHedgeEndsBeforeDistantDeadlines() throws Exception {
    Hedge hedge = setup(ReissuePolicy.NONE).start();
    var attempts = new ArrayList<CompletableFuture<String>>();
    for (int i = 0; i < 100; i++) {
      var attempt = new CompletableFuture<String>();
      attempts.add(attempt);
      hedge.call(each -> attempt, Duration.ofHours(1 + i % 7));
    }
    hedge.close();
    // In another order than that of their deadlines.
    for (int i = 0; i < 99; i++) {
      attempts.get(i * 37 % 100).complete("answer");
    }
    assertThat(hedge.metrics().gauges().underWay()).isEqualTo(1);
    assertThat(hedge.awaitEnd(5)).isFalse();
    attempts.get(99 * 37 % 100).complete("last");
    assertThat(hedge.awaitEnd(60_000)).isTrue();
  }

  @Test
  void blockingDependentOfALateCallDelaysNoOtherCall() throws Exception {
    var open = new CountDownLatch(1);
    try (Hedge hedge = setup(ReissuePolicy.singleD(20)).start()) {
      var blocked = new CountDownLatch(3);
      for (int i = 0; i < 3; i++) {
        // If the call has ended by now, dependents run on the thread that attaches them.
        Thread.startVirtualThread(() ->
            hedge
                .call(attempt -> new CompletableFuture<String>(), Duration.ofMillis(1))
                .whenComplete((value, failure) -> {
                  blocked.countDown();
                  blockUntil(open);
                }));
      }
      assertThat(blocked.await(60, TimeUnit.SECONDS)).as("all are told").isTrue();
      assertThat(answerOfCopy(hedge)).isEqualTo("copy");
      open.countDown();
    }
  }

  private static String answerOfCopy(Hedge hedge) throws Exception {
    return hedge
        .call(attempt ->
            attempt.number() == 0
                ? new CompletableFuture<String>()
                : CompletableFuture.completedFuture("copy"))
        .get(60, TimeUnit.SECONDS);
  }

  /** A copy may end its call on the timer thread, where dependents must not run. */
  @Test
  void blockingDependentOfAnImmediateCopyDelaysNoOtherCall() throws Exception {
    var open = new CountDownLatch(1);
    try (Hedge hedge = setup(ReissuePolicy.singleD(20)).fatal(failure -> true).start()) {
      var blocked = new CountDownLatch(2);
      for (CompletableFuture<String> copy :
          List.of(
              CompletableFuture.completedFuture("at once"),
              CompletableFuture.<String>failedFuture(new IllegalStateException("at once")))) {
        Thread.startVirtualThread(() ->
            hedge
                .call(attempt -> attempt.number() == 0 ? new CompletableFuture<String>() : copy)
                .whenComplete((value, failure) -> {
                  blocked.countDown();
                  blockUntil(open);
                }));
      }
      assertThat(blocked.await(60, TimeUnit.SECONDS)).as("both are told").isTrue();
      assertThat(answerOfCopy(hedge)).isEqualTo("copy");
      open.countDown();
    }
  }

  @Test
  void lateTimerIsExplained() throws Exception {
    var open = new CountDownLatch(1);
    try (Hedge hedge = setup(ReissuePolicy.singleD(1)).start()) {
      var blocked = new CountDownLatch(1);
      assertThat(hedge.explain()).doesNotContain("time:");
      CompletableFuture<String> answer =
          hedge.call(attempt -> {
            if (attempt.number() > 0) {
              blocked.countDown();
              blockUntil(open);
            }
            return new CompletableFuture<>();
          });
      assertThat(blocked.await(60, TimeUnit.SECONDS)).isTrue();
      Eventually.is("it says so", () -> hedge.explain().contains("\ntime: late by "));
      open.countDown();
      Eventually.is("it says so no more", () -> !hedge.explain().contains("\ntime: "));
      answer.cancel(true);
    }
  }

  private static void blockUntil(CountDownLatch open) {
    try {
      open.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  @Tag("long")
  void oneTimerThreadServesAHundredThousandCalls() throws Exception {
    int count = 100_000;
    try (Hedge hedge = setup(ReissuePolicy.singleD(20)).start()) {
      var copies = new CountDownLatch(count);
      var firsts = new ArrayList<CompletableFuture<Integer>>(count);
      var answers = new ArrayList<CompletableFuture<Integer>>(count);
      for (int i = 0; i < count; i++) {
        int call = i;
        answers.add(
            hedge.call(attempt -> {
              var answer = new CompletableFuture<Integer>();
              if (attempt.number() == 0) {
                firsts.add(answer);
              } else {
                copies.countDown();
              }
              return answer;
            }));
        assertThat(call).isEqualTo(firsts.size() - 1);
      }
      assertThat(copies.await(100, TimeUnit.SECONDS)).isTrue();
      assertThat(hedge.metrics().gauges().underWay()).isEqualTo(count);
      for (int i = 0; i < count; i++) {
        firsts.get(i).complete(i);
      }
      for (int i = 0; i < count; i++) {
        assertThat(answers.get(i)).isCompletedWithValue(i);
      }
      assertThat(hedge.metrics().counts().lost()).isEqualTo(count);
    }
  }

  /** Callers, answers, failures, cancellations, deadlines and the timer, all at the same time. */
  @Test
  void eachCallEndsOnceWithManyThreads() throws Exception {
    int callers = 4;
    int calls = 20_000;
    var completions = new LongAdder();
    var started = new LongAdder();
    var cancelled = new LongAdder();
    var answerers = new ArrayList<Answerer>();
    for (int i = 0; i < 3; i++) {
      answerers.add(new Answerer(i));
      answerers.getLast().start();
    }
    var budget = HedgeBudget.of(0.5, 1_000);
    Hedge hedge =
        setup(ReissuePolicy.singleR(0.05, 0.9)).budget(budget).retrying(failure -> true).start();
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < callers; i++) {
      long seed = i;
      threads.add(
          new Thread(() -> {
            var random = new SplittableRandom(seed);
            for (int j = 0; j < calls; j++) {
              Answerer answerer = answerers.get(random.nextInt(answerers.size()));
              HedgedCall<String> call =
                  attempt -> {
                    started.increment();
                    attempt.onCancel(cancelled::increment);
                    return answerer.later();
                  };
              CompletableFuture<String> answer =
                  random.nextBoolean()
                      ? hedge.call(call)
                      : hedge.call(call, Duration.ofNanos(1 + random.nextInt(1_000_000)));
              answer.whenComplete((value, failure) -> completions.increment());
              if (random.nextInt(20) == 0) {
                answer.cancel(true);
              }
            }
          }));
      threads.getLast().start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    hedge.close();
    for (Answerer answerer : answerers) {
      answerer.finish();
    }
    assertThat(hedge.awaitEnd(60_000)).isTrue();
    // Deadlines end calls on threads of their own.
    Eventually.is("all ended", () -> completions.sum() == (long) callers * calls);
    HedgeMetrics.Counts counts = hedge.metrics().counts();
    assertThat(counts.calls()).isEqualTo((long) callers * calls);
    assertThat(counts.allEnded()).isEqualTo(counts.calls());
    assertThat(completions.sum()).isEqualTo(counts.calls());
    assertThat(counts.won() + counts.lost()).isEqualTo(counts.sent());
    assertThat((double) counts.sent()).isLessThanOrEqualTo(0.5 * counts.calls() + 1e-6);
    assertThat(started.sum()).isLessThanOrEqualTo(counts.calls() + counts.sent());
    assertThat(cancelled.sum()).isLessThanOrEqualTo(started.sum());
    assertThat(counts.hedges()).as("hedges, or this tests nothing").isPositive();
    assertThat(counts.retries()).as("retries, or this tests nothing").isPositive();
    assertThat(counts.ended(Outcome.TIMED_OUT)).isPositive();
  }

  /**
   * Answers on a thread of its own, late, early, never before it has finished, or with a failure.
   */
  private static final class Answerer {
    private final SplittableRandom random;
    private final List<CompletableFuture<String>> open = new ArrayList<>();
    private final Thread thread = new Thread(this::run);
    private boolean finishing;

    Answerer(long seed) {
      random = new SplittableRandom(seed);
    }

    void start() {
      thread.start();
    }

    synchronized CompletableFuture<String> later() {
      var answer = new CompletableFuture<String>();
      open.add(answer);
      notifyAll();
      return answer;
    }

    void finish() throws InterruptedException {
      synchronized (this) {
        finishing = true;
        notifyAll();
      }
      thread.join();
    }

    private void run() {
      while (true) {
        CompletableFuture<String> next;
        synchronized (this) {
          while (open.isEmpty() && !finishing) {
            try {
              wait();
            } catch (InterruptedException e) {
              return;
            }
          }
          if (open.isEmpty()) {
            return;
          }
          next = open.remove(random.nextInt(open.size()));
        }
        if (random.nextInt(3) == 0) {
          next.completeExceptionally(new IllegalStateException("failed"));
        } else {
          next.complete("answer");
        }
      }
    }
  }

  @Test
  void adaptiveHedgeRunsItsWatchUntilClosed() throws Exception {
    var planned = new CountDownLatch(1);
    Hedge hedge =
        Hedge.adaptive(new ReissueGoal(90, 0.1))
            .idempotent()
            .leastSamples(1)
            .listener(
                new HedgeListener() {
                  @Override
                  public void replanned(ReissuePolicy policy, String why) {
                    planned.countDown();
                  }
                })
            .start();
    for (int i = 0; i < 2_000; i++) {
      // Every fifth takes a while.
      var answer = new CompletableFuture<String>();
      hedge.call(attempt -> answer);
      if (i % 5 == 0) {
        answer.completeOnTimeout("late", 20 + i % 7, TimeUnit.MILLISECONDS);
      } else {
        answer.complete("quick");
      }
    }
    assertThat(planned.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(hedge.policy().reissues()).isNotEmpty();
    hedge.close();
    assertThat(hedge.awaitEnd(60_000)).isTrue();
  }

  private static Thread named(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** A thread that polls takes a processor for itself. */
  @Test
  void threadsSleepWhileNothingIsDue() {
    try (Hedge hedge = setup(ReissuePolicy.singleD(3_600_000)).named("sleepy").start()) {
      CompletableFuture<String> endless = hedge.call(attempt -> new CompletableFuture<>());
      Thread timer = named("sleepy-timer");
      Eventually.is("it sleeps for an hour", () -> timer.getState() == State.TIMED_WAITING);
      Thread watch = named("sleepy-watch");
      Eventually.is("it sleeps for a second", () -> watch.getState() == State.TIMED_WAITING);
      assertThat(watch.isDaemon()).isTrue();
      assertThat(watch.getPriority()).isEqualTo(Thread.MIN_PRIORITY);
      endless.cancel(true);
    }
    Hedge soon = setup(ReissuePolicy.singleD(0)).named("idle").start();
    CompletableFuture<String> answer =
        soon.call(attempt ->
            attempt.number() == 0
                ? new CompletableFuture<>()
                : CompletableFuture.completedFuture("copy"));
    answer.join();
    Thread timer = named("idle-timer");
    Eventually.is("it sleeps for good", () -> timer.getState() == State.WAITING);
    soon.close();
    Eventually.is("it ends", () -> timer.getState() == State.TERMINATED);
  }

  /** Only the remaining time counts, whatever the clock shows. */
  @Test
  void deadlinePassesOnAClockThatJumpedByADay() throws Exception {
    var ahead = new AtomicLong();
    try (Hedge hedge =
        setup(ReissuePolicy.NONE).clock(() -> System.nanoTime() + ahead.get()).start()) {
      ahead.set(TimeUnit.DAYS.toNanos(1));
      CompletableFuture<String> answer =
          hedge.call(attempt -> new CompletableFuture<>(), Duration.ofMillis(200));
      assertThat(answer.handle((value, failure) -> failure).get(60, TimeUnit.SECONDS))
          .isInstanceOf(TimeoutException.class);
    }
  }

  @Test
  void dependentOfALateCallRunsOnANamedVirtualThread() throws Exception {
    try (Hedge hedge = setup(ReissuePolicy.NONE).named("orders").start()) {
      var cancelling = new CompletableFuture<Thread>();
      hedge.call(
          attempt -> {
            attempt.onCancel(() -> cancelling.complete(Thread.currentThread()));
            return new CompletableFuture<String>();
          },
          Duration.ofMillis(1));
      Thread thread = cancelling.get(60, TimeUnit.SECONDS);
      assertThat(thread.isVirtual()).isTrue();
      assertThat(thread.getName()).isEqualTo("orders-late");
    }
  }

  /** Simulates that there is no memory for a thread. */
  @Test
  void lateCallEndsIfNoThreadCanBeStarted() throws Exception {
    try (Hedge hedge =
        setup(ReissuePolicy.NONE)
            .late(task -> {
              throw new OutOfMemoryError("no thread");
            })
            .start()) {
      var cancelled = new CountDownLatch(1);
      CompletableFuture<String> answer =
          hedge.call(
              attempt -> {
                attempt.onCancel(cancelled::countDown);
                return new CompletableFuture<>();
              },
              Duration.ofMillis(1));
      assertThat(answer.handle((value, failure) -> failure).get(60, TimeUnit.SECONDS))
          .isInstanceOf(TimeoutException.class);
      assertThat(cancelled.await(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  /** While its clock stands still the watch takes no step; a second later it does. */
  @Test
  void watchRunsOncePerSecondOfItsClock() throws Exception {
    var clock = new AtomicLong();
    Hedge hedge =
        Hedge.adaptive(new ReissueGoal(50, 0.1))
            .named("seconds")
            .idempotent()
            .leastSamples(1)
            .clock(clock::get)
            .start();
    Thread watch = named("seconds-watch");
    Eventually.is("it has begun", () -> watch.getState() == State.TIMED_WAITING);
    for (int i = 0; i < 100; i++) {
      hedge.call(attempt -> CompletableFuture.completedFuture("answer"));
    }
    clock.set(999_999_999);
    assertThat(hedge.awaitEnd(20)).isFalse();
    assertThat(hedge.explain()).contains("too few attempts to plan with");
    clock.set(1_000_000_000);
    Eventually.is(
        "it has looked", () -> !hedge.explain().contains("too few attempts to plan with"));
    Eventually.is("it sleeps again", () -> watch.getState() == State.TIMED_WAITING);
    hedge.close();
    assertThat(hedge.awaitEnd(60_000)).isTrue();
  }
}
