package org.curtail.runtime;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.testkit.Eventually;
import org.curtail.testkit.SilentLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** User code may break in any way: it harms at most the request that it belongs to. */
@Timeout(300)
@ExtendWith(SilentLog.class)
class FaultContainmentTest extends FaultContainmentCase {
  // ---- Chunks that throw.

  /** Chunk 0 throws as soon as the deadline has been noticed. */
  private final class TornAfterDeadline implements SharedWork<Integer, Integer> {
    private final AtomicInteger calledAfterwards = new AtomicInteger();
    private boolean thrown;

    @Override
    public int chunks() {
      return 4;
    }

    @Override
    public Integer join() {
      return 0;
    }

    @Override
    public void run(Integer worker, int chunk, Checkpoint checkpoint) {
      if (thrown) {
        calledAfterwards.incrementAndGet();
      }
      if (chunk == 0) {
        clock.advanceMillis(20);
        checkpoint.pass();
        assertThat(checkpoint.isOver()).isTrue();
        thrown = true;
        throw new IllegalStateException("torn");
      }
    }

    @Override
    public Integer complete(List<Integer> workers) {
      calledAfterwards.incrementAndGet();
      return 0;
    }

    @Override
    public Optional<Integer> partial(List<Integer> workers) {
      calledAfterwards.incrementAndGet();
      return Optional.of(1);
    }
  }

  @Test
  void aChunkThatThrowsAfterTheDeadlineWasNoticedFailsItsRequest() {
    Curtail curtail = Curtail.with(new FixedDegree(2)).cores(2).clock(clock).startWithoutThreads();
    var work = new TornAfterDeadline();
    Ticket<Integer> ticket =
        curtail.submit(work, RequestOptions.NONE.within(Duration.ofMillis(10)));
    stepAll(curtail);
    assertThatThrownBy(ticket::get)
        .isInstanceOf(ExecutionException.class)
        .hasRootCauseMessage("torn");
    assertThat(ticket.timeline().outcome()).isEqualTo(Outcome.FAILED);
    assertThat(work.calledAfterwards).as("calls after it threw").hasValue(0);
  }

  @Test
  void anExceptionAfterTheCancellationIsKeptWithIt() {
    Curtail curtail = Curtail.with(new Sequential()).cores(1).clock(clock).startWithoutThreads();
    var ticket = new ArrayList<Ticket<Integer>>();
    var late = new IllegalStateException("late");
    ticket.add(
        curtail.submit(
            new RecordedWork(
                2,
                chunk -> {
                  ticket.getFirst().cancel();
                  throw late;
                })));
    stepAll(curtail);
    assertThatThrownBy(() -> ticket.getFirst().get())
        .isInstanceOf(CancellationException.class)
        // Newer versions of Java throw another one, caused by it.
        .satisfies(e ->
            assertThat((e.getCause() == null ? e : e.getCause()).getSuppressed())
                .containsExactly(late));
  }

  @Test
  void anExceptionThatIsThrownAgainAndAgainCollectsFewOthers() throws Exception {
    var shared = new IllegalStateException("the same for all");
    try (Curtail curtail = Curtail.with(new FixedDegree(2)).cores(2).start()) {
      for (int request = 0; request < 300; request++) {
        var bothThere = new CountDownLatch(2);
        Ticket<Integer> ticket =
            curtail.submit(
                new RecordedWork(
                    2,
                    chunk -> {
                      bothThere.countDown();
                      bothThere.await();
                      throw chunk == 0 ? shared : new IllegalStateException("another");
                    }));
        assertThatThrownBy(() -> ticket.get(20, SECONDS)).isInstanceOf(ExecutionException.class);
      }
    }
    assertThat(shared.getSuppressed()).hasSizeLessThanOrEqualTo(Request.Suppression.MOST);
  }

  // ---- Clocks.

  @Test
  void aClockThatThrowsIsReplacedAndRequestsGoOn() throws Exception {
    var readings = new AtomicInteger();
    NanoClock broken =
        () -> {
          if (readings.incrementAndGet() > 20) {
            throw new IllegalStateException("broken clock");
          }
          return System.nanoTime();
        };
    try (Curtail curtail = Curtail.with(new FixedDegree(2)).cores(2).clock(broken).start()) {
      for (int i = 0; i < 50; i++) {
        assertThat(curtail.submit(new RecordedWork(3, chunk -> {})).get(20, SECONDS)).isEqualTo(3);
        assertThat(curtail.run(new RecordedWork(3, chunk -> {}))).isEqualTo(3);
      }
    }
    // Threads that were reading it at that moment saw it throw too.
    assertThat(readings).hasValueLessThan(20 + 50);
  }

  @Test
  void aClockThatFallsBackInsideNestedRequestsHarmsNobody() throws Exception {
    Curtail curtail = Curtail.with(new FixedDegree(2)).cores(2).clock(clock).startWithoutThreads();
    var inner = new ArrayList<Integer>();
    clock.advanceMillis(100);
    Ticket<Integer> ticket =
        curtail.submit(
            new RecordedWork(
                2,
                chunk ->
                    inner.add(
                        curtail.run(
                            new RecordedWork(2, nested -> clock.advanceMillis(-10)) {
                              @Override
                              public void begin(int degree) {
                                clock.advanceMillis(-10);
                              }
                            }))));
    for (int round = 0; round < 100 && !ticket.isDone(); round++) {
      for (Worker worker : curtail.workers()) {
        curtail.engine().enterService();
        worker.step();
        curtail.engine().leaveService();
      }
    }
    assertThat(ticket.get(1, SECONDS)).isEqualTo(2);
    assertThat(inner).containsExactly(2, 2);
    Timeline timeline = ticket.timeline();
    assertThat(timeline.waitNanos()).isNotNegative();
    assertThat(timeline.executionNanos()).isNotNegative();
  }

  // ---- The executor.

  @Test
  void aHandlerOfUncaughtExceptionsThatThrowsLosesNoRequest() throws Exception {
    Curtail curtail = Curtail.with(new FixedDegree(2)).cores(2).start();
    var thread =
        new Thread(() -> {
          for (int group = 0; group < 20; group++) {
            Runnable fails =
                () -> {
                  throw new IllegalStateException("meant");
                };
            curtail.executor().execute(fails);
            curtail.executor().execute(fails);
          }
        });
    thread.setUncaughtExceptionHandler((where, fault) -> {
      throw new IllegalStateException("the handler");
    });
    thread.start();
    thread.join();
    curtail.close();
    assertThat(curtail.threadsBusy()).isZero();
    assertThat(curtail.metrics().gauges().running()).isZero();
  }

  @Test
  void aClosedEngineIsNotHeldByThreadsThatUsedItsExecutor() throws Exception {
    ExecutorService longLived = Executors.newSingleThreadExecutor();
    try {
      var engines = new ArrayList<WeakReference<Engine>>();
      for (int i = 0; i < 20; i++) {
        engines.add(usedOnce(longLived));
      }
      Eventually.isCollected(
          "no engine is left", () -> engines.stream().allMatch(one -> one.get() == null));
    } finally {
      longLived.shutdown();
    }
  }

  private static WeakReference<Engine> usedOnce(ExecutorService thread) throws Exception {
    Curtail curtail = Curtail.with(new FixedDegree(2)).cores(2).start();
    thread.submit(() -> curtail.executor().execute(() -> {})).get();
    thread.submit(() -> curtail.executor().request(() -> 1)).get();
    thread.submit(() -> curtail.executor().execute(() -> {})).get();
    curtail.close();
    return new WeakReference<>(curtail.engine());
  }

  @Test
  @SuppressWarnings("NullAway") // The subject of the test.
  void noWorkIsRefusedBeforeAnythingIsCounted() {
    try (Curtail curtail = Curtail.with(new Sequential()).cores(1).start()) {
      assertThatNullPointerException().isThrownBy(() -> curtail.submit(null)).withMessage("work");
      assertThatNullPointerException()
          .isThrownBy(() -> curtail.submit(new RecordedWork(1, chunk -> {}), null))
          .withMessage("options");
      assertThatNullPointerException().isThrownBy(() -> curtail.run(null)).withMessage("work");
      assertThat(curtail.metrics().counts().arrived()).isZero();
    }
  }

  // ---- Threads.

  @Test
  void aFactoryThatMakesNoThreadIsNamed() {
    assertThatThrownBy(
            () -> Curtail.with(new Sequential()).cores(1).threadFactory(body -> null).start())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("returned no thread");
  }
}
