package org.curtail.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.curtail.diagnose.SyntheticRequests.Setting;
import org.curtail.diagnose.SyntheticRequests.Truth;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Main causes of requests with injected causes, and of artificial ones. */
class MainCauseTest {
  private static final int REQUESTS = 3_000;

  /**
   * Results for requests with known truth.
   *
   * @param injected requests that are slow by an injected cause
   * @param right number of them whose main cause is the injected one
   * @param others requests without an injected cause
   * @param falseAlarms number of them with a main cause
   * @param timeError mean error of the time of right causes
   */
  private record Score(int injected, int right, int others, int falseAlarms, double timeError) {
    double rightShare() {
      return (double) right / injected;
    }

    double falseShare() {
      return (double) falseAlarms / others;
    }
  }

  private static Score score(List<Truth> truths) {
    Diagnosis diagnosis = Diagnosis.of(truths.stream().map(Truth::evidence).toList());
    var byId = new Breakdown[truths.size()];
    diagnosis.requests().forEach(request -> byId[(int) request.id()] = request);
    int injected = 0;
    int right = 0;
    int falseAlarms = 0;
    double error = 0;
    for (Truth truth : truths) {
      Breakdown request = byId[(int) truth.evidence().id()];
      Optional<MainCause> main = diagnosis.mainCause(request);
      if (truth.isInjected() && truth.isSlow()) {
        injected++;
        if (isRight(truth, main)) {
          right++;
          error += timeError(truth, main.orElseThrow());
        }
      } else if (!truth.isInjected()
          && main.isPresent()
          && !isLongDemand(truth, main.get(), diagnosis)) {
        falseAlarms++;
      }
    }
    int others = (int) truths.stream().filter(truth -> !truth.isInjected()).count();
    return new Score(injected, right, others, falseAlarms, error / right);
  }

  private static boolean isRight(Truth truth, Optional<MainCause> main) {
    if (main.isEmpty()) {
      return false;
    }
    List<Cause> named = new ArrayList<>(List.of(main.get().cause()));
    main.get().second().ifPresent(named::add);
    return truth.injected().size() == 1
        ? main.get().cause() == truth.largest()
        : truth.injected().keySet().containsAll(named) && named.size() == 2;
  }

  /** Returns the error of the time attributed to the main cause. */
  private static double timeError(Truth truth, MainCause main) {
    double injected = truth.injected().getOrDefault(main.cause(), 0L);
    return Math.abs(main.causeNanos() - injected) / injected;
  }

  /** True for a request with much more work than usual, which is rightly called slow. */
  private static boolean isLongDemand(Truth truth, MainCause main, Diagnosis diagnosis) {
    return main.cause() == Cause.WORK
        && main.basis() == MainCause.Basis.ALL
        && truth.demandNanos() > 1.5 * diagnosis.usual().ofAll().of(Cause.WORK);
  }

  @ParameterizedTest
  @CsvSource({
    "0.05, 10, false",
    "0.15, 10, false",
    "0.3, 10, false",
    "0.05, 2, false",
    "0.15, 2, true",
    "0.3, 2, true",
    "0.15, 30, true"
  })
  void oneCauseIsFoundWithHardlyAnyFalseAlarm(double noise, int repeats, boolean hasClient) {
    for (double injected : new double[] {0.01, 0.05}) {
      var setting = new Setting(11, REQUESTS, noise, injected, 1, repeats, hasClient);
      Score score = score(SyntheticRequests.draw(setting));
      assertThat(score.rightShare()).as("%s: %s", setting, score).isGreaterThanOrEqualTo(0.95);
      assertThat(score.injected()).isGreaterThan((int) (0.6 * injected * REQUESTS));
      assertThat(score.falseShare()).as("%s: %s", setting, score).isLessThan(0.02);
      assertThat(score.timeError()).as("%s: %s", setting, score).isLessThan(0.1);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.05, 0.15, 0.3})
  void twoCausesAreBothFound(double noise) {
    var setting = new Setting(12, 2 * REQUESTS, noise, 0.05, 2, 10, false);
    List<Truth> truths = SyntheticRequests.draw(setting);
    Score score = score(truths);
    assertThat(score.rightShare()).as("%s: %s", setting, score).isGreaterThanOrEqualTo(0.95);
    assertThat(score.falseShare()).as("%s: %s", setting, score).isLessThan(0.02);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.05, 0.15, 0.3})
  void noCauseIsFoundWithoutInjection(double noise) {
    var setting = new Setting(13, REQUESTS, noise, 0, 1, 10, false);
    Score score = score(SyntheticRequests.draw(setting));
    assertThat(score.falseShare()).as("%s: %s", setting, score).isLessThan(0.02);
  }

  private static Breakdown request(long id, String group, CauseNanos nanos, long expectedWork) {
    return new Breakdown(
        id, group, nanos.sum(), nanos, List.of(), -1, -1, nanos.sum(), 0, 0, expectedWork);
  }

  private static CauseNanos work(long nanos) {
    return CauseNanos.only(Cause.WORK, nanos);
  }

  private static List<Breakdown> usualOnes() {
    var requests = new ArrayList<Breakdown>();
    for (int i = 0; i < 100; i++) {
      requests.add(request(i, "short", work(100 + i % 3), -1));
    }
    for (int i = 0; i < 5; i++) {
      requests.add(request(100 + i, "long", work(1000 + i), -1));
    }
    return requests;
  }

  @Test
  void moreWorkIsSlowAmongAllButNotForItsKind() {
    Usual usual = Usual.of(usualOnes());
    MainCause main = MainCause.of(request(200, "long", work(1001), -1), usual).orElseThrow();
    assertThat(main.cause()).isEqualTo(Cause.WORK);
    assertThat(main.basis()).isEqualTo(MainCause.Basis.ALL);
    assertThat(main.excessNanos()).isEqualTo(1001 - usual.ofAll().sum());
  }

  @Test
  void delayedLongRequestIsSlowForItsKind() {
    Usual usual = Usual.of(usualOnes());
    CauseNanos nanos = work(1000).plus(CauseNanos.only(Cause.COLLECTOR, 800));
    MainCause main = MainCause.of(request(200, "long", nanos, -1), usual).orElseThrow();
    assertThat(main.cause()).isEqualTo(Cause.COLLECTOR);
    assertThat(main.basis()).isEqualTo(MainCause.Basis.SAME_KIND);
    assertThat(main.causeNanos()).isEqualTo(800);
  }

  @Test
  void workIsNotACauseIfTheDemandIsKnown() {
    Usual usual = Usual.of(usualOnes());
    CauseNanos nanos = work(500).plus(CauseNanos.only(Cause.NETWORK, 300));
    assertThat(MainCause.of(request(200, "new", nanos, 500), usual).orElseThrow().cause())
        .isEqualTo(Cause.NETWORK);
    assertThat(MainCause.of(request(200, "new", nanos, -1), usual).orElseThrow().cause())
        .isEqualTo(Cause.WORK);
  }

  @Test
  void usualRequestHasNoMainCause() {
    Usual usual = Usual.of(usualOnes());
    assertThat(MainCause.of(request(200, "short", work(120), -1), usual)).isEmpty();
    assertThat(MainCause.of(request(200, "short", work(0), -1), usual)).isEmpty();
  }

  @Test
  void causeIsSureIfErrorsCannotChangeTheFirstCause() {
    Usual usual = Usual.of(usualOnes());
    CauseNanos nanos =
        work(100)
            .plus(CauseNanos.only(Cause.RUN_QUEUE, 300))
            .plus(CauseNanos.only(Cause.BLOCKED, 200));
    for (long uncertain : new long[] {49, 50, 51}) {
      var request = new Breakdown(1, "short", 600, nanos, List.of(), -1, -1, 0, uncertain, 0, -1);
      MainCause main = MainCause.of(request, usual).orElseThrow();
      assertThat(main.second()).contains(Cause.BLOCKED);
      assertThat(main.sure()).as("uncertain %d", uncertain).isEqualTo(uncertain <= 50);
    }
  }

  /** Returns requests of one kind that compute for about 10 ms. */
  private static List<Breakdown> computing(long spreadNanos, long expectedNanos) {
    return IntStream.rangeClosed(-50, 50)
        .mapToObj(i ->
            computing(
                i, CauseNanos.only(Cause.WORK, 10_000_000 + i * spreadNanos / 50), expectedNanos))
        .toList();
  }

  private static Breakdown computing(long id, CauseNanos nanos, long expectedNanos) {
    return new Breakdown(
        id, "query", nanos.sum(), nanos, List.of(), nanos.sum(), 0, 0, 0, 0, expectedNanos);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1_000_000, 5_000_000})
  void interferenceIsFoundFromTheReportedLeastSizeOn(long spreadNanos) {
    Usual usual = Usual.of(computing(spreadNanos, 10_000_000));
    CauseNanos like = usual.ofKind(computing(0, CauseNanos.ZERO, 10_000_000));
    Breakdown none = computing(0, like, 10_000_000);
    long least = usual.leastInterferenceNanos(none).orElseThrow();
    // Half of the usual makes a request slow. With a large spread, more is needed.
    assertThat(least)
        .isCloseTo(
            Math.max(5_000_000, Math.round(3.5 * spreadNanos / 2 / 0.6745)), within(200_000L));

    CauseNanos less = like.plus(CauseNanos.only(Cause.INTERFERENCE, least - 2));
    CauseNanos more = like.plus(CauseNanos.only(Cause.INTERFERENCE, least + 2));
    assertThat(MainCause.of(computing(0, less, 10_000_000), usual)).isEmpty();
    assertThat(MainCause.of(computing(0, more, 10_000_000), usual).map(MainCause::cause))
        .contains(Cause.INTERFERENCE);
  }

  @Test
  void unknownDemandHasNoInterference() {
    List<Breakdown> unknown = computing(1_000_000, RequestEvidence.UNKNOWN);
    assertThat(Usual.of(unknown).leastInterferenceNanos(unknown.getFirst())).isEmpty();
  }
}
