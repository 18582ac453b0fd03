package org.curtail.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;
import org.junit.jupiter.api.Test;

class FixedIntervalTest {
  private final FixedInterval policy = new FixedInterval(20, 4);

  private static long nanos(double millis) {
    return Math.round(millis * 1e6);
  }

  private Decision decide(double executionMs, int degree) {
    long executionNanos = nanos(executionMs);
    var running = new Progress(executionNanos + nanos(1_000), executionNanos, degree);
    Decision decision = policy.decide(running, new Load(1, 0, 1, 4));
    assertThat(policy.decide(running, new Load(500, 490, 8, 4))).isEqualTo(decision);
    return decision;
  }

  @Test
  void addsAThreadEachTimeTheIntervalHasPassedWhateverTheLoad() {
    assertThat(decide(0, 0)).isEqualTo(new Decision(1, nanos(20)));
    assertThat(decide(19.999, 1)).isEqualTo(new Decision(1, nanos(20)));
    assertThat(decide(20, 1)).isEqualTo(new Decision(2, nanos(40)));
    assertThat(decide(59.999, 2)).isEqualTo(new Decision(3, nanos(60)));
  }

  @Test
  void theGreatestDegreeIsKept() {
    assertThat(decide(60, 3)).isEqualTo(Decision.keep(4));
    assertThat(decide(1e9, 4)).isEqualTo(Decision.keep(4));
    assertThat(policy.maxDegree()).isEqualTo(4);
  }

  @Test
  void aGreatestDegreeOfOneIsSequential() {
    var one = new FixedInterval(20, 1);
    assertThat(one.decide(new Progress(0, 0, 0), new Load(1, 0, 1, 4))).isEqualTo(Decision.keep(1));
  }

  @Test
  void startsEverybodyAtOnce() {
    assertThat(policy.admit(new Progress(0, 0, 0), new Load(500, 490, 4, 4)))
        .isEqualTo(Admission.START);
    assertThat(policy.threads(12)).isEqualTo(Policy.UNLIMITED);
  }

  @Test
  void intervalsAndDegreesThatAreNoneAreRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FixedInterval(0, 4))
        .withMessage("intervalMs must be from 0.000001 to 86400000: 0.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FixedInterval(20, 0))
        .withMessage("maxDegree must be at least 1: 0");
  }

  @Test
  void anIntervalMayBeAFractionOfAMillisecond() {
    var policy = new FixedInterval(0.25, 3);
    Load load = new Load(1, 0, 1, 4);
    assertThat(policy.decide(new Progress(200_000, 200_000, 1), load))
        .isEqualTo(new Decision(1, 250_000));
    assertThat(policy.decide(new Progress(250_000, 250_000, 1), load))
        .isEqualTo(new Decision(2, 500_000));
    assertThat(policy.decide(new Progress(500_000, 500_000, 2), load)).isEqualTo(Decision.keep(3));
  }
}
