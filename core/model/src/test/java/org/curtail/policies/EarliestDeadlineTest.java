package org.curtail.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Prediction;
import org.curtail.Profile;
import org.curtail.Progress;
import org.junit.jupiter.api.Test;

class EarliestDeadlineTest {
  private static final long MS = 1_000_000;
  private static final Load BUSY = new Load(9, 4, 4, 4);

  /** Speedups 1.5 and 2. */
  private final EarliestDeadline policy =
      new EarliestDeadline(100, Profile.of("test", new double[][] {{300, 200, 150}}));

  private static Progress waiting(long ageMs, long demandMs) {
    return Progress.waiting(ageMs * MS, Prediction.certain(demandMs * MS));
  }

  /** The request has run on one thread since its arrival. */
  private static Progress running(long ageMs, int threads, long demandMs) {
    return new Progress(
        ageMs * MS, ageMs * MS, ageMs * MS, 3, threads, Prediction.certain(demandMs * MS));
  }

  private double priority(Progress request) {
    return policy.priority(request, BUSY);
  }

  @Test
  void neededThreadsGoToTheOldestFirst() {
    assertThat(priority(waiting(50, 50)))
        .isGreaterThan(priority(waiting(10, 90)))
        .isGreaterThan(priority(running(40, 1, 130)))
        .isLessThan(priority(running(60, 1, 110)));
  }

  @Test
  void neededThreadsComeBeforeRemainingOnes() {
    assertThat(priority(waiting(1, 10))).isGreaterThan(priority(running(60, 1, 90)));
    assertThat(priority(running(60, 2, 115))).isLessThan(priority(waiting(1, 10)));
    assertThat(priority(running(60, 2, 130))).isGreaterThan(priority(waiting(1, 10)));
  }

  @Test
  void remainingThreadsGoWhereMostWorkRemains() {
    assertThat(priority(running(20, 1, 90))).isGreaterThan(priority(running(60, 1, 90)));
  }

  @Test
  void aRequestThatCannotBeInTimeComesLast() {
    double left = priority(running(90, 1, 91));
    assertThat(priority(waiting(99, 10))).isLessThan(left);
    assertThat(priority(running(50, 1, 200))).isLessThan(left);
    assertThat(priority(waiting(200, 10))).isLessThan(left);
  }

  /** Needs two threads for 110 ms in 100. At 1.5 it is ahead after 20 ms: 80 in 80. */
  @Test
  void looksAgainWhenOneThreadLessSuffices() {
    assertThat(policy.decide(waiting(0, 110), BUSY)).isEqualTo(new Decision(3, 20 * MS));
    assertThat(policy.decide(waiting(0, 100), BUSY)).isEqualTo(Decision.keep(3));
    assertThat(policy.decide(waiting(0, 999), BUSY)).isEqualTo(Decision.keep(3));
  }

  @Test
  void neverWantsMoreThreadsThanCores() {
    assertThat(policy.threads(4)).isEqualTo(4);
    assertThat(policy.traits().isMalleable()).isTrue();
    assertThat(policy.traits().reordersQueue()).isTrue();
    assertThat(policy.maxDegree()).isEqualTo(3);
  }

  @Test
  void aRequestWithoutPredictionIsRejected() {
    assertThat(policy.traits().needsPrediction()).isTrue();
    assertThatIllegalStateException()
        .isThrownBy(() -> policy.decide(new Progress(9, 0, 0), BUSY))
        .withMessage("the request's demand was not predicted");
  }

  @Test
  void aTargetThatIsNoneIsRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new EarliestDeadline(0, Profile.of("test", new double[][] {{300, 200, 150}})))
        .withMessage("targetMs must be at least 1: 0");
  }
}
