package org.curtail.benchkit.openloop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.curtail.Percentile;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.Interruption.Missing;
import org.curtail.benchkit.results.Step;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.steps.RateSteps;
import org.curtail.benchkit.steps.SteppedLoad;
import org.junit.jupiter.api.Test;

class SteppedSummaryTest {
  private static final SteppedLoad LOAD =
      new SteppedLoad(RateSteps.parse("--rps-steps", "50:4s,100:2s"), 1000);

  private static Block block(double[] latencyMs, double degree) {
    double[] degrees = new double[latencyMs.length];
    Arrays.fill(degrees, degree);
    int[] peaks = new int[latencyMs.length];
    return new Block(
        latencyMs,
        new double[latencyMs.length],
        latencyMs,
        degrees,
        peaks,
        66,
        6000,
        100,
        100,
        0,
        latencyMs.length,
        0,
        0,
        Optional.empty());
  }

  @Test
  void aFirstRepeatThatWasStoppedShowsWhoHadServedIt() {
    double[] arrivalsMs = LOAD.steps().arrivalsMs(1);
    double[] latencyMs = new Random(1).doubles(arrivalsMs.length, 1, 90).toArray();
    var summary = new SteppedSummary(LOAD, List.of("sequential", "adaptive"), 1);
    summary.add(Map.of("adaptive", block(latencyMs, 1.5)), arrivalsMs);
    var stopped = new Interruption(0, 5, "repeats", List.of(new Missing("sequential", 0.5)));

    assertThat(summary.steps()).extracting(Step::policy).containsExactly("adaptive", "adaptive");
    assertThat(summary.figure().panels().getFirst().curves()).hasSize(1);
    assertThat(summary.verdict(Optional.of(stopped)).headline())
        .isEqualTo(
            "No verdict: interrupted in the first of 5 repeats; a verdict takes at least 5.");
  }

  @Test
  void aStepCountsTheRequestsOfItsSteadyPartAndNoOthers() {
    for (long seed = 0; seed < 20; seed++) {
      double[] arrivalsMs = LOAD.steps().arrivalsMs(seed);
      double[] latencyMs = new Random(seed).doubles(arrivalsMs.length, 1, 90).toArray();
      var summary = new SteppedSummary(LOAD, List.of("sequential"), seed);
      summary.add(Map.of("sequential", block(latencyMs, 1.5)), arrivalsMs);

      List<Step> steps = summary.steps();

      assertThat(steps).hasSize(2);
      check(steps.get(0), steady(arrivalsMs, latencyMs, 1000, 4000), 50, seed);
      check(steps.get(1), steady(arrivalsMs, latencyMs, 5000, 6000), 100, seed);
      assertThat(steps.get(1).fromSeconds()).isEqualTo(4);
      assertThat(steps.get(1).steadyFromSeconds()).isEqualTo(5);
      assertThat(steps.get(1).toSeconds()).isEqualTo(6);
    }
  }

  private static void check(Step step, double[] ascendingMs, double rps, long seed) {
    assertThat(step.rps()).isEqualTo(rps);
    assertThat(step.requests()).as("seed %d", seed).isEqualTo(ascendingMs.length);
    assertThat(step.meanMs())
        .as("seed %d", seed)
        .isCloseTo(Arrays.stream(ascendingMs).average().orElseThrow(), within(1e-9));
    assertThat(step.p95Ms()).isEqualTo(Percentile.of(ascendingMs, 95));
    assertThat(step.p99Ms()).isEqualTo(Percentile.of(ascendingMs, 99));
    assertThat(step.meanDegree()).isCloseTo(1.5, within(1e-9));
    assertThat(step.againstSequential()).isNull();
  }

  private static double[] steady(
      double[] arrivalsMs, double[] latencyMs, double fromMs, double toMs) {
    double[] found = new double[arrivalsMs.length];
    int count = 0;
    for (int i = 0; i < arrivalsMs.length; i++) {
      if (arrivalsMs[i] >= fromMs && arrivalsMs[i] < toMs) {
        found[count++] = latencyMs[i];
      }
    }
    Arrays.sort(found, 0, count);
    return Arrays.copyOf(found, count);
  }

  @Test
  void policiesAreComparedPairwiseOnceThereAreFiveRepeats() {
    var summary = new SteppedSummary(LOAD, List.of("sequential", "adaptive"), 1);
    for (int repeat = 0; repeat < 5; repeat++) {
      double[] arrivalsMs = LOAD.steps().arrivalsMs(repeat);
      double[] slow = new Random(repeat).doubles(arrivalsMs.length, 10, 90).toArray();
      double[] fast = Arrays.stream(slow).map(ms -> ms / 2).toArray();
      summary.add(Map.of("sequential", block(slow, 1), "adaptive", block(fast, 2)), arrivalsMs);
      if (repeat < 4) {
        assertThat(summary.steps()).allMatch(step -> step.againstSequential() == null);
      }
    }
    for (Step step : summary.steps()) {
      if (step.policy().equals("adaptive")) {
        Ratio ratio = Objects.requireNonNull(step.againstSequential());
        assertThat(ratio.value()).isCloseTo(0.5, within(1e-9));
        assertThat(ratio.low()).isCloseTo(0.5, within(1e-9));
        assertThat(ratio.high()).isCloseTo(0.5, within(1e-9));
      } else {
        assertThat(step.againstSequential()).isNull();
      }
    }
    assertThat(summary.verdict(Optional.empty()).headline())
        .contains("50 % lower at 50 requests/s, then 50 % lower at 100 requests/s");
  }
}
