package org.curtail.papers.grid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.io.PrintStream;
import java.util.List;
import org.curtail.Profile;
import org.curtail.benchkit.results.GridFigures;
import org.curtail.benchkit.results.GridPoint;
import org.curtail.benchkit.terminal.Console;
import org.curtail.sim.Machine;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.Simulation;
import org.curtail.sim.SimulationResult;
import org.curtail.sim.SyntheticDemand;
import org.curtail.sim.Traces;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class GridRunsTest {
  private static final List<Speedups> BOTH = List.of(Speedups.GOOD, Speedups.POOR);

  private static Console silent() {
    var nowhere = new PrintStream(PrintStream.nullOutputStream());
    return new Console(nowhere, nowhere, false);
  }

  private static GridSetting setting(SyntheticDemand demand, List<String> policies, long seed) {
    return new GridSetting(
        List.of(GridDemand.synthetic(demand, BOTH)),
        List.of(1, 3),
        List.of(0.6),
        policies,
        400,
        2,
        seed);
  }

  private static List<GridPoint> points(GridSetting setting) throws InterruptedException {
    try (var runs = new GridRuns(setting, silent())) {
      return runs.points();
    }
  }

  private static GridFigures of(GridPoint point, String policy) {
    return point.figures(policy).orElseThrow();
  }

  @Test
  void theFiguresAreMeansOverTheSeedsOfRunsWithoutTheirWarmUp() throws InterruptedException {
    GridSetting setting =
        setting(SyntheticDemand.PARETO, List.of("processor-sharing", "tail-index"), 5);

    GridPoint point = points(setting).getFirst();

    Profile profile = setting.demands().getFirst().families().getFirst().profile();
    double meanMs = 0;
    double p99Ms = 0;
    for (long seed : List.of(5L, 6L)) {
      SimulationResult whole =
          Simulation.run(
              GridPolicies.named("tail-index", profile),
              profile,
              Traces.draw(new PoissonArrivals(point.perSecond()), profile, 440, seed),
              Machine.ofCores(1));
      meanMs += whole.afterWarmUp(40).meanMs() / 2;
      p99Ms += whole.afterWarmUp(40).percentileMs(99) / 2;
    }
    assertThat(of(point, "tail-index").meanMs()).isCloseTo(meanMs, within(1e-9));
    assertThat(of(point, "tail-index").p99Ms()).isCloseTo(p99Ms, within(1e-9));
    assertThat(point.perSecond() * profile.meanMs(1) / 1000).isCloseTo(0.6, within(1e-12));
  }

  @Test
  void speedupsMakeNoDifferenceToPoliciesWithOneThread() throws InterruptedException {
    List<GridPoint> points =
        points(
            setting(
                SyntheticDemand.GAMMA,
                List.of("processor-sharing", "first-come-first-served", "tail-index-malleable"),
                1));

    assertThat(points)
        .extracting(GridPoint::speedups)
        .containsExactly("good", "good", "poor", "poor");
    for (String policy : List.of("processor-sharing", "first-come-first-served")) {
      assertThat(of(points.get(0), policy)).isEqualTo(of(points.get(2), policy));
    }
    assertThat(of(points.get(1), "tail-index-malleable"))
        .isNotEqualTo(of(points.get(3), "tail-index-malleable"));
  }

  @Test
  void firstComeFirstServedIsLindleysQueue() throws InterruptedException {
    GridSetting setting =
        setting(
            SyntheticDemand.BIMODAL, List.of("processor-sharing", "first-come-first-served"), 9);
    GridPoint oneCore = points(setting).getFirst();

    Profile profile = setting.demands().getFirst().families().getFirst().profile();
    double sumMs = 0;
    for (long seed : List.of(9L, 10L)) {
      var trace = Traces.draw(new PoissonArrivals(oneCore.perSecond()), profile, 440, seed);
      double freeAtMs = 0;
      for (int i = 0; i < 440; i++) {
        freeAtMs = Math.max(freeAtMs, trace.arrivalMs(i)) + profile.timeMs(trace.request(i), 1);
        sumMs += i < 40 ? 0 : freeAtMs - trace.arrivalMs(i);
      }
    }
    assertThat(of(oneCore, "first-come-first-served").meanMs())
        .isCloseTo(sumMs / 800, within(1e-3));
  }

  @Test
  void theSameSeedGivesTheSameAndAnotherAnother() throws InterruptedException {
    List<String> policies = List.of("processor-sharing", "least-attained");
    List<GridPoint> once = points(setting(SyntheticDemand.LOGNORMAL, policies, 3));

    assertThat(points(setting(SyntheticDemand.LOGNORMAL, policies, 3))).isEqualTo(once);
    assertThat(points(setting(SyntheticDemand.LOGNORMAL, policies, 4))).isNotEqualTo(once);
  }

  @Test
  void whoGetsMoreThanTheCoresCarryDoesNotKeepUp() throws InterruptedException {
    var setting =
        new GridSetting(
            List.of(GridDemand.synthetic(SyntheticDemand.DETERMINISTIC, List.of(Speedups.GOOD))),
            List.of(1),
            List.of(1.5),
            List.of("processor-sharing"),
            1000,
            2,
            1);

    assertThat(points(setting).getFirst().failed("processor-sharing")).isTrue();
  }

  @Test
  void aPolicyThatCannotBeMadeIsNamed() {
    for (String name : List.of("fixed-6", "few-to-many")) {
      assertThatIllegalArgumentException()
          .isThrownBy(
              () -> points(setting(SyntheticDemand.GAMMA, List.of("processor-sharing", name), 1)))
          .withMessageContaining("'" + name + "'");
    }
  }

  @Test
  void withoutTheReferenceThereIsNoGrid() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> setting(SyntheticDemand.GAMMA, List.of("tail-index"), 1))
        .withMessageContaining("processor-sharing");
  }
}
