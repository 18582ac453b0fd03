package org.curtail.automatic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.curtail.Prediction;
import org.curtail.Profile;
import org.curtail.automatic.choose.Goal;
import org.curtail.automatic.choose.JudgeSetting;
import org.curtail.automatic.choose.PolicyMap;
import org.curtail.sim.Costs;
import org.curtail.sim.Machine;
import org.curtail.sim.Noise;
import org.curtail.sim.SyntheticProfiles;
import org.curtail.sim.Trace;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Wrong inputs of a pilot do not harm requests. Compared with one thread for each request, with the
 * same arrivals, mean and 95th percentile are at most 10 % worse while the pilot learns and 3 %
 * afterwards; one case allows more. The pilot also reports the fault.
 */
class WrongInPurposeTest {
  private static final int CORES = 4;
  private static final int REQUESTS = 10_000;
  private static final int LONG = 20_000;
  private static final double MOST_WHILE_LEARNING = 1.10;

  /** Results that depend on chance, over several seeds: the mean, and the worst. */
  private static final int SEEDS = 32;

  private static final double MOST_OF_MANY_SEEDS = 1.15;
  private static final double MOST_OF_A_SEED = 1.4;

  private static final double MOST_AFTERWARDS = 1.03;
  private static final long S = 1_000_000_000L;

  /** Nearly perfect speedups; the mean is 23 ms. */
  private static final Profile LIGHT = times(SyntheticProfiles.luceneLike(1_000, 4), 0.1, 1);

  /** The same requests, but two threads take three times as long as one. */
  private static final Profile SLOWER_ON_MORE = times(LIGHT, 1, 6);

  /** Other programs have each core for three quarters of the time, 60 ms at a time. */
  private static final Machine TAKEN =
      new Machine(CORES, Costs.NONE, new Noise(20_000_000, 60_000_000, true, 3));

  /**
   * Returns another profile.
   *
   * @param all factor on all times
   * @param parallel further factor on times of several threads
   */
  private static Profile times(Profile profile, double all, double parallel) {
    var other = new Profile.Builder();
    for (int request = 0; request < profile.requests(); request++) {
      var timesMs = new double[profile.maxDegree()];
      for (int degree = 1; degree <= timesMs.length; degree++) {
        timesMs[degree - 1] = all * profile.timeMs(request, degree) * (degree > 1 ? parallel : 1);
      }
      other.add(timesMs);
    }
    return other.build(profile.source());
  }

  private static HostileRun.Outcome safeRun(HostileRun run, double load) {
    return safeRun(run, load, REQUESTS);
  }

  private static HostileRun.Outcome safeRun(HostileRun run, double load, int requests) {
    return baseline(run.run(run.trace(load, requests, 1)));
  }

  private static HostileRun.Outcome baseline(HostileRun.Outcome outcome) {
    int requests = outcome.baseline().requests();
    int learning = requests / 2;
    assertSafe(
        outcome.mean(0, learning), outcome.mean(learning, requests), "mean: " + outcome.said());
    assertSafe(outcome.p95(0, learning), outcome.p95(learning, requests), "p95: " + outcome.said());
    return outcome;
  }

  private static void assertSafe(double whileLearning, double afterwards, String what) {
    assertThat(whileLearning).as("while learning, %s", what).isLessThan(MOST_WHILE_LEARNING);
    assertThat(afterwards).as("afterwards, %s", what).isLessThan(MOST_AFTERWARDS);
  }

  private static void assertSays(List<String> reasons, String words) {
    assertThat(reasons).anySatisfy(reason -> assertThat(reason).contains(words));
  }

  // ---- A profile from another service.

  @Test
  void aProfileOfShorterOrLongerRequestsIsFoundOutByTheFirstOnes() {
    for (double factor : new double[] {0.1, 10}) {
      Profile given = times(LIGHT, factor, 1);
      HostileRun.Outcome outcome =
          safeRun(
              new HostileRun(LIGHT, CORES).knowing(given, HostileRun.always("fixed-4", given)),
              0.6);
      assertThat(outcome.reasons(PilotEvent.Drifted.class).getFirst())
          .startsWith("the given profile is of other requests: its median is")
          .contains("on one thread, that of the first 50 requests 2");
      assertThat(outcome.pilot().knowledge().profile().orElseThrow().meanMs(1))
          .isBetween(0.8 * LIGHT.meanMs(1), 1.2 * LIGHT.meanMs(1));
    }
  }

  @Test
  void aProfileWithFalseSpeedupsCostsLittleAndIsReplaced() {
    HostileRun.Outcome outcome =
        safeRun(
            new HostileRun(SLOWER_ON_MORE, CORES)
                .knowing(LIGHT, HostileRun.always("tail-index", LIGHT)),
            0.3,
            LONG);
    assertSays(
        outcome.reasons(PilotEvent.Learned.class),
        "speedups of a typical request by degree: 1.00, 0.");
  }

  /**
   * The pilot only learns that it is slow, so that it tries the policy again and again. The place
   * of the first try is random, and so is the number of requests in the service then.
   */
  @Test
  @Tag("long")
  void aPlanThatIsTwelveTimesAsMuchWorkSeldomCostsMuch() {
    var means = new DoubleSummaryStatistics();
    var p95s = new DoubleSummaryStatistics();
    for (int seed = 1; seed <= SEEDS; seed++) {
      var run =
          new HostileRun(SLOWER_ON_MORE, CORES).knowing(LIGHT, HostileRun.always("fixed-4", LIGHT));
      run.planner = task -> HostileRun.always("fixed-4", LIGHT);
      HostileRun.Outcome outcome = run.run(run.trace(0.3, LONG, seed));
      means.accept(outcome.mean(0, LONG / 2));
      p95s.accept(outcome.p95(0, LONG / 2));
      assertThat(outcome.pilot().explain())
          .contains("Serves by the safe policy: comparing fixed-4 has made requests longer by");
    }
    assertThat(means.getAverage()).as("mean, %s", means).isLessThan(MOST_OF_MANY_SEEDS);
    assertThat(means.getMax()).as("mean, %s", means).isLessThan(MOST_OF_A_SEED);
    assertThat(p95s.getMax()).as("p95, %s", p95s).isLessThan(MOST_OF_MANY_SEEDS);
  }

  // ---- Speedups below 1.

  @Test
  void degreesThatMakeRequestsSlowerAreLearnedAndNotUsed() {
    HostileRun.Outcome outcome = safeRun(new HostileRun(SLOWER_ON_MORE, CORES), 0.3);
    // Untried degrees are not assumed to be better.
    assertThat(outcome.reasons(PilotEvent.Learned.class))
        .isNotEmpty()
        .allMatch(
            reason -> reason.matches("speedups of a typical request by degree: 1.00(, 0.*)+"));
  }

  // ---- Predictions.

  /** Predictions that call short requests long. */
  private static Prediction inverted(long demandNanos) {
    return new Prediction(Math.max(1, 500_000_000_000_000L / Math.max(demandNanos, 1)), 0.3);
  }

  @Test
  void predictionsAreNotUsedAndSoDoNoHarmIfTheyAreInverted() {
    var plain = new HostileRun(LIGHT, CORES);
    var misled = new HostileRun(LIGHT, CORES);
    misled.predictor = (index, demandNanos) -> inverted(demandNanos);
    Trace trace = plain.trace(0.5, 5_000, 1);
    HostileRun.Outcome expected = plain.run(trace);
    HostileRun.Outcome outcome = misled.run(trace);
    for (int i = 0; i < 5_000; i++) {
      assertThat(outcome.automatic().latencyNanos(i))
          .isEqualTo(expected.automatic().latencyNanos(i));
    }
    assertThat(outcome.pilot().explain())
        .contains("Predictions are hardly better than a constant, or worse");
    assertSays(outcome.reasons(PilotEvent.Learned.class), "; predictions are hardly better");
    assertThat(expected.said()).doesNotContain("redictions");
  }

  @Test
  void aPlanThatReliesOnInvertedPredictionsIsComparedAsAnyOther() {
    for (String name : List.of("tail-index-predicted", "tail-index-short-first")) {
      var run = new HostileRun(LIGHT, CORES);
      run.predictor = (index, demandNanos) -> inverted(demandNanos);
      run.planner = task -> HostileRun.always(name, task.profile());
      HostileRun.Outcome outcome = safeRun(run, 0.6);
      assertThat(outcome.pilot().explain()).contains("Compared: " + name);
    }
  }

  // ---- A clock that jumps.

  private static HostileRun.Outcome withClock(LongUnaryOperator ahead) {
    var run = new HostileRun(LIGHT, CORES);
    run.clock = steering -> new HostileClock(steering, ahead);
    return safeRun(run, 0.5);
  }

  @Test
  void aClockStepBackByAnHourIsReported() {
    HostileRun.Outcome outcome = withClock(nanos -> nanos < 60 * S ? 0 : -3_600 * S);
    // Running requests end after the jump, at a time before it.
    assertThat(outcome.reasons(PilotEvent.ClockJumped.class))
        .contains("the clock went back; time continues from its last value")
        .hasSizeLessThan(10);
  }

  @Test
  void aClockJumpForwardByAnHourIsReported() {
    HostileRun.Outcome outcome = withClock(nanos -> nanos < 60 * S ? 0 : 3_600 * S);
    assertThat(outcome.reasons(PilotEvent.ClockJumped.class))
        .containsExactly("the clock jumped forward, or nobody called the pilot for so long");
  }

  @Test
  void everyClockJumpIsReported() {
    HostileRun.Outcome outcome = withClock(nanos -> (nanos / (7 * S) % 3 - 1) * 5 * S);
    assertThat(outcome.reasons(PilotEvent.ClockJumped.class)).hasSizeGreaterThan(5);
  }

  // ---- Requests.

  @Test
  void withThreeRequestsAMinuteItKeepsTheBaselineAndReportsItOnce() {
    for (boolean lies : new boolean[] {false, true}) {
      var run = new HostileRun(SLOWER_ON_MORE, CORES);
      if (lies) {
        run.knowing(LIGHT, HostileRun.always("fixed-4", LIGHT));
      }
      double threeAMinute = 0.05 * LIGHT.meanMs(1) / 1e3 / CORES;
      HostileRun.Outcome outcome = baseline(run.run(run.trace(threeAMinute, 2_000, 1)));
      assertThat(outcome.reasons(PilotEvent.StayedSafe.class)).hasSize(1);
      assertThat(outcome.reasons(PilotEvent.StayedSafe.class).getFirst())
          .contains("requests a minute harm could not be noticed");
      assertThat(outcome.reasons(PilotEvent.ClockJumped.class)).isEmpty();
      assertThat(outcome.pilot().explain()).contains("Serves by the safe policy");
    }
  }

  private static Profile equal(double... timesMs) {
    var equal = new Profile.Builder();
    IntStream.range(0, 10).forEach(i -> equal.add(timesMs));
    return equal.build("equal");
  }

  @Test
  void requestsThatAreAllEqualAreServedNoWorse() {
    for (double[] timesMs : new double[][] {{10, 6, 4.5, 4}, {10, 10, 10, 10}}) {
      HostileRun.Outcome outcome = safeRun(new HostileRun(equal(timesMs), CORES), 0.5);
      assertSays(
          outcome.reasons(PilotEvent.Learned.class),
          "speedups of a typical request by degree: 1.00, " + (timesMs[1] < 10 ? "1." : "1.0"));
      // Untried degrees follow the law, which makes the plan's requests look longer.
      assertThat(outcome.pilot().knowledge().profile().orElseThrow().meanMs(1))
          .isBetween(9.0, 12.0);
    }
  }

  // ---- Cores that other programs use.

  @Test
  void coresThatAreTakenNearlyAllTheTimeDoNoHarm() {
    var run = new HostileRun(LIGHT, CORES);
    run.machine = TAKEN;
    HostileRun.Outcome outcome = safeRun(run, 0.5 / 4);
    assertSays(
        outcome.reasons(PilotEvent.StayedSafe.class),
        "no speedup could be learned from 513 requests yet: too few of them tried two threads");
  }

  @Test
  void coresTakenLaterMakeAllRequestsLongerAndThisIsReported() {
    Profile truth = thenTaken();
    var run = new HostileRun(truth, CORES);
    Trace drawn = run.trace(0.3, REQUESTS, 1);
    int own = LIGHT.requests();
    // The first half of the requests has free cores, the second half a third of them.
    Trace trace =
        Trace.of(
            IntStream.range(0, REQUESTS).mapToDouble(drawn::arrivalMs).toArray(),
            IntStream.range(0, REQUESTS)
                .map(i -> drawn.request(i) % own + (i < REQUESTS / 2 ? 0 : own))
                .toArray());
    HostileRun.Outcome outcome = baseline(run.run(trace));
    assertThat(outcome.reasons(PilotEvent.Drifted.class))
        .anySatisfy(reason ->
            assertThat(reason)
                .containsPattern(
                    "changed by a factor of [0-9.]+, all alike|speedup by more threads"));
  }

  /**
   * Each request with free cores, and with a third of a core for one thread and nothing for further
   * ones.
   */
  private static Profile thenTaken() {
    var both = new Profile.Builder();
    for (int request = 0; request < 2 * LIGHT.requests(); request++) {
      boolean isFree = request < LIGHT.requests();
      int which = request % LIGHT.requests();
      both.add(
          IntStream.rangeClosed(1, 4)
              .mapToDouble(d -> isFree ? LIGHT.timeMs(which, d) : 3 * LIGHT.timeMs(which, 1))
              .toArray());
    }
    return both.build("free and taken");
  }

  // ---- All faults with real plans, at several loads.

  @Test
  @Tag("long")
  void withRealPlansAtAnyLoad() {
    Profile shorter = times(LIGHT, 0.1, 1);
    for (double load : new double[] {0.3, 0.6, 0.85}) {
      pooled("from nothing", load, new HostileRun(LIGHT, CORES));
      pooled("slower on more threads", load, new HostileRun(SLOWER_ON_MORE, CORES));
      pooled(
          "another service's profile",
          load,
          new HostileRun(LIGHT, CORES).knowing(shorter, judged(shorter)));
      pooled("a lie", load, new HostileRun(SLOWER_ON_MORE, CORES).knowing(LIGHT, judged(LIGHT)));
      var jumping = new HostileRun(LIGHT, CORES);
      jumping.clock =
          steering -> new HostileClock(steering, nanos -> (nanos / (7 * S) % 3 - 1) * 5 * S);
      pooled("a clock that jumps", load, jumping);
      var misled = new HostileRun(LIGHT, CORES);
      misled.predictor = (index, demandNanos) -> inverted(demandNanos);
      pooled("inverted predictions", load, misled);
      pooled("requests that are all equal", load, new HostileRun(equal(10, 6, 4.5, 4), CORES));
      var taken = new HostileRun(LIGHT, CORES);
      taken.machine = TAKEN;
      pooled("cores that are taken", load / 4, taken);
    }
  }

  private static PolicyMap judged(Profile profile) {
    return HostileRun.judged(JudgeSetting.of(profile, CORES, Goal.byDefault(), 1));
  }

  /** At a high load one trace shows little. */
  private static void pooled(String what, double load, HostileRun run) {
    run.planner = HostileRun::judged;
    List<HostileRun.Outcome> outcomes =
        LongStream.rangeClosed(1, 4)
            .mapToObj(seed -> run.run(run.trace(load, LONG, seed)))
            .toList();
    String where = "%s at load %s".formatted(what, load);
    assertSafe(
        mean(outcomes.stream().mapToDouble(outcome -> outcome.mean(0, LONG / 2))),
        mean(outcomes.stream().mapToDouble(outcome -> outcome.mean(LONG / 2, LONG))),
        "mean of " + where);
    assertSafe(
        mean(outcomes.stream().mapToDouble(outcome -> outcome.p95(0, LONG / 2))),
        mean(outcomes.stream().mapToDouble(outcome -> outcome.p95(LONG / 2, LONG))),
        "p95 of " + where);
  }

  private static double mean(DoubleStream ratios) {
    return ratios.average().orElseThrow();
  }
}
