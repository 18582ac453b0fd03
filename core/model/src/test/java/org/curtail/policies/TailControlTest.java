package org.curtail.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Prediction;
import org.curtail.Profile;
import org.curtail.Progress;
import org.curtail.policies.TailControl.SerialThresholds;
import org.curtail.sim.SyntheticProfiles;
import org.junit.jupiter.api.Test;

class TailControlTest {
  private static final long MS = 1_000_000;
  private static final int CORES = 8;

  private final Profile profile = SyntheticProfiles.luceneLike(500, 4);
  private final TailControl policy = new TailControl(400, profile);
  private final SerialThresholds thresholds = SerialThresholds.of(profile, 400);

  private static Load load(int requests) {
    return new Load(requests, 0, CORES, CORES);
  }

  /** On four threads since its arrival. */
  private Decision after(long executionMs, int requests) {
    return policy.decide(
        new Progress(
            executionMs * MS, executionMs * MS, 4 * executionMs * MS, 4, 4, Prediction.NONE),
        load(requests));
  }

  /** Demand of 500 ms that four threads halve, and one of 10 ms that they do not change. */
  private static Profile twoKinds() {
    var timesMs = new double[10][2];
    for (int r = 0; r < 9; r++) {
      timesMs[r] = new double[] {10, 10};
    }
    timesMs[9] = new double[] {500, 250};
    return Profile.of("two kinds", timesMs);
  }

  @Test
  void whileThereIsLittleToDoEverybodyIsParallel() {
    assertThat(thresholds.ms(load(2))).isInfinite();
    assertThat(after(1, 2)).isEqualTo(Decision.keep(4));
    assertThat(after(5000, 2)).isEqualTo(Decision.keep(4));
  }

  /** 590 ms of work take 340 ms on two threads: 10 ms of it are done in 5.8 ms. */
  @Test
  void underLoadARequestIsSerialOnceItHasDoneTooMuch() {
    var twoKinds = new TailControl(100, twoKinds());
    Load busy = load(CORES * 3);
    assertThat(twoKinds.decide(Progress.waiting(0, Prediction.NONE), busy))
        .isEqualTo(new Decision(2, Math.round(10 * 340.0 / 590 * MS)));
    assertThat(twoKinds.decide(onTwoThreads(5), busy).degree()).isEqualTo(2);
    assertThat(twoKinds.decide(onTwoThreads(6), busy)).isEqualTo(Decision.keep(1));
    assertThat(twoKinds.decide(onTwoThreads(6), load(1))).isEqualTo(Decision.keep(2));
  }

  private static Progress onTwoThreads(long executionMs) {
    return new Progress(
        executionMs * MS, executionMs * MS, 2 * executionMs * MS, 2, 2, Prediction.NONE);
  }

  @Test
  void theThresholdNeverRisesWithTheLoad() {
    double lastMs = Double.POSITIVE_INFINITY;
    for (int requests = 1; requests < 100; requests++) {
      double thresholdMs = thresholds.ms(load(requests));
      assertThat(thresholdMs).isLessThanOrEqualTo(lastMs);
      lastMs = thresholdMs;
    }
    assertThat(lastMs).isLessThan(1500);
  }

  @Test
  void onlyRequestsPerCoreMatter() {
    for (int requests = 1; requests < 50; requests++) {
      assertThat(thresholds.ms(new Load(3 * requests, 0, 0, 3 * CORES)))
          .isEqualTo(thresholds.ms(load(requests)));
    }
  }

  /**
   * In parallel, a short request costs 20 ms of core time and a long one 500 ms: 68 ms in the mean.
   * With a target of 100 ms no short request is late up to 100 / 68 = 1.47 requests per core, and
   * the long ones are lost anyway.
   */
  @Test
  void aLateRequestIsSerialOnceItMakesOthersLate() {
    SerialThresholds lost = SerialThresholds.of(twoKinds(), 100);
    assertThat(lost.ms(load(CORES * 11 / 8))).isInfinite();
    assertThat(lost.ms(load(CORES * 3))).isEqualTo(10);
    assertThat(SerialThresholds.of(twoKinds(), 10_000).ms(load(CORES * 8))).isInfinite();
  }

  @Test
  void runningRequestsAreHelpedBeforeOthersStart() {
    assertThat(policy.traits().ranks()).isFalse();
    assertThat(policy.traits().isMalleable()).isTrue();
    assertThat(policy.traits().needsPrediction()).isFalse();
    assertThat(policy.threads(CORES)).isEqualTo(CORES);
    assertThat(policy.maxDegree()).isEqualTo(4);
  }

  @Test
  void aTargetThatIsNoneIsRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TailControl(0, profile))
        .withMessage("targetMs must be at least 1: 0");
  }
}
