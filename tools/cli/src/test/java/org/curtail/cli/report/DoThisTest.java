package org.curtail.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.report.MadeUpResults.EQUAL;
import static org.curtail.cli.report.MadeUpResults.emulated;
import static org.curtail.cli.report.MadeUpResults.live;
import static org.curtail.cli.report.MadeUpResults.simulated;

import java.util.List;
import java.util.Objects;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.SampleResults;
import org.curtail.benchkit.results.Verdict.Next;
import org.curtail.benchkit.results.Verdict.Outcome;
import org.curtail.benchkit.stats.Ratio;
import org.junit.jupiter.api.Test;

class DoThisTest {
  private static final Ratio HALF = new Ratio(0.5, 0.45, 0.55);
  private static final Ratio NEARLY_HALF = new Ratio(0.53, 0.5, 0.56);
  private static final Ratio THREE_QUARTERS = new Ratio(0.75, 0.7, 0.8);
  private static final Ratio HIGHER = new Ratio(1.3, 1.2, 1.4);

  private static DoThis of(Results... all) {
    return DoThis.of(List.of(all)).orElseThrow();
  }

  private static String nextCommand(DoThis what) {
    return Objects.requireNonNull(what.next()).command();
  }

  private static String findings(DoThis what) {
    return String.join("\n", what.findings());
  }

  @Test
  void thePolicyWithTheLowestTailWinsAndItsLineOfJavaFollows() {
    DoThis what =
        of(
            live(8)
                .sequential(0.3, 0.7)
                .policy("adaptive", 0.3, THREE_QUARTERS)
                .policy("adaptive", 0.7, THREE_QUARTERS)
                .policy("few-to-many", 0.3, HALF)
                .policy("few-to-many", 0.7, EQUAL)
                .make());

    assertThat(what.policy()).isEqualTo("few-to-many");
    assertThat(what.cores()).isEqualTo(8);
    assertThat(what.advice())
        .startsWith("Use few-to-many on 8 cores.")
        .endsWith("In Java, with a reader of demo/table.json:")
        .doesNotContain("No difference to");
    assertThat(what.java()).contains("new FewToMany(").endsWith(".start();");
    assertThat(findings(what))
        .contains(
            "Live on 8 cores: the p99 of few-to-many is 50 % lower than that of sequential at 30 % load.");
    assertThat(what.next())
        .isEqualTo(
            new Next(
                "Find the additional load at the tail of one thread at a low load, simulated",
                "./curtail capacity --profile demo/profile.json --table demo/table.json --cores 8"
                    + " --policies sequential,few-to-many --target-p99-ms 110"));
  }

  @Test
  void overlappingIntervalsAreATie() {
    DoThis what =
        of(
            live(8)
                .sequential(0.5)
                .policy("adaptive", 0.5, NEARLY_HALF)
                .policy("fixed-2", 0.5, THREE_QUARTERS)
                .policy("tail-index", 0.5, HALF)
                .make());

    assertThat(what.policy()).isEqualTo("tail-index");
    assertThat(what.advice())
        .contains("No difference to adaptive is shown")
        .doesNotContain("fixed-2");
  }

  @Test
  void aPolicyThatRaisesTheTailAtALoadIsNotRecommendedHoweverMuchItGainsAtOthers() {
    DoThis what =
        of(
            live(8)
                .sequential(0.3, 0.7)
                .policy("fixed-4", 0.3, HALF)
                .policy("fixed-4", 0.7, HIGHER)
                .policy("adaptive", 0.3, THREE_QUARTERS)
                .policy("adaptive", 0.7, EQUAL)
                .make());

    assertThat(what.policy()).isEqualTo("adaptive");
  }

  @Test
  void aRaisedMeanIsSaid() {
    DoThis what = of(live(8).sequential(0.5).policy("adaptive", 0.5, HALF, HIGHER).make());

    assertThat(what.advice()).contains("It raises the mean at 50 % load.");
  }

  @Test
  void ifNothingIsShownToGainWhatAUserHasIsAsGood() {
    DoThis what =
        of(
            live(2)
                .sequential(0.5)
                .policy("lucene-2", 0.5, EQUAL)
                .policy("tail-index", 0.5, EQUAL)
                .make());

    assertThat(what.policy()).isNull();
    assertThat(what.java()).isNull();
    assertThat(what.advice())
        .isEqualTo(
            "Keep your present way: on 2 cores plain Lucene is as good as any measured policy.");
    assertThat(findings(what)).contains("no lower tail is shown");
    assertThat(nextCommand(what))
        .isEqualTo("./curtail simulate --profile demo/profile.json --cores 16 --repeats 5");
  }

  @Test
  void plainLuceneIsNeverThePolicyToUse() {
    DoThis what =
        of(
            live(2)
                .sequential(0.5)
                .policy("lucene-2", 0.5, HALF)
                .policy("fixed-2", 0.5, EQUAL)
                .make());

    assertThat(what.policy()).isNull();
  }

  @Test
  void whoDoesNotKeepUpIsOutAndALoadThatNobodyCarriesDecidesNothing() {
    DoThis what =
        of(
            simulated(16)
                .sequential(0.5)
                .policy("fixed-4", 0.5, HALF)
                .policy("tail-index", 0.5, THREE_QUARTERS)
                .sequential(0.8)
                .unstable("fixed-4", 0.8)
                .policy("tail-index", 0.8, THREE_QUARTERS)
                .unstable("sequential", 1.2)
                .unstable("fixed-4", 1.2)
                .unstable("tail-index", 1.2)
                .make());

    assertThat(what.policy()).isEqualTo("tail-index");
    assertThat(what.advice()).contains("as far as a simulation can show");
    assertThat(findings(what)).doesNotContain("120 %");
    assertThat(nextCommand(what))
        .isEqualTo(
            "./curtail bench --profile demo/profile.json --emulate-cores 16"
                + " --policies sequential,tail-index --load 0.5,0.8 --out emulated");
  }

  @Test
  void ifNothingKeepsUpNothingIsDecided() {
    DoThis what = of(simulated(16).unstable("sequential", 1.2).unstable("tail-index", 1.2).make());

    assertThat(what.policy()).isNull();
    assertThat(findings(what)).contains("Simulated on 16 cores: not judged, no policy keeps up.");
    assertThat(what.advice()).startsWith("Change nothing yet");
  }

  @Test
  void oneSeedDecidesNothingButItsFiguresHeadThePage() {
    Results oneSeed =
        simulated(16).ofOneSeed().sequential(0.5).policy("tail-index", 0.5, HALF).make();
    DoThis what = of(oneSeed);

    assertThat(DoThis.heading(List.of(oneSeed)))
        .contains(
            "tail-index: p99 50 % lower than one thread each on 16 cores, simulated with one seed");

    assertThat(what.policy()).isNull();
    assertThat(findings(what)).contains("one seed decides nothing");
  }

  @Test
  void anInterruptedMeasurementIsFinishedFirst() {
    Results stopped =
        live(8)
            .sequential(0.5)
            .policy("tail-index", 0.5, HALF)
            .judged(Outcome.DIFFERENCE)
            .make()
            .interrupted(new Interruption(3, 10, "blocks", List.of()));
    DoThis what = of(stopped);

    assertThat(what.policy()).isNull();
    assertThat(findings(what)).contains("not judged, interrupted after 3 of 10 blocks.");
    assertThat(what.next()).isEqualTo(new Next("Again", "./curtail bench again"));
  }

  @Test
  void whatWasMeasuredOnABusyMachineIsMeasuredAgainAndASimulationDecidesMeanwhile() {
    Results busy =
        emulated(16)
            .sequential(0.6)
            .policy("tail-index", 0.6, THREE_QUARTERS)
            .judged(Outcome.TOO_BUSY)
            .make();
    Results simulation =
        simulated(16)
            .sequential(0.6)
            .policy("tail-index", 0.6, HALF)
            .policy("few-to-many", 0.6, THREE_QUARTERS)
            .make();
    DoThis what = of(busy, simulation);

    assertThat(findings(what))
        .contains("emulated: not judged, this machine was busy with something else.")
        .contains(
            "Its figures are doubtful. At 60 % load, p99 of 5,000 requests: sequential 100 ms (the same simulated: 99.0 ms)")
        .contains(
            "Simulated on 16 cores: the p99 of tail-index is 50 % lower than that of sequential");
    assertThat(what.policy()).isEqualTo("tail-index");
    assertThat(what.next()).isEqualTo(new Next("Again", "./curtail bench again"));
  }

  @Test
  void theEngineStandsBesideTheSimulationAndTheLimit() {
    Results engine = emulated(16).sequential(0.6).policy("tail-index", 0.6, HALF).make();
    DoThis what = of(simulated(16).sequential(0.6).policy("tail-index", 0.6, HALF).make(), engine);

    assertThat(what.findings().getFirst()).startsWith("The demand: on one thread half of");
    assertThat(findings(what))
        .contains(
            "At 60 % load, p99 of 5,000 requests: sequential 100 ms (the same simulated: 99.0 ms),"
                + " tail-index 50.0 ms (the same simulated: 49.5 ms).",
            "At 60 % load, p99 of 25,000 requests: sequential 100 ms, tail-index 50.0 ms; no policy"
                + " can be below 40.0 ms.")
        .containsOnlyOnce(
            "The profile has the degrees 1 to 2, so a request gets at most 2 of the 16");
    assertThat(what.advice()).contains("on 16 cores, as the engine shows on emulated ones.");
    // The engine has shown it: a simulation of its load comes next, not another emulation.
    assertThat(nextCommand(what)).startsWith("./curtail capacity ");
  }

  @Test
  void aSimulationBesideAnEmulationShowsTheFiguresOfItsLoads() {
    Results engine = emulated(16).sequential(0.6).policy("tail-index", 0.6, HALF).make();
    Results simulation =
        simulated(16)
            .sequential(0.3, 0.6)
            .policy("tail-index", 0.3, HALF)
            .policy("tail-index", 0.6, HALF)
            .make();

    assertThat(findings(of(simulation))).contains("At 30 % load, p99", "At 60 % load, p99");
    assertThat(findings(of(engine, simulation)))
        .contains("At 60 % load, p99")
        .doesNotContain("At 30 % load, p99");
  }

  @Test
  void theEngineOverrulesASimulationOfAsManyCoresButNotOfOthers() {
    Results engine = emulated(16).sequential(0.6).policy("tail-index", 0.6, EQUAL).make();

    DoThis same = of(engine, simulated(16).sequential(0.6).policy("tail-index", 0.6, HALF).make());
    assertThat(same.policy()).isNull();
    DoThis other = of(engine, simulated(32).sequential(0.6).policy("tail-index", 0.6, HALF).make());
    assertThat(other.policy()).isEqualTo("tail-index");
    assertThat(other.cores()).isEqualTo(32);
  }

  @Test
  void whatIsBestOnOtherCoresIsSaidToo() {
    Results here = live(2).sequential(0.5).policy("tail-index", 0.5, EQUAL).make();
    Results there = emulated(16).sequential(0.6).policy("tail-index", 0.6, HALF).make();
    assertThat(of(here, there).advice())
        .startsWith("Use tail-index on 16 cores")
        .contains("On 2 cores one thread for each request (sequential) is as good.");

    Results gains = live(2).sequential(0.5).policy("fixed-2", 0.5, HALF).make();
    assertThat(of(gains, there).advice())
        .startsWith("Use fixed-2 on 2 cores.")
        .contains("On 16 cores use tail-index, as the engine shows on emulated ones.");
  }

  @Test
  void aTailOfTooFewRequestsIsThatAtP95() {
    DoThis what =
        of(live(8).ofRequests(400).sequential(0.5).policy("tail-index", 0.5, HALF).make());

    assertThat(findings(what)).contains("the p95 of tail-index is 50 % lower");
  }

  @Test
  void withoutAProfileTheNextStepIsToMakeOne() {
    DoThis what =
        of(live(8).without("profile").sequential(0.5).policy("fixed-2", 0.5, HALF).make());

    assertThat(nextCommand(what)).isEqualTo("./curtail profile --help");
  }

  @Test
  void resultsThatComparePoliciesInNoWayHaveNothingToDo() {
    assertThat(DoThis.of(List.of(SampleResults.bare(), SampleResults.extreme()))).isEmpty();
  }
}
