package org.curtail.papers.automatic;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.curtail.Profile;
import org.curtail.automatic.choose.Candidate;
import org.curtail.automatic.choose.PolicyMap;
import org.curtail.benchkit.results.Claim;
import org.curtail.benchkit.results.GridFigures;
import org.curtail.benchkit.results.GridStatistic;
import org.curtail.benchkit.results.NumberTable;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.ResultsFile;
import org.curtail.benchkit.terminal.Console;
import org.curtail.papers.automatic.AutomaticRuns.Measured;
import org.curtail.papers.automatic.AutomaticSetting.Demand;
import org.curtail.papers.automatic.AutomaticSetting.Part;
import org.curtail.papers.automatic.AutomaticSetting.Size;
import org.curtail.sim.Machine;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.Simulation;
import org.curtail.sim.SimulationResult;
import org.curtail.sim.SyntheticProfiles;
import org.curtail.sim.Traces;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Points that are measured for real, but for plans, each of which takes seconds. */
@Tag("long")
@Timeout(180)
class AutomaticRunsTest {
  private static final Demand DEMAND = new Demand("lucene", SyntheticProfiles.luceneLike(100, 2));

  /** Always {@code fixed-2}: what then comes out is known. */
  private static Plans plans() {
    return new Plans(setting ->
        PolicyMap.always(
            Candidate.named("fixed-2", setting.profile(), Optional.empty(), OptionalInt.empty()),
            "for the test"));
  }

  private static Console silent() {
    var nowhere = new PrintStream(PrintStream.nullOutputStream());
    return new Console(nowhere, nowhere, false);
  }

  private static final AutomaticSetting SETTING =
      new AutomaticSetting(
          Size.QUICK,
          List.of(Part.values()),
          List.of(DEMAND),
          List.of(2),
          List.of(0.1),
          4000,
          60,
          1,
          3);

  private static final List<Measured> SO_FAR = new ArrayList<>();

  private static Measured measured = new Measured(List.of(), List.of(), List.of(), List.of(), 0);

  @BeforeAll
  static void measure() throws InterruptedException {
    measured = AutomaticRuns.measure(SETTING, plans(), silent(), SO_FAR::add);
  }

  @Test
  void underLittleLoadAutomaticComesFromSequentialToThePlanThatItIsGiven() {
    SteadyPoint point = measured.steady().getFirst();

    Profile profile = DEMAND.profile();
    var trace = Traces.draw(new PoissonArrivals(point.point().perSecond()), profile, 4000, 3);
    SimulationResult sequential =
        Simulation.run(
            Hindsight.of(profile, 2).policy("sequential"), profile, trace, Machine.ofCores(2));
    GridFigures figures = point.point().figures("sequential").orElseThrow();
    assertThat(figures.p99Ms())
        .isCloseTo(sequential.afterWarmUp(2000).percentileMs(99), within(1e-9));
    assertThat(figures.meanMs()).isCloseTo(sequential.afterWarmUp(2000).meanMs(), within(1e-9));
    // Two threads make requests 1.87 times faster in the mean, if none waits.
    assertThat(point.comparison().learned().mean().value()).isBetween(0.5, 0.75);
    assertThat(point.comparison().whileLearning().mean().value())
        .isBetween(point.comparison().learned().mean().value(), 1.02);
    assertThat(point.comparison().windows().getFirst().meanToSequential())
        .isCloseTo(1, within(0.05));
    assertThat(point.comparison().until().requests()).isBetween(300, 2000);
    assertThat(point.plans()).isPositive();
  }

  @Test
  void theBestWithHindsightIsTheLowestOfAllThatDoNoHarm() {
    Profile profile = DEMAND.profile();
    Hindsight hindsight = Hindsight.of(profile, 2);
    var trace = Traces.draw(new PoissonArrivals(3), profile, 2000, 1);
    var served = new LinkedHashMap<String, List<Served>>();
    hindsight
        .policies()
        .forEach((name, policy) -> served.put(name, List.of(Served.by(policy, profile, 2, trace))));
    var windows = new Windows(2000, 10);

    String best = Hindsight.best(windows, served, 1);

    List<Served> sequential = SteadyPoint.of(served, "sequential");
    served.forEach((name, runs) -> {
      boolean isHarmless =
          windows.ratio(GridStatistic.MEAN, runs, sequential, 1, 10) <= 1.03
              && windows.ratio(GridStatistic.P95, runs, sequential, 1, 10) <= 1.03;
      if (isHarmless) {
        assertThat(windows.ms(GridStatistic.P99, SteadyPoint.of(served, best), 1, 10))
            .as(name)
            .isLessThanOrEqualTo(windows.ms(GridStatistic.P99, runs, 1, 10));
      }
    });
    assertThat(hindsight.policies().keySet())
        .contains("sequential", "tail-index", "fixed-2", "adaptive", "few-to-many", "gittins")
        .doesNotContain("processor-sharing", "tail-index-predicted");
    assertThat(hindsight.promising(profile, 2, trace, 2)).hasSize(4).contains("tail-index");
  }

  @Test
  void aDemandThatDoublesIsNoticedAndNothingBeforeIt() {
    assertThat(measured.drifts())
        .extracting(DriftPoint::kind)
        .containsExactly(DriftKind.NONE, DriftKind.DOUBLED);
    DriftPoint doubled = measured.drifts().getLast();
    assertThat(doubled.falseAlarms()).isZero();
    assertThat(doubled.detections())
        .singleElement()
        .satisfies(found -> {
          assertThat(found.isFound()).isTrue();
          double perSecond = 0.35 * 2 * 1000 / DEMAND.profile().meanMs(1);
          assertThat(found.requests() / found.seconds()).isCloseTo(perSecond, withinPercentage(10));
          assertThat(found.requests()).isGreaterThan(10);
        });
    assertThat(doubled.outcomes().keySet())
        .containsExactly("automatic", "never planned again", "planned every minute", "sequential");
    // Always the same plan: whoever plans again does as who does not.
    assertThat(
            requireNonNull(doubled.outcomes().get("planned every minute")).toNever().p95().value())
        .isEqualTo(1);
  }

  @Test
  void aDayOfUnchangedTrafficIsToldWithoutASimulation() {
    assertThat(measured.unchanged())
        .singleElement()
        .satisfies(day -> {
          assertThat(day.days()).isCloseTo(1, within(0.01));
          assertThat(day.alarms()).isBetween(0, 3);
        });
  }

  /** The trace is of a profile that has each request twice, the second time twice as long. */
  @Test
  void trafficThatDoesChangeRaisesAnAlarm() {
    Profile profile = DEMAND.profile();
    DriftTrace drift =
        DriftTrace.draw(
            new PoissonArrivals(2), profile, DriftKind.DOUBLED.after(profile), 40_000, 20_000, 5);
    assertThat(UnchangedTraffic.of(drift.both(), 4, drift.trace(), 5).alarms()).isPositive();
  }

  @Test
  void resultsHaveAllPartsAndAreWrittenWhole() throws IOException {
    Results results = AutomaticResults.of(SETTING, measured, "./curtail automatic");

    assertThat(measured.isComplete()).isTrue();
    assertThat(results.kind()).isEqualTo("automatic");
    assertThat(results.claims())
        .extracting(Claim::what)
        .contains(
            "lucene: mean",
            "lucene: p95",
            "loads that change: mean",
            "demand doubles, 2 cores",
            "services that do not change");
    assertThat(results.figures()).hasSize(6);
    assertThat(ResultsFile.text(results)).contains("\"kind\" : \"automatic\"");
  }

  @Test
  void aRateOfFalseAlarmsIsToldOnlyWhereSomethingDidNotChange() {
    assertThat(alarmTables(measured)).hasSize(1);
    var changedOnly =
        new Measured(List.of(), List.of(), List.of(measured.drifts().getLast()), List.of(), 4);
    assertThat(alarmTables(changedOnly)).isEmpty();
  }

  private static List<String> alarmTables(Measured some) {
    return AutomaticTables.of(some).stream()
        .map(NumberTable::title)
        .filter(title -> title.startsWith("False alarms"))
        .toList();
  }

  @Test
  void whatIsFinishedIsToldBeforeAllIs() {
    assertThat(SO_FAR).isNotEmpty().noneMatch(Measured::isComplete);
    assertThat(SO_FAR).extracting(Measured::finished).isSorted().doesNotHaveDuplicates();
    Measured first = SO_FAR.getFirst();
    assertThat(measured.steady()).containsAll(first.steady());
    assertThat(measured.changing()).containsAll(first.changing());
    assertThat(measured.drifts()).containsAll(first.drifts());
    assertThat(measured.unchanged()).containsAll(first.unchanged());
  }

  @Test
  void aMeasurementThatWasStoppedKeepsWhatIsFinishedAndSaysSo() {
    var stopped = new Measured(measured.steady(), List.of(), List.of(), List.of(), 4);

    Results results = AutomaticResults.of(SETTING, stopped, "./curtail automatic");

    assertThat(requireNonNull(results.interrupted()).inWords())
        .isEqualTo("interrupted after 1 of 4 points");
    assertThat(results.verdict().details()).contains("Interrupted after 1 of 4 points.");
    assertThat(requireNonNull(results.grid()).points()).hasSize(1);
  }
}
