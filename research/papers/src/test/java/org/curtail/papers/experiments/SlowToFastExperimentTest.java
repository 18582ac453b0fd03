package org.curtail.papers.experiments;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.curtail.benchkit.results.Claim;
import org.curtail.benchkit.results.PaperFigure.Point;
import org.curtail.papers.experiments.SlowToFastMachines.Pair;
import org.curtail.speed.SpeedClass;
import org.curtail.speed.SpeedMachine;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** With far fewer requests than the command takes: shapes and what holds by far. */
@Tag("long")
class SlowToFastExperimentTest {
  private static Findings findings;
  private static ReadFindings found;

  @BeforeAll
  static void reproduce() throws InterruptedException {
    findings = new SlowToFastExperiment().run(ReadFindings.silentRunner(2, 400));
    found = new ReadFindings(findings);
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
    found.assertThatEveryClaimHasAnAnswerOrANumber();
    assertThat(findings.claims()).extracting(Claim::what).doesNotHaveDuplicates();
  }

  @Test
  void everyFigureHasCurvesWithPoints() {
    found.assertThatEveryFigureHasCurvesWithPoints();
  }

  @Test
  void atLowLoadSlowToFastDrawsLessThanTheTailFirst() {
    List<Point> slowToFast = found.points("Clocks, server", "Energy", SlowToFastRuns.SLOW_TO_FAST);
    List<Point> tailFirst = found.points("Clocks, server", "Energy", SlowToFastRuns.TAIL_FIRST);
    for (int i = 0; i < 5; i++) {
      assertThat(slowToFast.get(i).y()).isLessThan(0.85 * tailFirst.get(i).y());
    }
  }

  @Test
  void coreClassesGoOnWhereClocksAreAtTheirEnd() {
    // 12 times the work of a fast core against 8.
    assertThat(found.claim("core classes carry 32 to 82 % more at the same tail and power; server"))
        .extracting(Claim::holds)
        .isEqualTo(true);
    assertThat(requireNonNull(found.claim("it does not say at which load; server").ours()))
        .isGreaterThan(20);
  }

  @Test
  void underStepsOfLoadTheControllerStaysNearTheTarget() {
    for (Pair pair : SlowToFastMachines.pairs()) {
      for (String machine : List.of(pair.clocksName(), pair.coresName())) {
        String settling =
            "settling: windows after a step until the p99 stays below 1.05 of the target, at most; ";
        assertThat(requireNonNull(found.claim(settling + machine).ours())).isLessThan(6);
        assertThat(
                requireNonNull(
                    found.claim("worst window's p99 above the target; " + machine).ours()))
            .isLessThan(25);
      }
    }
  }

  @Test
  void threadsMeetATargetThatOneThreadCannot() {
    assertThat(
            found
                .claim(
                    "together they draw less than slow to fast, one thread at the same tail, or that misses it; server, clocks, p99 of 600 ms")
                .evidence())
        .contains("target missed at a load of 20 %");
    assertThat(
            found.claim(
                "together they meet the target at every load; server, clocks, p99 of 1,200 ms"))
        .extracting(Claim::holds)
        .isEqualTo(true);
  }

  @Test
  void whereNoClockChangesThePowerARaceToIdleIsBest() {
    List<Point> best =
        found.points("Race to idle", "Power that no clock changes", SlowToFastRuns.SLOW_TO_FAST);
    List<Point> slowest =
        found.points("Race to idle", "Power that no clock changes", SlowToFastRuns.SLOWEST);
    assertThat(best.getLast().y()).isCloseTo(100, within(0.1));
    assertThat(slowest.getLast().low()).isGreaterThan(120);
    assertThat(best.getFirst().high()).isLessThan(70);
  }
}
