package org.curtail.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Prediction;
import org.curtail.Progress;
import org.junit.jupiter.api.Test;

class DelayedSelectiveTest {
  private static final long MS = 1_000_000;
  private static final Load LOAD = new Load(9, 0, 12, 4);

  private final DelayedSelective policy = new DelayedSelective(20, 200, 80, 4);

  private Decision after(long executionMs, long predictedMs, double logError) {
    Progress running = new Progress(executionMs * MS, executionMs * MS, 1);
    return policy.decide(running.predicted(new Prediction(predictedMs * MS, logError)), LOAD);
  }

  @Test
  void longRequestsAreAcceleratedAfterTheDelay() {
    assertThat(after(0, 201, 0)).isEqualTo(new Decision(1, 20 * MS));
    assertThat(after(19, 201, 0)).isEqualTo(new Decision(1, 20 * MS));
    assertThat(after(20, 201, 0)).isEqualTo(Decision.keep(4));
  }

  @Test
  void shortOnesAreNot() {
    assertThat(after(0, 200, 0)).isEqualTo(Decision.keep(1));
    assertThat(after(500, 200, 0.4)).isEqualTo(Decision.keep(1));
  }

  @Test
  void requestsWithUncertainPredictionsGetTheGreatestDegreeToo() {
    assertThat(after(20, 200, 0.41)).isEqualTo(Decision.keep(4));
    assertThat(after(20, 100, 0.81)).isEqualTo(Decision.keep(4));
    assertThat(after(20, 100, 0.79)).isEqualTo(Decision.keep(1));
  }

  @Test
  void withoutDelayAndErrorItIsRequestClairvoyant() {
    var fixedThreshold = new RequestClairvoyant(201, 4);
    var same = new DelayedSelective(0, 200, 9999, 4);
    for (long demandMs : new long[] {1, 200, 201, 5000}) {
      Progress starting = Progress.waiting(5, new Prediction(demandMs * MS, 0.1));
      assertThat(same.decide(starting, LOAD)).isEqualTo(fixedThreshold.decide(starting, LOAD));
    }
    assertThat(same.threads(4)).isEqualTo(Policy.UNLIMITED);
  }

  @Test
  void aRequestWithoutPredictionIsRejected() {
    assertThat(policy.traits().needsPrediction()).isTrue();
    assertThatIllegalStateException()
        .isThrownBy(() -> policy.decide(new Progress(9, 0, 0), LOAD))
        .withMessage("the request's demand was not predicted");
  }

  @Test
  void numbersThatAreNoneAreRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DelayedSelective(-1, 200, 80, 4))
        .withMessageContaining("delayMs=-1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DelayedSelective(0, 200, -80, 4))
        .withMessageContaining("errorThresholdMs=-80");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DelayedSelective(0, 200, 80, 0))
        .withMessage("maxDegree must be at least 1: 0");
  }
}
