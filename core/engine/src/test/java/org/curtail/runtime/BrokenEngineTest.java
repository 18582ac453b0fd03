package org.curtail.runtime;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.curtail.PaperTables;
import org.curtail.Policy;
import org.curtail.policy.Boosted;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.policy.TailIndex;
import org.curtail.speed.SlowToFast;
import org.curtail.speed.SpeedClass;
import org.curtail.speed.SpeedMachine;
import org.curtail.testkit.Cases;
import org.curtail.testkit.Eventually;
import org.curtail.testkit.SilentLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Memory runs out in the engine's own code. The engine is then broken, all tickets and threads end,
 * later calls fail at once, and nothing hangs.
 */
@Timeout(300)
@ExtendWith(SilentLog.class)
class BrokenEngineTest {
  private static final int CHUNKS = 4;

  /**
   * A clock that equals the machine's clock, so that the engine trusts it. So its exceptions come
   * from the engine's own code, at each reading of the clock.
   */
  private static final class FailingClock implements NanoClock {
    private final AtomicLong readings = new AtomicLong();
    private final long failsFrom;
    private final long failsUntil;
    private volatile boolean counts;

    /** Readings are counted from 1, once the engine has started. */
    FailingClock(long failsFrom, long failsUntil) {
      this.failsFrom = failsFrom;
      this.failsUntil = failsUntil;
    }

    @Override
    public long nanoTime() {
      long reading = counts ? readings.incrementAndGet() : 0;
      if (reading >= failsFrom && reading < failsUntil) {
        throw new Pretended();
      }
      return System.nanoTime();
    }

    @Override
    public boolean equals(Object other) {
      return other == this || NanoClock.SYSTEM.equals(other);
    }

    @Override
    public int hashCode() {
      return NanoClock.SYSTEM.hashCode();
    }
  }

  /** As memory that runs out; a real one would end the tests. */
  private static final class Pretended extends VirtualMachineError {
    private static final long serialVersionUID = 1;
  }

  private final List<Ticket<Integer>> tickets = new ArrayList<>();
  private int broken;

  private static RecordedWork work() {
    return new RecordedWork(CHUNKS, chunk -> {});
  }

  private static List<Policy> policies() {
    return List.of(
        new Sequential(),
        new FixedDegree(2),
        new Boosted(new FixedDegree(2)),
        TailIndex.queueing(PaperTables.figure5Profile()).malleable());
  }

  // ---- At any moment.

  @Test
  void wheneverTheClockFailsEveryRequestEndsAndNothingHangs() throws Exception {
    int step = Cases.count(4, 1);
    for (Policy policy : policies()) {
      for (int from = 1; from <= 60; from += step) {
        serve(Curtail.with(policy).cores(3), new FailingClock(from, from + 1 + from % 3));
      }
    }
    assertThat(broken).as("engines that broke").isGreaterThan(40 / step);
  }

  @Test
  void onClassesOfSpeedTooEveryRequestEnds() throws Exception {
    SpeedMachine machine =
        SpeedMachine.ofCores(
            new SpeedClass("slow", 1, 0.5, 1, 0), new SpeedClass("fast", 2, 1, 4, 0));
    for (int from = 1; from <= 60; from++) {
      serve(Curtail.with(machine, SlowToFast.of(0L)), new FailingClock(from, from + 2));
    }
    assertThat(broken).as("engines that broke").isGreaterThan(10);
  }

  private void serve(Setup setup, FailingClock clock) throws Exception {
    Curtail curtail = setup.clock(clock).queueLimit(3).start();
    clock.counts = true;
    tickets.clear();
    for (int i = 0; i < 5; i++) {
      try {
        tickets.add(curtail.submit(work()));
        curtail.run(work());
      } catch (Pretended | RejectedExecutionException e) {
        // Before anything was changed, or afterwards.
      } catch (ExecutionException e) {
        assertThat(e.getCause()).isInstanceOf(Pretended.class);
      }
    }
    for (Ticket<Integer> ticket : tickets) {
      try {
        assertThat(ticket.get(20, SECONDS)).isEqualTo(CHUNKS);
      } catch (ExecutionException e) {
        assertThat(e.getCause()).isInstanceOf(Pretended.class);
      }
    }
    if (curtail.brokenBy().isPresent()) {
      broken++;
      isBroken(curtail);
    }
    curtail.close();
    assertThat(curtail.workers()).allMatch(worker -> !isAlive(worker));
    assertThat(curtail.threadsBusy()).isZero();
  }

  private static boolean isAlive(Worker worker) {
    Thread thread = worker.thread();
    return thread != null && thread.isAlive();
  }

  /** Later calls fail at once, and the engine says why. */
  private static void isBroken(Curtail curtail) throws Exception {
    Throwable cause = curtail.brokenBy().orElseThrow();
    assertThatThrownBy(() -> curtail.submit(work()))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessage(Engine.BROKEN)
        .hasCause(cause);
    assertThatThrownBy(() -> curtail.run(work()))
        .isInstanceOf(RejectedExecutionException.class)
        .hasCause(cause);
    if (curtail.engine().classes == null) {
      assertThatThrownBy(() -> curtail.reserve(RequestOptions.NONE))
          .isInstanceOf(RejectedExecutionException.class)
          .hasCause(cause);
      assertThatThrownBy(() -> curtail.policy(new Sequential()))
          .isInstanceOf(IllegalStateException.class)
          .hasCause(cause);
      assertThatThrownBy(() -> curtail.executor().request(() -> 1))
          .isInstanceOf(RejectedExecutionException.class);
    }
    assertThat(curtail.explain()).startsWith("curtail is broken").contains(cause.toString());
    for (Worker worker : curtail.workers()) {
      Eventually.is("the thread has ended", () -> !isAlive(worker));
    }
  }

  // ---- Whoever waits.

  private final Pretended error = new Pretended();

  private static Curtail engine(int threads, int queueLimit, Overload overload) {
    return Curtail.with(new Sequential())
        .cores(threads)
        .threads(threads)
        .queueLimit(queueLimit)
        .whenFull(overload)
        .start();
  }

  /** A request that runs until it is let go. */
  private static Ticket<Integer> stuck(Curtail curtail, CountDownLatch letGo) throws Exception {
    var runs = new CountDownLatch(1);
    Ticket<Integer> ticket =
        curtail.submit(
            new RecordedWork(
                2,
                chunk -> {
                  runs.countDown();
                  letGo.await();
                }));
    assertThat(runs.await(20, SECONDS)).isTrue();
    return ticket;
  }

  private void endsBroken(Ticket<?> ticket) {
    assertThatThrownBy(() -> ticket.get(20, SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasCause(error);
    assertThat(ticket.timeline().outcome()).isEqualTo(Outcome.FAILED);
  }

  @Test
  void waitingRequestsEndAtOnceAndRunningOnesAtTheirNextBorder() throws Exception {
    var letGo = new CountDownLatch(1);
    Curtail curtail = engine(1, 9, Overload.REJECT);
    Ticket<Integer> runs = stuck(curtail, letGo);
    Ticket<Integer> waits = curtail.submit(work());
    curtail.engine().breaks(error);
    endsBroken(waits);
    assertThat(runs.isDone()).isFalse();
    letGo.countDown();
    endsBroken(runs);
    assertThat(runs.timeline().chunks()).isEqualTo(1);
    isBroken(curtail);
    curtail.close();
  }

  @Test
  void closingDoesNotWaitForAStuckChunk() throws Exception {
    var letGo = new CountDownLatch(1);
    Curtail curtail = engine(1, 9, Overload.REJECT);
    Ticket<Integer> runs = stuck(curtail, letGo);
    curtail.engine().breaks(error);
    curtail.close(Duration.ofMillis(10));
    endsBroken(runs);
    letGo.countDown();
  }

  @Test
  void aSubmitterThatWaitsForRoomIsRefused() throws Exception {
    var letGo = new CountDownLatch(1);
    Curtail curtail = engine(1, 1, Overload.WAIT);
    stuck(curtail, letGo);
    curtail.submit(work());
    var met = new AtomicReference<Throwable>();
    var submitter =
        new Thread(() -> {
          try {
            curtail.submit(work());
          } catch (Throwable e) {
            met.set(e);
          }
        });
    submitter.start();
    Eventually.is("it waits", () -> submitter.getState() == Thread.State.WAITING);
    curtail.engine().breaks(error);
    submitter.join();
    assertThat(met.get()).isInstanceOf(RejectedExecutionException.class).hasCause(error);
    letGo.countDown();
    curtail.close();
  }

  @Test
  void aCallerThatWaitsForItsTurnIsToldAtOnce() throws Exception {
    var letGo = new CountDownLatch(1);
    Curtail curtail = engine(1, 9, Overload.REJECT);
    stuck(curtail, letGo);
    var met = new AtomicReference<Throwable>();
    var caller =
        new Thread(() -> {
          try {
            curtail.run(work());
          } catch (Throwable e) {
            met.set(e);
          }
        });
    caller.start();
    Eventually.is("it waits", () -> caller.getState() == Thread.State.WAITING);
    curtail.engine().breaks(error);
    caller.join();
    assertThat(met.get()).isInstanceOf(ExecutionException.class).hasCause(error);
    letGo.countDown();
    curtail.close();
  }

  @Test
  void aReservationThatIsNotGrantedFails() throws Exception {
    var letGo = new CountDownLatch(1);
    Curtail curtail = engine(1, 9, Overload.REJECT);
    stuck(curtail, letGo);
    Reservation waits = curtail.reserve(RequestOptions.NONE);
    curtail.engine().breaks(error);
    assertThatThrownBy(() -> waits.granted().toCompletableFuture().get(20, SECONDS))
        .hasCause(error);
    assertThatThrownBy(() -> waits.run(work())).isInstanceOf(ExecutionException.class);
    letGo.countDown();
    curtail.close();
  }

  @Test
  void aGrantedReservationRunsNothingAndIsGivenBack() throws Exception {
    Curtail curtail = engine(1, 9, Overload.REJECT);
    Reservation granted = curtail.reserve(RequestOptions.NONE);
    assertThat(granted.isGranted()).isTrue();
    curtail.engine().breaks(error);
    assertThatThrownBy(() -> granted.run(work()))
        .isInstanceOf(ExecutionException.class)
        .hasCause(error);
    granted.close();
    curtail.close();
  }

  /** A caller of the executor waits for what no thread has begun. */
  @Test
  void heldTasksAreStillRun() throws Exception {
    var letGo = new CountDownLatch(1);
    Curtail curtail = engine(2, 9, Overload.REJECT);
    stuck(curtail, letGo);
    var runs = new AtomicInteger();
    var isHeld = new CountDownLatch(1);
    var caller =
        new Thread(() -> {
          var run = CompletableFuture.runAsync(runs::incrementAndGet, curtail.executor());
          isHeld.countDown();
          run.join();
        });
    caller.start();
    assertThat(isHeld.await(20, SECONDS)).isTrue();
    curtail.engine().breaks(error);
    caller.join();
    assertThat(runs).hasValue(1);
    letGo.countDown();
    curtail.close();
  }

  // ---- Whose fault it is not.

  @Test
  void anErrorOfAChunkFailsItsRequestAlone() throws Exception {
    try (Curtail curtail = engine(1, 9, Overload.REJECT)) {
      Ticket<Integer> fails =
          curtail.submit(
              new RecordedWork(
                  1,
                  chunk -> {
                    throw error;
                  }));
      assertThatThrownBy(() -> fails.get(20, SECONDS)).hasCause(error);
      assertThat(curtail.brokenBy()).isEmpty();
      assertThat(curtail.run(work())).isEqualTo(CHUNKS);
    }
  }

  @Test
  void onlyTheFirstErrorCounts() {
    Curtail curtail = engine(1, 9, Overload.REJECT);
    curtail.engine().breaks(error);
    curtail.engine().breaks(new StackOverflowError());
    assertThat(curtail.brokenBy()).containsSame(error);
    curtail.close();
  }
}
