package org.curtail.runtime;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.DelegatingPolicy;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
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
      for (int i = 0; i < 2 * TransientErrors.MOST_IN_A_ROW; i++) {
        assertThat(curtail.submit(new RecordedWork(3, chunk -> {})).get(20, SECONDS)).isEqualTo(3);
      }
      assertThat(curtail.metrics().gauges().policyFailed()).isTrue();
    }
    assertThat(asked).hasValueLessThanOrEqualTo(TransientErrors.MOST_IN_A_ROW + 1);
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
