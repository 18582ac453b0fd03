package org.curtail.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.curtail.IntervalTable;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.policy.Adaptive;
import org.curtail.policy.FewToMany;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.policy.TailIndex;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Events against a clock with steps: finer steps make a smaller difference. */
class TimeStepsTest {
  private static final int CORES = 3;
  private static final Profile PROFILE = profile();
  private static final Trace TRACE =
      Traces.draw(new PoissonArrivals(0.65 * CORES * 1000 / PROFILE.meanMs(1)), PROFILE, 400, 11);

  /** From 2 to 100 ms; longer requests gain more from threads. */
  private static Profile profile() {
    double[][] timesMs = new double[60][3];
    for (int r = 0; r < timesMs.length; r++) {
      double ms = 2 * Math.pow(50, r / 59.0);
      double serial = 0.5 - 0.4 * r / 59;
      for (int d = 1; d <= 3; d++) {
        timesMs[r][d - 1] = ms * (serial + (1 - serial) / d);
      }
    }
    return Profile.of("grows", timesMs);
  }

  private static Map<String, Policy> policies() {
    var table =
        new IntervalTable(
            CORES,
            4,
            3,
            99,
            1,
            List.of(1, 2, 3),
            List.of(
                new IntervalTable.Row(1, List.of(0.0, 0.0, 5.0), 0, 0, 0),
                new IntervalTable.Row(3, List.of(0.0, 8.0, 20.0), 0, 0, 0),
                new IntervalTable.Row(5, List.of(4.0, 25.0, 60.0), 0, 0, 0)),
            6);
    var policies = new LinkedHashMap<String, Policy>();
    policies.put("sequential", new Sequential());
    policies.put("fixed-2", new FixedDegree(2));
    policies.put("adaptive", Adaptive.of(PROFILE));
    policies.put("few-to-many", new FewToMany(table));
    policies.put("few-to-many-literal", FewToMany.literal(table));
    policies.put("tail-index", TailIndex.queueing(PROFILE));
    return policies;
  }

  @Test
  @Tag("long")
  void aClockOfFineStepsShowsTheSameLatencies() {
    double stepMs = 0.01;
    policies()
        .forEach((name, policy) -> {
          double[] steppedMs = TimeSteps.latenciesMs(policy, PROFILE, TRACE, CORES, stepMs);
          SimulationResult outcome = Simulation.run(policy, PROFILE, TRACE, Machine.ofCores(CORES));
          double meanMs = Arrays.stream(steppedMs).average().orElseThrow();
          assertThat(outcome.meanMs()).as(name).isCloseTo(meanMs, within(0.01 * meanMs + stepMs));
          for (double percentile : new double[] {50, 95, 99}) {
            double ms = TimeSteps.percentileMs(steppedMs, percentile);
            assertThat(outcome.percentileMs(percentile))
                .as("%s p%s", name, percentile)
                .isCloseTo(ms, within(0.02 * ms + 2 * stepMs));
          }
        });
  }

  @Test
  void finerStepsComeCloser() {
    Policy policy = new FixedDegree(2);
    double meanMs = Simulation.run(policy, PROFILE, TRACE, Machine.ofCores(CORES)).meanMs();
    double previousMs = Double.POSITIVE_INFINITY;
    for (double stepMs : new double[] {1, 0.25, 0.05}) {
      double steppedMs =
          Arrays.stream(TimeSteps.latenciesMs(policy, PROFILE, TRACE, CORES, stepMs))
              .average()
              .orElseThrow();
      double errorMs = Math.abs(steppedMs - meanMs);
      assertThat(errorMs).isLessThan(previousMs);
      previousMs = errorMs;
    }
  }
}
