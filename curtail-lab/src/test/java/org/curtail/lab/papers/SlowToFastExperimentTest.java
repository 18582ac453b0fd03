package org.curtail.lab.papers;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.curtail.lab.papers.SlowToFastMachines.Pair;
import org.curtail.measurement.results.Claim;
import org.curtail.measurement.results.PaperFigure;
import org.curtail.measurement.results.PaperFigure.Curve;
import org.curtail.measurement.results.PaperFigure.Panel;
import org.curtail.measurement.results.PaperFigure.Point;
import org.curtail.measurement.terminal.Console;
import org.curtail.speed.SpeedClass;
import org.curtail.speed.SpeedMachine;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** With far fewer requests than the command takes: shapes and what holds by far. */
@Tag("long")
class SlowToFastExperimentTest {
  private static Findings findings;

  @BeforeAll
  static void reproduce() throws InterruptedException {
    var silent = new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8);
    var runner = new ScenarioRunner(1, 2, 400, new Console(silent, silent, false));
    findings = new SlowToFastExperiment().run(runner);
  }

  private static Claim claim(String words) {
    return findings.claims().stream()
        .filter(claim -> claim.what().contains(words))
        .findFirst()
        .orElseThrow();
  }

  private static List<Point> points(String figure, String panel, String name) {
    return findings.figures().stream()
        .filter(it -> it.id().equals(figure))
        .flatMap(it -> it.panels().stream())
        .filter(it -> it.title().equals(panel))
        .flatMap(it -> it.curves().stream())
        .filter(it -> it.name().equals(name))
        .findFirst()
        .map(Curve::points)
        .orElseThrow();
  }

  @Test
  void bothMachinesOfAPairDrawTheSameIfAllCoresAreBusy() {
    for (Pair pair : SlowToFastMachines.pairs()) {
      double watts = SlowToFastMachines.mostWatts(pair.clocks());
      assertThat(SlowToFastMachines.mostWatts(pair.cores()))
          .as(pair.name())
          .isCloseTo(watts, within(0.001 * watts));
    }
  }

  @Test
  void aSlowCoreOfTheServerHasAQuarterOfThePowerForHalfOfTheSpeed() {
    SpeedMachine cores = SlowToFastMachines.pairs().getFirst().cores();
    SpeedClass slow = cores.classes().getFirst();
    SpeedClass fast = cores.classes().getLast();
    assertThat(slow.speed()).isEqualTo(fast.speed() / 2);
    assertThat(slow.busyWatts()).isEqualTo(fast.busyWatts() / 4);
  }

  @Test
  void whatASlowCoreTakesForItsWorkIsSaidBesideTheClocks() {
    // 2.25 W for twice as long, against 3 W less 1 W for twice as long.
    assertThat(SlowToFastMachines.thrift(SlowToFastMachines.pairs().getFirst()))
        .startsWith("a slow core takes 4.50 J for what a fast one does in a second")
        .contains("thriftiest clock 4.00 J; all cores idle, classes draw 8.00 W and clocks 8.00 W");
  }

  @Test
  void everyClaimHasAnAnswerOrANumber() {
    assertThat(findings.claims())
        .allSatisfy(claim ->
            assertThat(claim.holds() != null || claim.ours() != null).as(claim.what()).isTrue());
    assertThat(findings.claims()).extracting(Claim::what).doesNotHaveDuplicates();
    assertThat(findings.measured()).isNull();
  }

  @Test
  void everyFigureHasCurvesWithPoints() {
    assertThat(findings.figures()).extracting(PaperFigure::id).doesNotHaveDuplicates();
    for (PaperFigure figure : findings.figures()) {
      for (Panel panel : figure.panels()) {
        assertThat(panel.curves()).as(figure.id() + ", " + panel.title()).isNotEmpty();
        assertThat(panel.curves())
            .allSatisfy(curve -> assertThat(curve.points()).as(curve.name()).isNotEmpty());
      }
    }
  }

  @Test
  void atLowLoadSlowToFastDrawsLessThanTheTailFirst() {
    List<Point> slowToFast = points("Clocks, server", "Energy", SlowToFastRuns.SLOW_TO_FAST);
    List<Point> tailFirst = points("Clocks, server", "Energy", SlowToFastRuns.TAIL_FIRST);
    for (int i = 0; i < 5; i++) {
      assertThat(slowToFast.get(i).y()).isLessThan(0.85 * tailFirst.get(i).y());
    }
  }

  @Test
  void coreClassesGoOnWhereClocksAreAtTheirEnd() {
    // 12 times the work of a fast core against 8.
    assertThat(claim("core classes carry 32 to 82 % more at the same tail and power; server"))
        .extracting(Claim::holds)
        .isEqualTo(true);
    assertThat(requireNonNull(claim("it does not say at which load; server").ours()))
        .isGreaterThan(20);
  }

  @Test
  void underStepsOfLoadTheControllerStaysNearTheTarget() {
    for (Pair pair : SlowToFastMachines.pairs()) {
      for (String machine : List.of(pair.clocksName(), pair.coresName())) {
        String settling =
            "settling: windows after a step until the p99 stays below 1.05 of the target, at most; ";
        assertThat(requireNonNull(claim(settling + machine).ours())).isLessThan(6);
        assertThat(requireNonNull(claim("worst window's p99 above the target; " + machine).ours()))
            .isLessThan(25);
      }
    }
  }

  @Test
  void threadsMeetATargetThatOneThreadCannot() {
    assertThat(
            claim(
                    "together they draw less than slow to fast, one thread at the same tail, or that misses it; server, clocks, p99 of 600 ms")
                .evidence())
        .contains("target missed at a load of 20 %");
    assertThat(
            claim("together they meet the target at every load; server, clocks, p99 of 1,200 ms"))
        .extracting(Claim::holds)
        .isEqualTo(true);
  }

  @Test
  void whereNoClockChangesThePowerARaceToIdleIsBest() {
    List<Point> best =
        points("Race to idle", "Power that no clock changes", SlowToFastRuns.SLOW_TO_FAST);
    List<Point> slowest =
        points("Race to idle", "Power that no clock changes", SlowToFastRuns.SLOWEST);
    assertThat(best.getLast().y()).isCloseTo(100, within(0.1));
    assertThat(slowest.getLast().low()).isGreaterThan(120);
    assertThat(best.getFirst().high()).isLessThan(70);
  }
}
