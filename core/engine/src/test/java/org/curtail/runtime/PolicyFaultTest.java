package org.curtail.runtime;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.DelegatingPolicy;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Prediction;
import org.curtail.Progress;
import org.curtail.Traits;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.testkit.Eventually;
import org.curtail.testkit.SilentLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Policies outside their contract. */
@Timeout(300)
@ExtendWith(SilentLog.class)
class PolicyFaultTest extends FaultContainmentCase {
  private static class Changing implements DelegatingPolicy {
    private final AtomicInteger asked = new AtomicInteger();

    @Override
    public Policy policy() {
      return new FixedDegree(2);
    }

    @Override
    public int threads(int cores) {
      return asked.incrementAndGet();
    }
  }

  @Test
  void aPolicyIsAskedOnceHowManyThreadsItWants() throws Exception {
    var policy = new Changing();
    try (Curtail curtail = Curtail.with(policy).cores(2).start()) {
      assertThat(curtail.threads()).isEqualTo(1);
      assertThat(curtail.metrics().gauges().threads()).isEqualTo(1);
      assertThat(curtail.submit(new RecordedWork(3, chunk -> {})).get(20, SECONDS)).isEqualTo(3);
    }
    assertThat(policy.asked).hasValue(1);
  }

  @Test
  void aPolicyWhoseGreatestDegreeIsBelow1IsRefused() {
    Policy none =
        new DelegatingPolicy() {
          @Override
          public Policy policy() {
            return new Sequential();
          }

          @Override
          public int maxDegree() {
            return -1;
          }

          @Override
          public String toString() {
            return "odd";
          }
        };
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Curtail.with(none).start())
        .withMessage("policy odd has a greatest degree of -1; expected at least 1");
  }

  /** As fixed degrees, but for requests that are predicted only. */
  private record Predicted(Policy policy) implements DelegatingPolicy {
    @Override
    public Traits traits() {
      return Traits.NONE.needingPrediction(true);
    }
  }

  /** The one that room was made for is refused, since the policy has changed meanwhile. */
  @Test
  void aRequestRefusedWhileRoomIsMadeLeavesTheRoomToTheNextOne() throws Exception {
    RequestOptions predicted = RequestOptions.NONE.predicted(Prediction.certain(1_000_000));
    var letGo = new CountDownLatch(1);
    try (Curtail curtail =
        Curtail.with(new Sequential())
            .cores(1)
            .threads(1)
            .queueLimit(1)
            .whenFull(Overload.WAIT)
            .start()) {
      curtail.submit(new RecordedWork(1, chunk -> letGo.await()), predicted);
      curtail.submit(new RecordedWork(1, chunk -> {}), predicted);
      var refused = new AtomicReference<Throwable>();
      var without =
          new Thread(() -> {
            try {
              curtail.submit(new RecordedWork(1, chunk -> {}));
            } catch (IllegalArgumentException e) {
              refused.set(e);
            }
          });
      without.start();
      Eventually.is("it waits for room", () -> without.getState() == Thread.State.WAITING);
      var ran = new AtomicInteger();
      var with =
          new Thread(
              () -> curtail.submit(new RecordedWork(1, chunk -> ran.incrementAndGet()), predicted));
      with.start();
      Eventually.is("it waits for room", () -> with.getState() == Thread.State.WAITING);
      curtail.policy(new Predicted(new Sequential()));
      letGo.countDown();
      without.join();
      with.join();
      assertThat(refused.get()).isInstanceOf(IllegalArgumentException.class);
      Eventually.is("it has run", () -> ran.get() == 1);
    }
  }

  /** Without an answer it starts alone, and is asked about again as soon as it is at a border. */
  @Test
  void aRequestThatStartedWithoutADecisionGetsItsThreadsSoon() {
    var left = new AtomicInteger(1);
    Policy shortOnce =
        new DelegatingPolicy() {
          @Override
          public Policy policy() {
            return new FixedDegree(2);
          }

          @Override
          public Decision decide(Progress running, Load load) {
            if (left.getAndDecrement() > 0) {
              throw new OutOfMemoryError("pretended");
            }
            return policy().decide(running, load);
          }
        };
    var clock = new ManualClock();
    Curtail curtail =
        Curtail.with(shortOnce).cores(2).threads(2).clock(clock).startWithoutThreads();
    Ticket<Integer> ticket =
        curtail.submit(
            new RecordedWork(8, chunk -> clock.advanceMillis(FaultReport.RETRY_NANOS / 1e6)));
    boolean moved = true;
    while (moved) {
      moved = false;
      for (Worker worker : curtail.workers()) {
        moved |= worker.step();
      }
    }
    assertThat(ticket.isDone()).isTrue();
    assertThat(ticket.timeline().peakDegree()).isEqualTo(2);
    assertThat(curtail.metrics().gauges().policyFailed()).isFalse();
    curtail.close();
  }

  /** One that never ends is broken, and does not cost every request its patience. */
  @Test
  void aPolicyThatAlwaysRunsOutOfStackIsLeftOutInTheEnd() throws Exception {
    var asked = new AtomicInteger();
    Policy endless =
        new DelegatingPolicy() {
          @Override
          public Policy policy() {
            return new Sequential();
          }

          @Override
          public Admission admit(Progress waiting, Load load) {
            asked.incrementAndGet();
            throw new StackOverflowError();
          }

          @Override
          public Decision decide(Progress running, Load load) {
            return Decision.keep(1);
          }
        };
    try (Curtail curtail = Curtail.with(endless).cores(1).start()) {
      for (int i = 0; i < 2 * FaultReport.TransientErrors.MOST_IN_A_ROW; i++) {
        assertThat(curtail.submit(new RecordedWork(3, chunk -> {})).get(20, SECONDS)).isEqualTo(3);
      }
      assertThat(curtail.metrics().gauges().policyFailed()).isTrue();
    }
    assertThat(asked).hasValueLessThanOrEqualTo(FaultReport.TransientErrors.MOST_IN_A_ROW + 1);
  }

  @Test
  void aPolicyThatAsksAgainInThePastIsReportedOnceAndLeftOut() throws Exception {
    Policy past =
        new DelegatingPolicy() {
          @Override
          public Policy policy() {
            return new FixedDegree(2);
          }

          @Override
          public Decision decide(Progress running, Load load) {
            return new Decision(1, Math.max(running.executionNanos(), 1));
          }
        };
    try (Curtail curtail = Curtail.with(past).cores(1).start()) {
      for (int i = 0; i < 5; i++) {
        assertThat(
                curtail
                    .submit(new RecordedWork(3, chunk -> LockSupport.parkNanos(2_000)))
                    .get(20, SECONDS))
            .isEqualTo(3);
      }
      assertThat(curtail.metrics().gauges().policyFailed()).isTrue();
    }
  }
}
