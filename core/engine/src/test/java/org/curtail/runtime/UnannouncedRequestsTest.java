package org.curtail.runtime;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.testkit.Eventually;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Submissions by threads that have not begun a request. The engine finds the end of such a request
 * itself.
 */
@Timeout(300)
class UnannouncedRequestsTest extends EngineExecutorCase {
  // ---- Requests that say neither when they begin nor when they end.

  @Test
  void theFirstSubmissionWaitsUntilThePolicyAdmitsTheRequest() throws Exception {
    try (Curtail curtail = setup(new Sequential()).threads(1).start()) {
      EngineExecutor executor = curtail.executor();
      var entered = new CountDownLatch(1);
      var release = new CountDownLatch(1);
      Ticket<Integer> first =
          curtail.submit(
              new RecordedWork(
                  1,
                  chunk -> {
                    entered.countDown();
                    release.await();
                  }));
      entered.await();
      var events = Collections.synchronizedList(new ArrayList<String>());
      first.completion().thenRun(() -> events.add("first ended"));
      var caller =
          new Thread(() -> {
            executor.execute(() -> {});
            events.add("admitted");
          });
      caller.start();
      Eventually.is("the caller waits", () -> caller.getState() == Thread.State.WAITING);
      release.countDown();
      caller.join();
      assertThat(events).containsExactly("first ended", "admitted");
      awaitIdle(curtail);
    }
  }

  @Test
  void anInterruptedThreadDoesNotWaitAndRunsItsSubmissionsItself() throws Exception {
    var release = new CountDownLatch(1);
    try (Curtail curtail = setup(new Sequential()).threads(1).start()) {
      curtail.submit(new RecordedWork(1, chunk -> release.await()));
      var runs = new AtomicInteger();
      Runnable run = runs::incrementAndGet;
      var flag = new AtomicInteger();
      var caller =
          new Thread(() -> {
            curtail.executor().execute(run);
            curtail.executor().execute(run);
            flag.set(Thread.interrupted() ? 1 : 2);
          });
      caller.start();
      caller.interrupt();
      caller.join();
      assertThat(runs).hasValue(2);
      assertThat(flag).hasValue(1);
      assertThat(ended).singleElement().matches(one -> one.outcome() == Outcome.CANCELLED);
      release.countDown();
    } finally {
      release.countDown();
    }
  }

  @Test
  void anotherGroupOfTheSameThreadEndsTheRequestAndRunsWhatIsLeft() {
    Curtail curtail = byHand(new Sequential());
    EngineExecutor executor = curtail.executor();
    var events = new ArrayList<String>();
    Runnable one = () -> events.add("one");
    Runnable two = () -> events.add("two");
    executor.execute(one);
    executor.execute(one);
    assertThat(events).isEmpty();
    assertThat(curtail.threadsBusy()).isEqualTo(1);
    executor.execute(two);
    assertThat(events).containsExactly("one", "one");
    assertThat(curtail.threadsBusy()).isEqualTo(1);
    assertThat(ended).hasSize(1);
    executor.execute(one);
    assertThat(events).containsExactly("one", "one", "two");
    assertThat(arrived).hasValue(3);
  }

  @Test
  void aRequestEndsWhenItsTasksHaveRunOrItsThreadIsSilent() {
    Curtail curtail = byHand(new FixedDegree(2));
    EngineExecutor executor = curtail.executor();
    var runs = new AtomicInteger();
    Runnable run = runs::incrementAndGet;
    executor.execute(run);
    stepAll(curtail);
    assertThat(runs).hasValue(1);
    // It may submit once more.
    executor.execute(run);
    stepAll(curtail);
    assertThat(runs).hasValue(2);
    assertThat(arrived).hasValue(1);
    assertThat(curtail.threadsBusy()).isEqualTo(1);
    clock.advanceMillis(5);
    stepAll(curtail);
    assertThat(curtail.threadsBusy()).isZero();
    assertThat(ended).singleElement().matches(one -> one.peakDegree() == 2);

    Curtail sequential = byHand(new Sequential());
    sequential.executor().execute(run);
    for (int ms = 0; ms < 99; ms++) {
      clock.advanceMillis(1);
      stepAll(sequential);
    }
    assertThat(runs).hasValue(2);
    clock.advanceMillis(5);
    stepAll(sequential);
    assertThat(runs).hasValue(3);
    clock.advanceMillis(5);
    stepAll(sequential);
    assertThat(sequential.threadsBusy()).isZero();
  }

  @Test
  void aThreadThatIsHeldUpBeforeItsFirstSubmissionKeepsItsHelp() {
    Curtail curtail = heldUpBeforeTheFirstSubmission(50);
    var runs = new AtomicInteger();

    curtail.executor().execute(runs::incrementAndGet);
    assertThat(runs).hasValue(0);
    assertThat(ended).isEmpty();
    stepAll(curtail);
    assertThat(runs).hasValue(1);
    clock.advanceMillis(5);
    stepAll(curtail);
    assertThat(ended).singleElement().matches(one -> one.peakDegree() == 2);
  }

  @Test
  void oneThatIsHeldUpThereForATenthOfASecondIsTakenToHaveGone() {
    Curtail curtail = heldUpBeforeTheFirstSubmission(101);
    var runs = new AtomicInteger();

    curtail.executor().execute(runs::incrementAndGet);
    assertThat(runs).hasValue(1);
    assertThat(ended).hasSize(1);
    assertThat(curtail.threadsBusy()).isZero();
  }

  /** Between its begin and its first submission, where it reads the clock last. */
  private Curtail heldUpBeforeTheFirstSubmission(double millis) {
    var isHeldUpNext = new AtomicBoolean();
    var engine = new AtomicReference<Curtail>();
    NanoClock heldUp =
        () -> {
          if (isHeldUpNext.getAndSet(false)) {
            clock.advanceMillis(millis);
            stepAll(requireNonNull(engine.get()));
          }
          return clock.nanoTime();
        };
    var begun =
        new RequestListener() {
          @Override
          public void started(long request, long atNanos) {
            isHeldUpNext.set(true);
          }
        };
    Curtail curtail = setup(new FixedDegree(2)).listener(begun).clock(heldUp).startWithoutThreads();
    engine.set(curtail);
    return curtail;
  }

  @Test
  void aThreadThatRestsOrEndsEndsItsRequest() throws Exception {
    try (Curtail curtail = setup(new Sequential()).threads(1).start()) {
      var runs = new AtomicInteger();
      var caller = new Thread(() -> curtail.executor().execute(runs::incrementAndGet));
      caller.start();
      caller.join();
      awaitIdle(curtail);
      assertThat(runs).hasValue(1);
      curtail.executor().execute(runs::incrementAndGet);
      awaitIdle(curtail);
      assertThat(runs).hasValue(2);
      assertThat(ended).hasSize(2);
    }
  }

  @Test
  void closingWaitsForNoRequestWhoseEndCannotBeSeen() {
    Curtail curtail = setup(new Sequential()).start();
    var runs = new AtomicInteger();
    curtail.executor().execute(runs::incrementAndGet);
    curtail.close();
    assertThat(runs).hasValue(1);
    assertThat(ended).hasSize(1);

    Curtail forced = setup(new Sequential()).start();
    forced.executor().execute(() -> {});
    forced.close(Duration.ZERO);
    assertThat(ended).hasSize(2);
  }

  @Test
  void nothingIsKeptAliveAfterTheEnd() throws Exception {
    try (Curtail curtail = setup(new Sequential()).start()) {
      EngineExecutor executor = curtail.executor();
      var refs = new ArrayList<WeakReference<byte[]>>();
      executor.request(() -> {
        refs.add(submitsSomethingLarge(executor));
        refs.add(submitsSomethingLarge(executor));
        return 0;
      });
      refs.add(submitsSomethingLarge(executor));
      awaitIdle(curtail);
      for (var ref : refs) {
        Eventually.isCollected("nothing is kept", () -> ref.get() == null);
      }
      assertThat(refs).hasSize(3);
    }
  }

  private static WeakReference<byte[]> submitsSomethingLarge(EngineExecutor executor) {
    byte[] large = new byte[1 << 20];
    Runnable run = () -> large[0]++;
    executor.execute(run);
    executor.execute(run);
    return new WeakReference<>(large);
  }
}
