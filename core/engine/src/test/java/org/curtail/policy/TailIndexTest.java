package org.curtail.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Prediction;
import org.curtail.Profile;
import org.curtail.Progress;
import org.junit.jupiter.api.Test;

/** Four requests of 10 to 40 ms; the speedups of the whole work are 100/60 and 100/50. */
class TailIndexTest {
  private static final Profile PROFILE =
      Profile.of("", new double[][] {{10, 6, 5}, {20, 12, 10}, {30, 18, 15}, {40, 24, 20}});

  private static final Load BUSY = new Load(9, 5, 4, 4);

  private static Progress running(double ageMs, double executionMs, int threads) {
    long executionNanos = Math.round(executionMs * 1e6);
    return new Progress(
        Math.round(ageMs * 1e6), executionNanos, executionNanos, 3, threads, Prediction.NONE);
  }

  private static Progress waiting(double ageMs) {
    return Progress.waiting(Math.round(ageMs * 1e6), Prediction.NONE);
  }

  @Test
  void theIndexIsTheGainOverTheShareOfRequestsWithMoreDemand() {
    TailIndex policy = TailIndex.queueing(PROFILE);
    // The second thread saves 40 ms of 100 for 20 ms of core-time, the third 10 for 30.
    assertThat(Math.exp(policy.priority(running(90, 20, 1), BUSY)))
        .isCloseTo(40 / 20.0 / 0.5, within(1e-9));
    assertThat(Math.exp(policy.priority(running(90, 30, 2), BUSY)))
        .isCloseTo(10 / 30.0 / 0.25, within(1e-9));
    assertThat(policy.priority(running(90, 30, 3), BUSY)).isEqualTo(Double.NEGATIVE_INFINITY);
  }

  @Test
  void newRequestsComeFirstAndEveryDegreeIsWanted() {
    TailIndex policy = TailIndex.queueing(PROFILE);
    assertThat(policy.priority(waiting(0), BUSY)).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(policy.admit(waiting(0), BUSY)).isEqualTo(Admission.START);
    assertThat(policy.decide(running(0, 0, 1), BUSY)).isEqualTo(Decision.keep(3));
  }

  @Test
  void neverUsesMoreThreadsThanCores() {
    assertThat(TailIndex.queueing(PROFILE).threads(15)).isEqualTo(15);
    assertThat(TailIndex.queueing(PROFILE).maxDegree()).isEqualTo(3);
    assertThat(TailIndex.queueing(PROFILE).traits().ranks()).isTrue();
    assertThat(TailIndex.queueing(PROFILE).traits().isMalleable()).isFalse();
    assertThat(TailIndex.queueing(PROFILE).traits().needsPrediction()).isFalse();
  }

  @Test
  void degreesThatDoHarmAreNotAskedFor() {
    Profile harmful = Profile.of("", new double[][] {{10, 6, 8}});
    assertThat(TailIndex.queueing(harmful).maxDegree()).isEqualTo(2);
  }

  @Test
  void theMalleableFormLooksAgainEveryFiveMilliseconds() {
    TailIndex policy = TailIndex.queueing(PROFILE).malleable();
    assertThat(policy.traits().isMalleable()).isTrue();
    assertThat(policy.decide(running(9, 7, 1), BUSY)).isEqualTo(new Decision(3, 12_000_000));
  }

  @Test
  void thePatientFormLetsNewcomersWaitForTheOld() {
    TailIndex policy = TailIndex.patient(PROFILE);
    // A newcomer comes before any other of its age, but not before one that is old enough.
    double newcomer = policy.priority(waiting(0), BUSY);
    assertThat(newcomer).isGreaterThan(policy.priority(running(0, 0, 1), BUSY));
    assertThat(newcomer).isLessThan(policy.priority(running(1_000, 10, 1), BUSY));
    assertThat(policy.priority(waiting(1_000), BUSY))
        .isGreaterThan(policy.priority(running(1_000, 10, 1), BUSY));
  }

  @Test
  void thePatientFormIsTheMorePatientTheGreaterTheLoad() {
    TailIndex policy = TailIndex.patient(PROFILE);
    var calm = new Load(1, 0, 1, 4);
    assertThat(policy.priority(running(100, 10, 1), BUSY))
        .isLessThan(policy.priority(running(100, 10, 1), calm));
  }

  @Test
  void thePredictedFormPrefersThoseWithMuchLeft() {
    TailIndex policy = TailIndex.predicted(PROFILE);
    Progress someone = running(50, 10, 1);
    double longer = policy.priority(someone.predicted(Prediction.certain(40_000_000)), BUSY);
    double shorter = policy.priority(someone.predicted(Prediction.certain(12_000_000)), BUSY);
    assertThat(longer).isGreaterThan(shorter);
    assertThat(policy.traits().needsPrediction()).isTrue();
    assertThatIllegalStateException().isThrownBy(() -> policy.priority(someone, BUSY));
  }

  @Test
  void predictedRequestsStartInTheOrderOfTheirIndex() {
    Progress longer = waiting(5).predicted(Prediction.certain(40_000_000));
    Progress shorter = waiting(5).predicted(Prediction.certain(12_000_000));
    TailIndex predicted = TailIndex.predicted(PROFILE);
    assertThat(predicted.traits().reordersQueue()).isTrue();
    assertThat(predicted.priority(longer, BUSY)).isGreaterThan(predicted.priority(shorter, BUSY));
    TailIndex shortFirst = TailIndex.shortFirst(PROFILE);
    assertThat(shortFirst.traits().reordersQueue()).isTrue();
    assertThat(shortFirst.priority(longer, BUSY)).isLessThan(shortFirst.priority(shorter, BUSY));
    // Among equal requests, age decides.
    Progress older = waiting(6).predicted(Prediction.certain(40_000_000));
    assertThat(shortFirst.priority(older, BUSY)).isGreaterThan(shortFirst.priority(longer, BUSY));
    assertThat(TailIndex.patient(PROFILE).traits().reordersQueue()).isFalse();
  }

  @Test
  void thePredictionCountsTheLessTheLessItIsWorth() {
    TailIndex policy = TailIndex.predicted(PROFILE);
    Progress someone = running(50, 10, 1);
    double sure = policy.priority(someone.predicted(new Prediction(38_000_000, 0.1)), BUSY);
    double unsure = policy.priority(someone.predicted(new Prediction(38_000_000, 2)), BUSY);
    assertThat(sure).isGreaterThan(unsure);
  }

  @Test
  void theDemotingFormPutsTheLateBehindAllOthers() {
    TailIndex policy = TailIndex.queueing(PROFILE).malleable().demoting(100);
    double late = policy.priority(running(100, 39, 1), BUSY);
    assertThat(late).isLessThan(policy.priority(running(99, 1, 2), BUSY)).isFinite();
    // Among the late the index goes on to decide.
    assertThat(late).isGreaterThan(policy.priority(running(200, 1, 1), BUSY));
    assertThat(policy.traits().isMalleable()).isTrue();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TailIndex.queueing(PROFILE).demoting(0))
        .withMessage("ageMs must be at least 1: 0");
  }

  /** 190 requests of 1 to 3 ms lose on two threads, 10 of 9 ms gain. */
  private static Profile shortSlowerLongFaster() {
    double[][] timesMs = new double[200][];
    for (int r = 0; r < timesMs.length; r++) {
      double ms = r < 190 ? 1 + r / 95.0 : 9;
      timesMs[r] = new double[] {ms, r < 190 ? ms / 0.6 : 6};
    }
    return Profile.of("", timesMs);
  }

  @Test
  void ifOnlyLongRequestsGainNoShorterOneHasTwoThreads() {
    TailIndex policy = TailIndex.queueing(shortSlowerLongFaster());
    assertThat(policy.maxDegree()).isEqualTo(2);
    Decision first = policy.decide(running(0, 0, 1), BUSY);
    assertThat(first.degree()).isEqualTo(1);
    // Asked again when most of the short ones have ended.
    assertThat(first.askAgainNanos()).isBetween(2_500_000L, 3_000_000L);
    double askedMs = first.askAgainNanos() / 1e6;
    assertThat(policy.decide(running(9, askedMs - 1e-4, 1), BUSY).degree()).isEqualTo(1);
    assertThat(policy.decide(running(9, askedMs, 1), BUSY)).isEqualTo(Decision.keep(2));
    assertThat(policy.priority(running(9, 1, 1), BUSY)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(policy.priority(running(9, 4, 1), BUSY)).isFinite();
    // The malleable form is asked every 5 ms, or when that changes.
    assertThat(policy.malleable().decide(running(0, 0, 1), BUSY)).isEqualTo(first);
    assertThat(policy.malleable().decide(running(9, 4, 1), BUSY))
        .isEqualTo(new Decision(2, 9_000_000));
  }

  @Test
  void itIsNotAskedAgainWithoutEnd() {
    TailIndex policy = TailIndex.queueing(shortSlowerLongFaster());
    long nanos = 0;
    int asked = 0;
    Decision decision = policy.decide(running(0, 0, 1), BUSY);
    while (decision.askAgainNanos() != Decision.NEVER) {
      assertThat(decision.askAgainNanos()).isGreaterThan(nanos);
      nanos = decision.askAgainNanos();
      asked++;
      decision = policy.decide(running(nanos / 1e6, nanos / 1e6, 1), BUSY);
    }
    assertThat(asked).isBetween(1, 3);
  }

  @Test
  void oneDegreeIsServedToo() {
    TailIndex policy = TailIndex.queueing(Profile.of("", new double[][] {{10}}));
    assertThat(policy.maxDegree()).isEqualTo(1);
    assertThat(policy.priority(running(5, 5, 1), BUSY)).isEqualTo(Double.NEGATIVE_INFINITY);
  }
}
