package org.curtail.traces.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.curtail.traces.DamageCounts;
import org.curtail.traces.RandomApplication;
import org.curtail.traces.RandomApplication.Fault;
import org.curtail.traces.RandomApplication.Weather;
import org.curtail.traces.Span;
import org.curtail.traces.SpanKind;
import org.curtail.traces.TraceAssembly;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests whether stages are reported as changed in random applications with a changing mixture. */
@Timeout(300)
class StageChangePropertyTest {
  private static final int REQUESTS = 360;
  private static final double SECONDS = 360;
  private static final double MIDDLE = 180;
  private static final long MIDDLE_NANOS = Math.round((MIDDLE + 0.0005) * 1e9);

  /** The changes from the first half to the second, which has the fault. */
  private static List<StageChange> changes(RandomApplication application) {
    var keys = new TextIndex();
    List<ComparedRequest> before = new ArrayList<>();
    List<ComparedRequest> after = new ArrayList<>();
    for (List<Span> spans : application.requests(REQUESTS, SECONDS)) {
      ComparedRequest request =
          ComparedRequest.of(TraceAssembly.of(spans, new DamageCounts()), keys);
      (request.startNanos() < MIDDLE_NANOS ? before : after).add(request);
    }
    Change change = Change.between(new WindowSteps(before), new WindowSteps(after));
    return new StageTimes(before, after).changes(change.stageMillis(), keys);
  }

  private static RandomApplication application(long seed, Fault fault, double faultFrom) {
    return new RandomApplication(seed, 10, fault, faultFrom, SECONDS, Weather.CALM);
  }

  @Test
  void falseFindingsAreWithinTheLevel() {
    assertFalseAlarms(60);
  }

  @Test
  @Tag("long")
  void falseFindingsAreWithinTheLevelIn2000Recordings() {
    assertFalseAlarms(2_000);
  }

  private static void assertFalseAlarms(int recordings) {
    int alarms = 0;
    int tests = 0;
    int below = 0;
    for (long seed = 0; seed < recordings; seed++) {
      List<StageChange> stages = changes(application(seed, Fault.SLOW, SECONDS));
      alarms += stages.stream().anyMatch(s -> s.adjustedP() <= StageChange.LEVEL) ? 1 : 0;
      tests += stages.size();
      below += (int) stages.stream().filter(s -> s.timesP() <= 0.1).count();
      assertThat(stages).noneMatch(s -> s.adjustedP() < Math.min(s.timesP(), s.tailP()));
    }
    // A level of 5 % plus three standard deviations of the count.
    double most = StageChange.LEVEL * recordings;
    assertThat(alarms).isLessThanOrEqualTo((int) (most + 3 * Math.sqrt(most)));
    // A single test must have its nominal level, neither less nor more.
    assertThat(below / (double) tests).isEqualTo(0.1, within(0.03));
  }

  @Test
  void onlyStagesOfTheSlowServiceAreFound() {
    for (Fault fault : List.of(Fault.SLOW, Fault.FAR)) {
      int faulty = 0;
      int found = 0;
      int wrong = 0;
      for (long seed = 100; seed < 105; seed++) {
        RandomApplication application = application(seed, fault, MIDDLE);
        for (StageChange stage : changes(application)) {
          boolean isFaulty = stage.service().equals(application.faulty());
          boolean isFound = stage.isChanged() && stage.moreMillis() > 0;
          faulty += isFaulty && stage.after() >= 30 && stage.before() >= 30 ? 1 : 0;
          found += isFaulty && stage.after() >= 30 && stage.before() >= 30 && isFound ? 1 : 0;
          wrong += !isFaulty && fault == Fault.SLOW && stage.adjustedP() <= 0.05 ? 1 : 0;
        }
      }
      assertThat(faulty).as("%s", fault).isGreaterThanOrEqualTo(5);
      assertThat(found).as("%s", fault).isEqualTo(faulty);
      assertThat(wrong).as("%s", fault).isLessThanOrEqualTo(1);
    }
  }

  @Test
  void fewSlowCallsAreFoundInTheTailOnly() {
    var random = new SplittableRandom(3);
    double[] before = random.doubles(5_000).toArray();
    double[] after = random.doubles(5_000).map(t -> random.nextInt(40) == 0 ? t + 5 : t).toArray();
    List<PooledTimes> pooled = List.of(PooledTimes.of(before, after));
    assertThat(SlowestShare.p(pooled)).isLessThan(1e-3);
    assertThat(RankSum.p(pooled)).isGreaterThan(0.05);
  }

  @Test
  void otherMixtureOfStepsDoesNotChangeQuantiles() {
    var shortOnes = new Times();
    var longOnes = new Times();
    for (int i = 1; i <= 100; i++) {
      shortOnes.add(i);
      longOnes.add(1_000 + i);
    }
    // Both are equally frequent before; after, each short one counts nine times.
    var weighted = new WeightedTimes();
    weighted.add(shortOnes, 9);
    weighted.add(longOnes, 1);
    assertThat(weighted.quantile(0.5)).isEqualTo(56);
    assertThat(weighted.quantile(0.95)).isEqualTo(1_050);
    assertThat(weighted.quantile(0.9)).isEqualTo(100);
  }

  @Test
  void timeOfAStageIsItsFirstSelfTimeWithTheNetwork() {
    // The front calls stock twice; each call has 2 ms of network and 3 ms, then 8 ms, of work.
    var keys = new TextIndex();
    List<ComparedRequest> requests = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      requests.add(
          ComparedRequest.of(
              TraceAssembly.of(
                  List.of(
                      span("r", null, "front", 0, 20),
                      span("1", "r", "front", 1, 5),
                      span("1s", "1", "stock", 2, 3),
                      span("2", "r", "front", 7, 10),
                      span("2s", "2", "stock", 8, 8)),
                  new DamageCounts()),
              keys));
    }
    List<StageChange> changes = new StageTimes(requests, requests).changes(Map.of(), keys);
    assertThat(changes)
        .extracting(StageChange::service)
        .containsExactlyInAnyOrder("front", "stock");
    for (StageChange change : changes) {
      assertThat(change.beforeMedianMillis()).isEqualTo(5);
      assertThat(change.afterTailMillis()).isEqualTo(5);
      assertThat(change.before()).isEqualTo(10);
      assertThat(change.longerShare()).isEqualTo(0.5);
      assertThat(change.adjustedP()).isEqualTo(1);
    }
  }

  private static Span span(
      String id, @Nullable String parent, String service, long startMillis, long millis) {
    return new Span(
        "t",
        id,
        parent,
        service,
        "get",
        id.endsWith("s") || id.equals("r") ? SpanKind.SERVER : SpanKind.CLIENT,
        startMillis * 1_000_000,
        millis * 1_000_000,
        false);
  }
}
