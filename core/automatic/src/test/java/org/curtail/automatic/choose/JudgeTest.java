package org.curtail.automatic.choose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import org.curtail.Profile;
import org.curtail.automatic.choose.Judge.Finding;
import org.curtail.automatic.choose.Judge.Finding.Standing;
import org.curtail.automatic.choose.JudgeSetting.Effort;
import org.curtail.automatic.choose.SuccessiveHalving.Round;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.Simulation;
import org.curtail.sim.SimulationResult;
import org.curtail.sim.SyntheticProfiles;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class JudgeTest {
  /** Short requests: each has few events, so a simulation is quick. */
  private static final Profile SHORT = scaled(SyntheticProfiles.luceneLike(1_500, 3), 0.02, 1);

  private static Profile scaled(Profile profile, double factor, double slowdown) {
    var scaled = new Profile.Builder();
    for (int request = 0; request < profile.requests(); request++) {
      double[] timesMs = new double[profile.maxDegree()];
      for (int degree = 1; degree <= timesMs.length; degree++) {
        timesMs[degree - 1] =
            factor * profile.timeMs(request, degree) * (degree > 1 ? slowdown : 1);
      }
      scaled.add(timesMs);
    }
    return scaled.build(profile.source());
  }

  private static final List<Level> LEVELS = List.of(new Level(0.3, 1), new Level(0.7, 1));
  private static final List<Round> ROUNDS = List.of(new Round(1, 2), new Round(6, 1));

  private static Judge judge(Profile profile, int cores) {
    return new Judge(JudgeSetting.of(profile, cores, Goal.byDefault(), 1), LEVELS, ROUNDS);
  }

  @Test
  void aRehearsalSimulatesAllCandidatesOnAnyNumberOfCoresAndCanBeStopped() {
    for (int cores : new int[] {1, 2, 5, 64}) {
      var events = new AtomicLong();
      Judge.rehearse(cores, events::incrementAndGet);
      assertThat(events.get()).as("%d cores", cores).isGreaterThan(1_000);
    }
    assertThatThrownBy(() ->
            Judge.rehearse(
                2,
                () -> {
                  throw new CancellationException("stopped");
                }))
        .isInstanceOf(CancellationException.class);
  }

  @Test
  void threadsThatHelpServeAndTheOtherRequestsDoNotSuffer() {
    Judge judge = judge(SHORT, 4);
    PolicyMap map = judge.judge();
    Candidate atHalf = map.entries().get(map.place(0.5)).candidate();
    assertThat(atHalf.name()).startsWith("tail-index");
    var service = new Simulation(SHORT, JudgeSetting.of(SHORT, 4, Goal.byDefault(), 1).machine());
    for (double load : new double[] {0.2, 0.5, 0.7}) {
      double perSecond = load * 4 * 1000 / SHORT.meanMs(1);
      Trace heldOut = Traces.draw(new PoissonArrivals(perSecond), SHORT, 10_000, 4711);
      SimulationResult baseline = service.run(judge.candidates().baseline().policy(), heldOut);
      SimulationResult chosen =
          service.run(map.entries().get(map.place(load)).candidate().policy(), heldOut);
      assertThat(chosen.meanMs()).as("mean at %s", load).isLessThan(1.03 * baseline.meanMs());
      assertThat(chosen.percentileMs(95))
          .as("p95 at %s", load)
          .isLessThan(1.03 * baseline.percentileMs(95));
      assertThat(chosen.percentileMs(99))
          .as("p99 at %s", load)
          .isLessThan(0.9 * baseline.percentileMs(99));
    }
    assertThat(judge.findings())
        .filteredOn(found -> found.standing() == Standing.CHOSEN)
        .isNotEmpty()
        .allSatisfy(found -> {
          assertThat(found.mean().high()).isLessThanOrEqualTo(Objective.MOST_HARM + 1e-12);
          assertThat(found.p95().high()).isLessThanOrEqualTo(Objective.MOST_HARM + 1e-12);
        });
  }

  @Test
  void stepsEqualTheWholeAndEqualSeedsMakeEqualChoices() {
    Profile few = scaled(SyntheticProfiles.luceneLike(300, 2), 0.02, 1);
    Judge whole = judge(few, 2);
    PolicyMap map = whole.judge();
    Judge pieces = judge(few, 2);
    double share = 0;
    assertThatIllegalStateException().isThrownBy(pieces::map);
    while (!pieces.isDone()) {
      pieces.step();
      assertThat(pieces.doneShare()).isBetween(share, 1.0);
      share = pieces.doneShare();
    }
    assertThat(pieces.findings()).isEqualTo(whole.findings());
    assertThat(serving(pieces.map())).isEqualTo(serving(map));
    assertThatIllegalStateException().isThrownBy(pieces::step);
  }

  @Test
  void whoSharesTheMachineMayRestAfterEachSimulatedEventAndStopTheWork() {
    Profile few = scaled(SyntheticProfiles.luceneLike(300, 2), 0.02, 1);
    var setting = JudgeSetting.of(few, 2, Goal.byDefault(), 1);
    var rests = new AtomicLong();
    var resting = new Judge(setting, rests::incrementAndGet, LEVELS, ROUNDS);

    assertThat(serving(resting.judge())).isEqualTo(serving(judge(few, 2).judge()));
    assertThat(rests).hasValueGreaterThan(100_000);
    var stopped =
        new Judge(
            setting,
            () -> {
              throw new CancellationException("stop");
            },
            LEVELS,
            ROUNDS);
    assertThatThrownBy(stopped::judge).isInstanceOf(CancellationException.class);
  }

  private static List<String> serving(PolicyMap map) {
    return map.entries().stream()
        .map(entry ->
            "%s from %s: %s"
                .formatted(entry.candidate().name(), entry.fromUtilisation(), entry.reason()))
        .toList();
  }

  @Test
  @Tag("long")
  void aQuickPlanTriesTheSimplestAloneAndIsNoLessCareful() {
    var setting = JudgeSetting.of(SHORT, 4, Goal.byDefault(), 1).with(Effort.QUICK);
    Judge judge = new Judge(setting);
    PolicyMap map = judge.judge();
    assertThat(judge.candidates().all())
        .extracting(Candidate::name)
        .containsExactly("sequential", "tail-index-sharing");
    assertThat(map.entries().getFirst().candidate().name()).isEqualTo("tail-index-sharing");
    assertThat(judge.findings())
        .filteredOn(found -> found.standing() == Standing.CHOSEN)
        .allSatisfy(found -> {
          assertThat(found.mean().high()).isLessThanOrEqualTo(Objective.MOST_HARM + 1e-12);
          assertThat(found.p95().high()).isLessThanOrEqualTo(Objective.MOST_HARM + 1e-12);
        });
    Profile slower = scaled(SyntheticProfiles.luceneLike(1_500, 2), 0.02, 2.5);
    var harmful = JudgeSetting.of(slower, 2, Goal.byDefault(), 1).with(Effort.QUICK);
    assertThat(new Judge(harmful).judge().entries())
        .allSatisfy(entry -> assertThat(entry.candidate().policy().maxDegree()).isEqualTo(1));
  }

  /** Decisions and wake-ups are a greater part of their time. */
  @Test
  @Tag("long")
  void shortRequestsHaveOneThreadEachFromALowerLoadOn() {
    assertThat(greatestLoadWithMoreThreads(scaled(SHORT, 10, 1)))
        .isGreaterThan(greatestLoadWithMoreThreads(scaled(SHORT, 0.1, 1)));
  }

  private static double greatestLoadWithMoreThreads(Profile profile) {
    double[] loads = {0.1, 0.5, 0.8};
    List<Level> levels = Arrays.stream(loads).mapToObj(load -> new Level(load, 1)).toList();
    PolicyMap map =
        new Judge(JudgeSetting.of(profile, 2, Goal.byDefault(), 1), levels, ROUNDS).judge();
    return Arrays.stream(loads)
        .filter(load -> map.entries().get(map.place(load)).candidate().policy().maxDegree() > 1)
        .max()
        .orElse(0);
  }

  @Test
  void threadsThatSlowEverybodyDownServeNowhere() {
    Profile slower = scaled(SyntheticProfiles.luceneLike(1_500, 2), 0.02, 2.5);
    PolicyMap map = judge(slower, 2).judge();
    assertThat(map.entries())
        .allSatisfy(entry -> assertThat(entry.candidate().policy().maxDegree()).isEqualTo(1));
  }

  /**
   * On one core, with Poisson arrivals and equal demands, the mean of a queue is 1 - load / 2 times
   * that of sharing: 1 + load / (2 (1 - load)) against 1 / (1 - load) demands.
   */
  @Test
  @Tag("long")
  void theRatioOfAQueueToSharingIsThatOfQueueingTheory() {
    double[][] alike = new double[20][];
    Arrays.fill(alike, new double[] {400}); // Compared with this demand, decisions cost nothing.
    Judge judge =
        new Judge(
            JudgeSetting.of(Profile.of("all alike", alike), 1, Goal.byDefault(), 1),
            List.of(new Level(0.3, 1), new Level(0.5, 1), new Level(0.7, 1)),
            Effort.LATER.rounds());
    PolicyMap map = judge.judge();
    assertThat(map.entries().get(map.place(0.7)).candidate().name()).startsWith("tail-index");
    assertThat(judge.findings())
        .filteredOn(found -> found.standing() == Standing.CHOSEN && found.utilisation() <= 0.71)
        .hasSizeGreaterThanOrEqualTo(3)
        .allSatisfy(found ->
            assertThat(found.mean().ratio())
                .as("at %s", found.utilisation())
                .isCloseTo(1 - found.utilisation() / 2, within(0.02)));
  }

  /** A factor of ten, which changes the unit of time, changes little but times. */
  @Test
  @Tag("long")
  void requestsOfSecondsAreJudgedLikeTenthsOfASecond() {
    Profile tenths = scaled(SyntheticProfiles.luceneLike(200, 2), 1, 1);
    Profile seconds = scaled(SyntheticProfiles.luceneLike(200, 2), 10, 1);
    assertThat(seconds.meanMs(1)).isGreaterThan(2000);
    List<Level> half = List.of(new Level(0.5, 1));
    List<Round> two = List.of(new Round(2, 2));
    Judge one = new Judge(JudgeSetting.of(tenths, 2, Goal.byDefault(), 1), half, two);
    Judge other = new Judge(JudgeSetting.of(seconds, 2, Goal.byDefault(), 1), half, two);
    one.judge();
    other.judge();
    for (int i = 0; i < one.findings().size(); i++) {
      Finding shorter = one.findings().get(i);
      Finding longer = other.findings().get(i);
      assertThat(longer.candidate()).isEqualTo(shorter.candidate());
      assertThat(longer.standing()).isEqualTo(shorter.standing());
      assertThat(longer.tailMs()).isCloseTo(10 * shorter.tailMs(), withinPercentage(0.5));
      assertThat(longer.mean().ratio()).isCloseTo(shorter.mean().ratio(), withinPercentage(0.5));
    }
  }

  @Test
  void withFewerThreadsThanCoresLoadsAreLowerAndTheBaselineTakesTurns() {
    Profile few = scaled(SyntheticProfiles.luceneLike(200, 2), 0.02, 1);
    Judge judge =
        new Judge(
            JudgeSetting.of(few, 4, Goal.byDefault().atMostThreads(1), 1),
            List.of(new Level(0.4, 1), new Level(0.8, 1)),
            List.of(new Round(1, 2), new Round(5, 1)));
    PolicyMap map = judge.judge();
    assertThat(judge.candidates().baseline().name()).isEqualTo("processor-sharing");
    assertThat(judge.findings().stream().map(Finding::utilisation).distinct())
        .containsExactly(0.1, 0.2);
    assertThat(map.halfBand()).isEqualTo(PolicyMap.HALF_BAND / 4);
    assertThat(map.entries())
        .allSatisfy(entry -> assertThat(entry.candidate().policy().threads(4)).isEqualTo(1));
  }
}
