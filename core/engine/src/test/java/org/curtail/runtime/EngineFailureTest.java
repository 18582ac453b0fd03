package org.curtail.runtime;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.testkit.SilentLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Failing work and policies harm only their own request. */
@Timeout(300)
@ExtendWith(SilentLog.class)
class EngineFailureTest {
  @Test
  void aPolicyWithoutThreadsIsRefused() {
    Policy none = new FixedThreads(0);
    assertThatThrownBy(() -> Curtail.with(none).start())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0 threads");
  }

  private record FixedThreads(int count) implements Policy {
    @Override
    public Admission admit(Progress waiting, Load load) {
      return Admission.START;
    }

    @Override
    public Decision decide(Progress running, Load load) {
      return Decision.keep(1);
    }

    @Override
    public int maxDegree() {
      return 1;
    }

    @Override
    public int threads(int cores) {
      return count;
    }
  }

  @Test
  void aFailingChunkFailsItsRequestAloneWithItsFirstCause() throws Exception {
    try (Curtail curtail = Curtail.with(new FixedDegree(2)).cores(2).start()) {
      var other = curtail.submit(new RecordedWork(50, chunk -> {}));
      var failing =
          curtail.submit(
              new RecordedWork(
                  50,
                  chunk -> {
                    if (chunk == 7) {
                      throw new IOException("chunk 7");
                    }
                  }));
      assertThatThrownBy(failing::get)
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(IOException.class)
          .hasRootCauseMessage("chunk 7");
      assertThat(other.get()).isEqualTo(50);
      assertThat(curtail.run(new RecordedWork(5, chunk -> {}))).isEqualTo(5);
    }
  }

  @Test
  void failuresWhileBeginningAndCompletingReachTheCallerToo() throws Exception {
    Curtail curtail = Curtail.with(new FixedDegree(2)).cores(2).start();
    try (curtail) {
      var beginning =
          new RecordedWork(5, chunk -> {}) {
            @Override
            public void begin(int degree) {
              throw new IllegalStateException("begin");
            }
          };
      var completing =
          new RecordedWork(5, chunk -> {}) {
            @Override
            public Integer complete(List<List<Integer>> workers) {
              throw new IllegalStateException("complete");
            }
          };
      assertThatThrownBy(() -> curtail.run(beginning)).hasRootCauseMessage("begin");
      assertThatThrownBy(() -> curtail.run(completing)).hasRootCauseMessage("complete");
    }
    assertThat(curtail.threadsBusy()).isZero();
  }

  @Test
  void anInterruptedCallerLeavesTheQueueAndHarmsNobody() throws Exception {
    try (Curtail curtail = Curtail.with(new Sequential()).threads(1).start()) {
      var release = new CountDownLatch(1);
      var running = curtail.submit(new RecordedWork(1, chunk -> release.await()));
      var seen = new AtomicReference<Throwable>();
      Thread caller =
          new Thread(() -> {
            try {
              curtail.run(new RecordedWork(1, chunk -> {}));
            } catch (Throwable t) {
              seen.set(t);
            }
          });
      caller.start();
      caller.interrupt();
      caller.join();
      release.countDown();
      assertThat(seen.get()).isInstanceOf(InterruptedException.class);
      assertThat(running.get(10, SECONDS)).isEqualTo(1);
      assertThat(curtail.run(new RecordedWork(2, chunk -> {}))).isEqualTo(2);
    }
  }

  @Test
  void aPolicyThatThrowsLeavesRequestsSequential() throws Exception {
    Policy broken =
        new Policy() {
          @Override
          public Admission admit(Progress waiting, Load load) {
            throw new IllegalStateException("admit");
          }

          @Override
          public Decision decide(Progress running, Load load) {
            throw new IllegalStateException("decide");
          }

          @Override
          public int maxDegree() {
            return 4;
          }

          @Override
          public int threads(int cores) {
            return cores;
          }
        };
    try (Curtail curtail = Curtail.with(broken).cores(2).start()) {
      var work = new RecordedWork(10, chunk -> {});
      assertThat(curtail.run(work)).isEqualTo(10);
      assertThat(work.threads).hasSize(1);
    }
  }

  @Test
  void aRequestDoesNotInheritAnInterruptionFromTheOneBefore() throws Exception {
    try (Curtail curtail = Curtail.with(new Sequential()).threads(1).start()) {
      var release = new CountDownLatch(1);
      curtail.submit(
          new RecordedWork(
              1,
              chunk -> {
                release.await();
                Thread.currentThread().interrupt();
              }));
      var inherited = new AtomicReference<Boolean>();
      Ticket<Integer> next =
          curtail.submit(
              new RecordedWork(1, chunk -> inherited.set(Thread.currentThread().isInterrupted())));
      release.countDown();
      next.get(10, SECONDS);
      assertThat(inherited).hasValue(false);
    }
  }
}
