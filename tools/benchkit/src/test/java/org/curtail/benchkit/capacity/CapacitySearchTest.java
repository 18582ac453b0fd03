package org.curtail.benchkit.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.ArrayList;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.curtail.Profile;
import org.curtail.policy.OneThreadEach;
import org.curtail.policy.Sequential;
import org.curtail.sim.Machine;
import org.curtail.sim.Simulation;
import org.curtail.sim.StabilityBound;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CapacitySearchTest {
  private static final double MEAN_MS = 10;
  private static final Precision QUICK = new Precision(0.05, 5, 16);

  private static Profile exponential() {
    int requests = 20_000;
    return Profile.of(
        "exponential",
        IntStream.range(0, requests)
            .mapToObj(r -> new double[] {-MEAN_MS * Math.log(1 - (r + 0.5) / requests)})
            .toArray(double[][]::new));
  }

  /** A single queue with exponential demand. */
  private static Capacity oneServer(double targetMs, int requests, long seed) {
    var traces = new PoissonTraces(exponential(), requests, seed);
    var simulation = new Simulation(traces.profile(), Machine.ofCores(1));
    return CapacitySearch.of(
        new SimulatedTail(simulation, OneThreadEach.firstComeFirstServed(), traces, 99),
        targetMs,
        StabilityBound.perSecond(traces.profile(), 1),
        QUICK);
  }

  private static Capacity.Carries carries(Capacity capacity) {
    assertThat(capacity).isInstanceOf(Capacity.Carries.class);
    return (Capacity.Carries) capacity;
  }

  /** A known tail: that of M/M/1, with a random part for each trace. */
  private static TailCurve closedForm(double spread) {
    return (perSecond, trace) ->
        Math.log(100)
            / (1 / MEAN_MS - Math.min(perSecond / 1000, 0.0999))
            * (1 + spread * (new SplittableRandom(trace).nextDouble() - 0.5));
  }

  @ParameterizedTest
  @Tag("long")
  @ValueSource(doubles = {80, 180})
  void oneServerCarriesWhatQueueingTheorySays(double targetMs) {
    // The response time of M/M/1 is exponential with the rate mu - lambda.
    double expected = 1000 * (1 / MEAN_MS - Math.log(100) / targetMs);
    Capacity.Carries found = carries(oneServer(targetMs, 12_000, 1));
    assertThat(found.perSecond()).isCloseTo(expected, withinPercentage(3));
    assertThat(found.tailMs().mean())
        .isLessThanOrEqualTo(targetMs)
        .isCloseTo(targetMs, withinPercentage(3));
    assertThat(found.low()).isLessThan(found.perSecond());
    assertThat(found.high()).isGreaterThan(found.perSecond());
  }

  @Test
  @Tag("long")
  void aLooserTargetIsCarriedAtAHigherRateAndTheSameSeedGivesTheSameAnswer() {
    double before = 0;
    for (double targetMs : new double[] {60, 90, 150, 400}) {
      Capacity.Carries found = carries(oneServer(targetMs, 2_000, 7));
      assertThat(found.perSecond()).isGreaterThan(before);
      before = found.perSecond();
    }
    assertThat(oneServer(90, 2_000, 7)).isEqualTo(oneServer(90, 2_000, 7));
    assertThat(carries(oneServer(90, 2_000, 8)).perSecond())
        .isNotEqualTo(carries(oneServer(90, 2_000, 7)).perSecond());
  }

  @Test
  void aTargetBelowTheTailOfAnIdleMachineIsMissedAtAnyRate() {
    Capacity found = oneServer(40, 2_000, 1);
    assertThat(found).isInstanceOf(Capacity.MissesWhenIdle.class);
    assertThat(((Capacity.MissesWhenIdle) found).tailMs().mean())
        .isCloseTo(MEAN_MS * Math.log(100), withinPercentage(5));
  }

  @Test
  void aTargetThatIsMetUpToInstabilityIsSaid() {
    Capacity found = CapacitySearch.of((perSecond, trace) -> 5, 6, 80, QUICK);
    assertThat(found).isEqualTo(new Capacity.MeetsWhileStable(80, new MeanInterval(5, 0)));
  }

  @Test
  void aKnownCurveIsInvertedExactly() {
    Capacity.Carries found =
        carries(CapacitySearch.of(closedForm(0), 92, 100, Precision.ONE_PERCENT));
    double expected = 1000 * (0.1 - Math.log(100) / 92);
    assertThat(found.perSecond()).isLessThanOrEqualTo(expected).isCloseTo(expected, within(0.1));
    assertThat(found.relativeWidth()).isZero();
  }

  @Test
  void moreTracesAreAddedUntilTheIntervalIsNarrowEnough() {
    Capacity.Carries found =
        carries(CapacitySearch.of(closedForm(0.2), 92, 100, new Precision(0.02, 5, 1_000)));
    assertThat(found.perTrace()).hasSizeGreaterThan(30);
    assertThat(found.relativeWidth()).isBetween(0.01, 0.025);
    Capacity.Carries fewer =
        carries(CapacitySearch.of(closedForm(0.2), 92, 100, new Precision(0.02, 5, 6)));
    assertThat(fewer.perTrace()).hasSize(6);
    assertThat(fewer.relativeWidth()).isGreaterThan(0.02);
  }

  @Test
  void intervalsCoverTheTruthAboutAsOftenAsTheySay() {
    double expected = 1000 * (0.1 - Math.log(100) / 92);
    int covered = 0;
    for (int i = 0; i < 300; i++) {
      int first = 1_000 * i;
      TailCurve curve = (perSecond, trace) -> closedForm(0.2).tailMs(perSecond, first + trace);
      Capacity.Carries found =
          carries(CapacitySearch.of(curve, 92, 100, new Precision(0.01, 8, 8)));
      covered += found.low() <= expected && expected <= found.high() ? 1 : 0;
    }
    assertThat(covered).isBetween(275, 295);
  }

  @Test
  void whatTracesHaveInCommonDoesNotBlurARatio() {
    TailCurve slower = closedForm(0.2);
    TailCurve faster = (perSecond, trace) -> slower.tailMs(perSecond / 1.5, trace);
    var precision = new Precision(0.01, 8, 8);
    Capacity.Carries slow = carries(CapacitySearch.of(slower, 92, 150, precision));
    Capacity.Carries fast = carries(CapacitySearch.of(faster, 92, 150, precision));
    MeanInterval times = fast.times(slow);
    assertThat(times.mean()).isCloseTo(1.5, within(0.003));
    assertThat(times.halfWidth()).isLessThan(slow.relativeWidth() / 4);
  }

  @Test
  void ofSeveralCrossingsTheFirstIsFound() {
    // Above the target from 30 to 50 and again from 90 on.
    TailCurve curve =
        (perSecond, trace) -> (perSecond > 30 && perSecond < 50) || perSecond > 90 ? 20 : 10;
    Capacity.Carries found = carries(CapacitySearch.of(curve, 15, 100, Precision.ONE_PERCENT));
    assertThat(found.perSecond()).isCloseTo(30, within(0.1));
  }

  @Test
  void aTailThatSaysNothingOfTheRateGivesNoNarrowInterval() {
    // The tail is above the target at one step only, and far below it afterwards.
    TailCurve spike =
        (perSecond, trace) -> {
          double ms = 10 + trace % 2;
          return perSecond < 43.7 ? ms : perSecond < 43.8 ? 16 : ms - 9;
        };
    Capacity.Carries found = carries(CapacitySearch.of(spike, 15, 100, new Precision(0.01, 8, 8)));
    assertThat(found.relativeWidth()).isGreaterThan(0.5);
  }

  /**
   * Returns a tail whose first five traces meet a target of 15 up to the rate 65 in the mean;
   * further traces are equal.
   */
  private static TailCurve luckyFirst(double furtherMs) {
    return (perSecond, trace) -> trace < 5 ? perSecond / 5 + 5 * (trace % 2) : furtherMs;
  }

  @Test
  void ifMoreTracesMissTheTargetWhenIdleNothingIsCarried() {
    Capacity found = CapacitySearch.of(luckyFirst(40), 15, 100, new Precision(0.01, 5, 10));
    assertThat(found).isInstanceOf(Capacity.MissesWhenIdle.class);
    assertThat(((Capacity.MissesWhenIdle) found).tailMs().mean()).isCloseTo(21, within(0.01));
  }

  @Test
  void ifMoreTracesMeetTheTargetWhileStableThatIsSaid() {
    Capacity found = CapacitySearch.of(luckyFirst(1), 15, 100, new Precision(0.01, 5, 10));
    assertThat(found).isInstanceOf(Capacity.MeetsWhileStable.class);
    assertThat(((Capacity.MeetsWhileStable) found).tailMs().mean()).isCloseTo(11.5, within(0.01));
  }

  @Test
  void aCollapseIsAMissAndGivesNoNarrowInterval() {
    TailCurve curve =
        (perSecond, trace) ->
            perSecond > 60 ? Double.POSITIVE_INFINITY : perSecond / 10 + trace % 2;
    Capacity.Carries found = carries(CapacitySearch.of(curve, 15, 100, new Precision(0.01, 8, 8)));
    assertThat(found.perSecond()).isCloseTo(60, withinPercentage(1));
    // A difference of one in the tail is a difference of ten in the rate.
    assertThat(found.high() - found.low())
        .isCloseTo(
            2
                * 10
                * MeanInterval.of(IntStream.range(0, 8).mapToObj(i -> i % 2.0).toList())
                    .halfWidth(),
            withinPercentage(1));
  }

  @Test
  void aRunThatWasGivenUpHasNoTail() {
    var traces = new PoissonTraces(exponential(), 2_000, 1);
    var service = new Simulation(traces.profile(), Machine.ofCores(1));
    var sequential = new Sequential();
    var whole = new SimulatedTail(service, sequential, traces, 99);
    var givenUp = new SimulatedTail(service.givingUpBeyond(20), sequential, traces, 99);
    assertThat(whole.tailMs(200, 0)).isFinite();
    assertThat(givenUp.tailMs(200, 0)).isInfinite();
    assertThat(givenUp.tailMs(10, 0)).isEqualTo(whole.tailMs(10, 0));
  }

  @Test
  void everyTraceIsServedBySeedsOfItsOwn() {
    var traces = new PoissonTraces(exponential(), 100, 7);
    var seeds = new ArrayList<Long>();
    var tail =
        new SimulatedTail(
            seed -> {
              seeds.add(seed);
              return new Simulation(traces.profile(), Machine.ofCores(1));
            },
            new Sequential(),
            traces,
            99);
    assertThat(tail.tailsMs(10, 3)).hasSize(3);
    assertThat(seeds).containsExactly(7L, 8L, 9L);
  }

  @Test
  void impossibleQuestionsAreRejected() {
    TailCurve curve = closedForm(0);
    assertThatThrownBy(() -> CapacitySearch.of(curve, 0, 100, QUICK)).hasMessageContaining("0.0");
    assertThatThrownBy(() -> CapacitySearch.of(curve, 90, Double.POSITIVE_INFINITY, QUICK))
        .hasMessageContaining("Infinity");
    assertThatThrownBy(() -> new Precision(0, 8, 8)).hasMessageContaining("0.0");
    assertThatThrownBy(() -> new Precision(0.1, 4, 8)).hasMessageContaining("4 to 8");
    assertThatThrownBy(() -> new PoissonTraces(exponential(), 0, 1)).hasMessageContaining("0");
  }
}
