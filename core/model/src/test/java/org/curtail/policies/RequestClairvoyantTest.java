package org.curtail.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Prediction;
import org.curtail.Progress;
import org.junit.jupiter.api.Test;

class RequestClairvoyantTest {
  private final RequestClairvoyant policy = new RequestClairvoyant(225, 4);

  private Decision start(long predictedNanos) {
    var starting = Progress.waiting(9, new Prediction(predictedNanos, 0));
    Decision decision = policy.decide(starting, new Load(1, 0, 1, 15));
    assertThat(policy.decide(starting, new Load(500, 490, 30, 15))).isEqualTo(decision);
    return decision;
  }

  @Test
  void requestsPredictedToBeLongGetTheGreatestDegreeWhateverTheLoad() {
    assertThat(start(225_000_000)).isEqualTo(Decision.keep(4));
    assertThat(start(Long.MAX_VALUE)).isEqualTo(Decision.keep(4));
  }

  @Test
  void otherRequestsAreSequentialWhateverTheLoad() {
    assertThat(start(1)).isEqualTo(Decision.keep(1));
    assertThat(start(224_999_999)).isEqualTo(Decision.keep(1));
  }

  @Test
  void aRequestLongerThanPredictedStaysSequential() {
    assertThat(
            policy.decide(
                new Progress(900_000_000, 900_000_000, 1).predicted(Prediction.certain(5)),
                new Load(1, 0, 1, 15)))
        .isEqualTo(Decision.keep(1));
  }

  @Test
  void aRequestWithoutPredictionIsRejected() {
    assertThat(policy.traits().needsPrediction()).isTrue();
    assertThatIllegalStateException()
        .isThrownBy(() -> policy.decide(new Progress(9, 0, 0), new Load(1, 0, 1, 15)))
        .withMessage("the request's demand was not predicted");
  }

  @Test
  void startsEverybodyAtOnce() {
    Progress waiting = Progress.waiting(0, Prediction.certain(5));
    assertThat(policy.admit(waiting, new Load(500, 490, 4, 4))).isEqualTo(Admission.START);
    assertThat(policy.threads(15)).isEqualTo(Policy.UNLIMITED);
    assertThat(policy.maxDegree()).isEqualTo(4);
  }

  @Test
  void thresholdsAndDegreesThatAreNoneAreRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RequestClairvoyant(0, 4))
        .withMessage("thresholdMs must be at least 1: 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RequestClairvoyant(225, 0))
        .withMessage("maxDegree must be at least 1: 0");
  }
}
