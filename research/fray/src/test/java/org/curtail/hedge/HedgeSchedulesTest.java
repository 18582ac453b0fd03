package org.curtail.hedge;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.curtail.fray.Schedules;
import org.curtail.reissue.ReissuePolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Calls, their hedges, answers and deadlines race with the hedge's timer thread. */
@ExtendWith(Schedules.class)
class HedgeSchedulesTest {
  private static final double HEDGE_MILLIS = 1;

  /** Later than the hedge, and early enough for a late answer. */
  private static final Duration DEADLINE = Duration.ofMillis(3);

  /** Result of a call. */
  private enum End {
    ANSWERED,
    FAILED,
    TOO_LATE,
    CANCELLED,
    REFUSED
  }

  /** A hedge with a timer thread, attempts answered by threads, and the conditions at the end. */
  private static final class Played {
    private final AtomicInteger started = new AtomicInteger();
    private final AtomicInteger cancelled = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicInteger completed = new AtomicInteger();
    private final AtomicInteger calls = new AtomicInteger();
    private final Queue<CompletableFuture<Integer>> heard = new ConcurrentLinkedQueue<>();
    private final Hedge hedge;

    /** Future i answers attempt i of a call. */
    private final List<CompletableFuture<Integer>> answers =
        List.of(new CompletableFuture<>(), new CompletableFuture<>(), new CompletableFuture<>());

    private final List<Thread> users = new ArrayList<>();

    Played() {
      HedgeListener listener =
          new HedgeListener() {
            @Override
            public void ended(long call, HedgeListener.CallEnd end) {
              ended.incrementAndGet();
            }
          };
      hedge =
          Hedge.of(ReissuePolicy.singleD(HEDGE_MILLIS))
              .idempotent()
              .budget(HedgeBudget.of(100, 1_000))
              .leastSamples(0)
              .unguarded()
              .listener(listener)
              .clock(() -> System.nanoTime())
              // Fray does not see virtual threads.
              .late(body -> new Thread(body).start())
              .start();
    }

    CompletableFuture<Integer> call(Duration timeout) {
      calls.incrementAndGet();
      CompletableFuture<Integer> future = hedge.call(this::start, timeout);
      heard.add(future.handle((value, failure) -> completed.incrementAndGet()));
      return future;
    }

    /** Starts a call without an answer. */
    CompletableFuture<Integer> unanswered(Duration timeout) {
      calls.incrementAndGet();
      CompletableFuture<Integer> future = hedge.call(attempt -> new CompletableFuture<>(), timeout);
      heard.add(future.handle((value, failure) -> completed.incrementAndGet()));
      return future;
    }

    private CompletableFuture<Integer> start(Attempt attempt) {
      started.incrementAndGet();
      attempt.onCancel(cancelled::incrementAndGet);
      return answers.get(attempt.number());
    }

    void user(Runnable body) {
      var thread = new Thread(body);
      users.add(thread);
      thread.start();
    }

    /** Closes the hedge; checks that each call has ended once and the hedge's thread is gone. */
    void end() throws InterruptedException {
      for (Thread user : users) {
        user.join();
      }
      hedge.close();
      assertThat(hedge.awaitEnd(0)).isTrue();
      // The answer is set before its dependents run.
      heard.forEach(CompletableFuture::join);
      assertThat(completed).hasValue(calls.get());
      HedgeMetrics.Counts counts = hedge.parts().meters.counts();
      assertThat(counts.allEnded()).isEqualTo(counts.calls());
      assertThat(ended.get()).isEqualTo((int) counts.calls());
      // Each attempt except the winner was answered or cancelled.
      assertThat(cancelled.get()).isLessThanOrEqualTo(started.get());
    }
  }

  private static End endOf(CompletableFuture<Integer> call) {
    try {
      call.get();
      return End.ANSWERED;
    } catch (CancellationException e) {
      return End.CANCELLED;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof TimeoutException) {
        return End.TOO_LATE;
      }
      return e.getCause() instanceof RejectedExecutionException ? End.REFUSED : End.FAILED;
    } catch (InterruptedException e) {
      throw new AssertionError("nobody interrupts", e);
    }
  }

  @Test
  void anAnswerComesWhileTheHedgeIsDue() throws Exception {
    var played = new Played();
    CompletableFuture<Integer> call = played.call(DEADLINE.multipliedBy(1_000));
    played.user(() -> played.answers.get(0).complete(0));
    assertThat(endOf(call)).isEqualTo(End.ANSWERED);
    played.end();
    assertThat(played.cancelled.get()).isEqualTo(played.started.get() - 1);
  }

  @Test
  void whicheverAttemptAnswersFirstIsTheAnswer() throws Exception {
    var played = new Played();
    CompletableFuture<Integer> call = played.call(DEADLINE.multipliedBy(1_000));
    played.user(() -> played.answers.get(0).complete(0));
    played.user(() -> played.answers.get(1).complete(1));
    assertThat(endOf(call)).isEqualTo(End.ANSWERED);
    assertThat(call.resultNow()).isBetween(0, played.started.get() - 1);
    played.end();
  }

  @Test
  void aFailureWaitsForTheHedgeThatIsUnderWay() throws Exception {
    var played = new Played();
    CompletableFuture<Integer> call = played.call(DEADLINE.multipliedBy(1_000));
    played.user(() -> played.answers.get(0).completeExceptionally(new IllegalStateException("0")));
    played.user(() -> played.answers.get(1).complete(1));
    End end = endOf(call);
    assertThat(end).isEqualTo(played.started.get() == 1 ? End.FAILED : End.ANSWERED);
    played.end();
  }

  @Test
  void anAnswerComesAtTheDeadline() throws Exception {
    var played = new Played();
    CompletableFuture<Integer> call = played.call(DEADLINE);
    played.user(() -> {
      pause(DEADLINE);
      played.answers.get(0).complete(0);
    });
    assertThat(endOf(call)).isIn(End.ANSWERED, End.TOO_LATE);
    played.end();
  }

  /** Waits for about this time. */
  private static void pause(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException e) {
      throw new AssertionError("nobody interrupts", e);
    }
  }

  @Test
  void whoeverCancelsCancelsAllAttempts() throws Exception {
    var played = new Played();
    CompletableFuture<Integer> call = played.call(DEADLINE.multipliedBy(1_000));
    played.user(() -> call.cancel(true));
    assertThat(endOf(call)).isEqualTo(End.CANCELLED);
    played.end();
    assertThat(played.cancelled.get()).isEqualTo(played.started.get());
  }

  @Test
  void callsOfSeveralThreadsEndAtTheirDeadlines() throws Exception {
    var played = new Played();
    played.user(() -> callsInTurn(played));
    callsInTurn(played);
    played.end();
  }

  /** Each call comes when the timer thread of the one before has just ended. */
  private static void callsInTurn(Played played) {
    for (int i = 0; i < 3; i++) {
      assertThat(endOf(played.unanswered(DEADLINE))).isEqualTo(End.TOO_LATE);
    }
  }

  @Test
  void callsUnderWayEndThoughTheHedgeIsClosed() throws Exception {
    var played = new Played();
    played.user(played.hedge::close);
    played.user(
        () -> assertThat(endOf(played.unanswered(DEADLINE))).isIn(End.TOO_LATE, End.REFUSED));
    CompletableFuture<Integer> call = played.call(DEADLINE.multipliedBy(1_000));
    played.user(() -> played.answers.get(0).complete(0));
    assertThat(endOf(call)).isIn(End.ANSWERED, End.REFUSED);
    played.end();
  }

  @Test
  void theThreadForTimeGoesWithTheLastCall() throws Exception {
    var played = new Played();
    long beganNanos = System.nanoTime();
    CompletableFuture<Integer> call = played.call(Duration.ofHours(1));
    played.user(played.hedge::close);
    played.user(() -> played.answers.get(0).complete(0));
    assertThat(endOf(call)).isEqualTo(End.ANSWERED);
    played.end();
    assertThat(System.nanoTime() - beganNanos).isLessThan(Duration.ofMinutes(1).toNanos());
  }
}
