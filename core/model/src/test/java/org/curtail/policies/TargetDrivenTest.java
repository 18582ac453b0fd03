package org.curtail.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Prediction;
import org.curtail.Profile;
import org.curtail.Progress;
import org.curtail.policies.TargetDriven.Parts;
import org.junit.jupiter.api.Test;

class TargetDrivenTest {
  private static final long MS = 1_000_000;
  private static final Load QUIET = new Load(1, 0, 1, 4);

  /** Speedups 1.5 and 2. */
  private static final Profile PROFILE = Profile.of("test", new double[][] {{300, 200, 150}});

  private static TargetDriven policy(Parts parts, Integer... targetsMs) {
    return new TargetDriven(List.of(targetsMs), parts, PROFILE);
  }

  private static Progress starting(long predictedMs) {
    return Progress.waiting(7, Prediction.certain(predictedMs * MS));
  }

  private static Progress running(long executionMs, int degree, long predictedMs) {
    return new Progress(executionMs * MS, executionMs * MS, degree)
        .predicted(Prediction.certain(predictedMs * MS));
  }

  @Test
  void startsAtTheLeastDegreeThatIsPredictedToBeInTime() {
    TargetDriven policy = policy(Parts.PREDICTION_AND_CORRECTION, 100);
    assertThat(policy.decide(starting(100), QUIET)).isEqualTo(new Decision(1, 100 * MS));
    assertThat(policy.decide(starting(101), QUIET)).isEqualTo(new Decision(2, 100 * MS));
    assertThat(policy.decide(starting(151), QUIET)).isEqualTo(Decision.keep(3));
    assertThat(policy.decide(starting(999), QUIET)).isEqualTo(Decision.keep(3));
  }

  @Test
  void longerRequestsGetTheGreatestDegree() {
    TargetDriven policy = policy(Parts.PREDICTION_AND_CORRECTION, 100);
    assertThat(policy.decide(running(99, 1, 5), QUIET)).isEqualTo(new Decision(1, 100 * MS));
    assertThat(policy.decide(running(100, 1, 5), QUIET)).isEqualTo(Decision.keep(3));
    assertThat(policy.decide(running(100, 2, 110), QUIET)).isEqualTo(Decision.keep(3));
  }

  @Test
  void theTargetIsThatOfTheLoadInQuartersOfTheCores() {
    TargetDriven policy = policy(Parts.PREDICTION_AND_CORRECTION, 100, 200, 300, 400, 500, 600);
    assertThat(policy.decide(starting(1), new Load(1, 0, 3, 16)).askAgainNanos())
        .isEqualTo(100 * MS);
    assertThat(policy.decide(starting(1), new Load(1, 0, 4, 16)).askAgainNanos())
        .isEqualTo(200 * MS);
    assertThat(policy.decide(starting(1), new Load(9, 0, 16, 16)).askAgainNanos())
        .isEqualTo(500 * MS);
    assertThat(policy.decide(starting(1), new Load(9, 3, 16, 16)).askAgainNanos())
        .isEqualTo(500 * MS);
    assertThat(policy.decide(starting(1), new Load(99, 90, 16, 16)).askAgainNanos())
        .isEqualTo(600 * MS);
  }

  @Test
  void eachPartWorksAlone() {
    TargetDriven prediction = policy(Parts.PREDICTION_ONLY, 100);
    assertThat(prediction.decide(starting(101), QUIET)).isEqualTo(Decision.keep(2));
    assertThat(prediction.decide(running(500, 2, 101), QUIET)).isEqualTo(Decision.keep(2));
    TargetDriven correction = policy(Parts.CORRECTION_ONLY, 100);
    assertThat(correction.traits().needsPrediction()).isFalse();
    assertThat(correction.decide(Progress.waiting(0, Prediction.NONE), QUIET))
        .isEqualTo(new Decision(1, 100 * MS));
    assertThat(correction.decide(new Progress(100 * MS, 100 * MS, 1), QUIET))
        .isEqualTo(Decision.keep(3));
  }

  @Test
  void neverWantsMoreThreadsThanCores() {
    assertThat(policy(Parts.PREDICTION_ONLY, 100).threads(15)).isEqualTo(15);
    assertThat(policy(Parts.PREDICTION_ONLY, 100).maxDegree()).isEqualTo(3);
  }

  @Test
  void aRequestWithoutPredictionIsRejected() {
    TargetDriven policy = policy(Parts.PREDICTION_AND_CORRECTION, 100);
    assertThat(policy.traits().needsPrediction()).isTrue();
    assertThatIllegalStateException()
        .isThrownBy(() -> policy.decide(new Progress(9, 0, 0), QUIET))
        .withMessage("the request's demand was not predicted");
  }

  @Test
  void targetsThatAreNoneAreRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> policy(Parts.PREDICTION_ONLY))
        .withMessageContaining("[]");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> policy(Parts.PREDICTION_ONLY, 100, 0))
        .withMessageContaining("[100, 0]");
  }
}
