package org.curtail.cli.simulate;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.curtail.cli.Terminal.assertDone;
import static org.curtail.cli.Terminal.curtail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.curtail.IntervalTable;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.Verdict;
import org.curtail.cli.Terminal;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class SimulateCommandTest extends SimulateCommandCase {
  @Test
  void policiesStandInTheOrderGivenWithTheBestMarkedAndTheLimitBelow() {
    Terminal run =
        simulate("--policies", "fixed-4,sequential", "--rps", "0.01,30", "--requests", 1000);
    assertDone(run);
    List<String> lines = run.out().lines().toList();
    assertThat(lines.get(0))
        .isEqualTo("4 cores, 1,000 requests in each run, seed 1; * is the lowest p99");
    assertThat(lines.get(2)).startsWith("0.0100 requests/s, load 0.0 %");
    assertThat(lines.get(3)).contains("policy", "mean ms", "p99.9", "above limit", "threads");
    assertThat(lines.get(4)).startsWith("fixed-4 ").contains("*");
    assertThat(lines.get(5)).startsWith("sequential ").doesNotContain("*");
    assertThat(lines.get(6)).startsWith("limit ").contains("28.0");
    assertThat(lines.get(8)).startsWith("30 requests/s, load 27 %");
    // The longest request at degree 4; four cores over a mean of 36.25 ms.
    assertThat(run.out()).contains("p99 at least 28.0 ms", "at most 110 requests/s");
    assertThat(lines.get(lines.size() - 2)).contains("fixed-4 at 0.0100 requests/s");
    assertThat(lines).last().asString().contains("./curtail simulate", "--repeats 5");
  }

  @Test
  void theSameSeedGivesTheSameFileAndAnotherOneOtherTimes() throws IOException {
    Object[] words = {"--load", "0.4,0.8", "--requests", 2000};
    written(words);
    String first = Files.readString(out);
    written(words);
    assertThat(out).hasContent(first);
    Results other = written("--load", "0.4,0.8", "--requests", 2000, "--seed", 2);
    assertThat(other.seed()).isEqualTo(2);
    assertThat(other.runs().getFirst().latency().meanMs())
        .isNotEqualTo(new ObjectMapper().readTree(first).at("/runs/0/meanMs").asDouble());
  }

  @Test
  void aRunDoesNotDependOnWhoElseIsSimulated() {
    Run alone =
        written("--policies", "adaptive", "--load", "0.7", "--requests", 2_000).runs().getFirst();
    Results together =
        written(
            "--policies", "sequential,fixed-2,adaptive", "--load", "0.3,0.7", "--requests", 2_000);
    assertThat(together.runs())
        .extracting(Run::policy)
        .containsExactly("sequential", "fixed-2", "adaptive", "sequential", "fixed-2", "adaptive");
    Run amongOthers = together.runs().getLast();
    assertThat(amongOthers.percentiles()).isEqualTo(alone.percentiles());
    assertThat(amongOthers.degrees().meanDegree()).isEqualTo(alone.degrees().meanDegree());
    assertThat(amongOthers.boundMs()).isEqualTo(alone.boundMs());
  }

  @Test
  void aQuietMachineServesEveryRequestAsIfItWereAlone() {
    Run run =
        written("--policies", "fixed-2", "--rps", "0.001", "--requests", 4000).runs().getFirst();
    assertThat(run.latency().p99Ms()).isEqualTo(52);
    assertThat(run.latency().p50Ms()).isBetween(9.0, 11.0);
    assertThat(run.boundMs()).isEqualTo(28);
    assertThat(run.degrees().meanDegree()).isEqualTo(2);
    assertThat(run.degrees().meanDegreeLongest()).isEqualTo(2);
    assertThat(run.degrees().degreeShares()).containsExactly(0.0, 1.0);
  }

  @Test
  void noPolicyIsBelowTheLimit() {
    for (Run run :
        written(
                "--load",
                "0.2,0.6,0.9",
                "--table",
                "few-to-many-lucene",
                "--boosting",
                "--requests",
                Cases.count(2_000, 10_000))
            .runs()) {
      assertThat(run.latency().p99Ms()).as(run.policy()).isGreaterThanOrEqualTo(run.boundMs());
      assertThat(run.utilisation()).isBetween(0.0, 1.0);
    }
  }

  @Test
  void fewToManyIsThereByDefaultIfThereIsATable() {
    assertThat(written("--load", "0.5", "--requests", 500).runs())
        .extracting(Run::policy)
        .containsExactly("sequential", "fixed-2", "adaptive", "tail-index");
    assertThat(written("--load", "0.5", "--requests", 500, "--table", "few-to-many-lucene").runs())
        .extracting(Run::policy)
        .endsWith("few-to-many", "tail-index");
  }

  @Test
  void aPublishedTableGetsPredictionsForTheDemand() {
    IntervalTable table =
        requireNonNull(
            written("--load", "0.5", "--requests", 500, "--table", "few-to-many-lucene").table());
    assertThat(table.row(1).startsMs()).containsExactly(0.0, 0.0, 0.0, 0.0);
    assertThat(table.row(1).tailMs()).isEqualTo(28);
    assertThat(table.rows()).hasSize(24);
  }

  @Test
  void theWarmUpIsLeftOut() {
    Object[] all = {"--policies", "sequential", "--load", 0.9, "--requests", 1000};
    Object[] warm = {
      "--policies", "sequential", "--load", 0.9, "--requests", 1000, "--warm-up", 400
    };
    Run whole = written(all).runs().getFirst();
    Run rest = written(warm).runs().getFirst();
    assertThat(rest.requests()).isEqualTo(600);
    assertThat(rest.latency().meanMs()).isNotEqualTo(whole.latency().meanMs());
    assertThat(rest.latency().p99Ms()).isGreaterThanOrEqualTo(rest.boundMs());
    assertThat(rest.utilisation()).isEqualTo(whole.utilisation());
  }

  @Test
  void repeatsAreMeansOverSeedsAndSayHowFarTheyLieApart() {
    Object[] words = {"--policies", "sequential,adaptive", "--load", 0.7, "--requests", 1000};
    var p99Ms = new ArrayList<Double>();
    for (int seed = 5; seed <= 7; seed++) {
      var one = new ArrayList<>(List.of(words));
      one.addAll(List.of("--seed", seed));
      p99Ms.add(written(one.toArray()).runs().getLast().latency().p99Ms());
    }
    var three = new ArrayList<>(List.of(words));
    three.addAll(List.of("--seed", 5, "--repeats", 3));
    Results results = written(three.toArray());
    Run run = results.runs().getLast();
    assertThat(run.requests()).isEqualTo(3000);
    assertThat(run.latency().p99Ms())
        .isCloseTo(p99Ms.stream().mapToDouble(ms -> ms).average().orElseThrow(), within(1e-9));
    assertThat(run.latency().p99SpreadMs())
        .containsExactly(Collections.min(p99Ms), Collections.max(p99Ms));
    assertThat(run.against().getFirst().p99().low()).isLessThan(1);
    assertThat(results.verdict().details()).last().asString().contains("3 traces", "mean");
    assertThat(simulate(three.toArray()).out())
        .contains("seed 5 to 7, figures are means over these 3 runs");
  }

  @Test
  void aPolicyThatDoesNotKeepUpIsMarkedEvenIfOthersDo() {
    Object[] words = {"--policies", "fixed-4,sequential", "--load", 0.9, "--requests", 3000};
    Results results = written(words);
    assertThat(results.runs().getFirst().unstable()).isTrue();
    assertThat(results.runs().getLast().unstable()).isNull();
    assertThat(results.verdict().headline()).contains("sequential at");
    assertThat(results.verdict().details()).anyMatch(line -> line.startsWith("Unstable"));
    assertThat(simulate(words).out()).contains("fixed-4 is unstable here: its backlog");
  }

  @Test
  @Tag("long")
  void aCollapsedServiceIsGivenUpInTime() {
    Run run =
        written("--policies", "fixed-4", "--load", 50, "--requests", 30_000).runs().getFirst();
    assertThat(run.unstable()).isTrue();
    assertThat(run.requests()).isBetween(10_000, 20_000);
  }

  @Test
  void moreThanAnyPolicyCanCarryIsSaidAndStillSimulated() {
    Terminal run = simulate("--load", "1.2", "--requests", 1000, "--policies", "sequential");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("unstable: more arrives than any policy can carry, 110 requests");
    assertThat(run.err()).contains("unstable");
  }

  @Test
  void oneCoreIsEnough() {
    Terminal run =
        curtail("simulate", "--profile", profile, "--cores", 1, "--load", 0.5, "--requests", 500);
    assertDone(run);
    assertThat(run.out()).contains("1 core,", "sequential", "limit");
  }

  @Test
  void everyPolicyRunsOnFewerCoresThanItHasDegrees() {
    String policies =
        "sequential,fixed-4,interval-5,protected-2,adaptive,binary-2,linear-2,clairvoyant-20,"
            + "few-to-many-published,few-to-many-published+boosting,tail-index,"
            + "sequential+sharing,fixed-4+sharing,interval-5+sharing+boosting,adaptive+sharing,"
            + "few-to-many-published+sharing,tail-index+sharing";
    for (int cores = 1; cores <= 3; cores++) {
      Terminal run =
          curtail(
              "simulate",
              "--profile",
              profile,
              "--cores",
              cores,
              "--load",
              0.5,
              "--requests",
              300,
              "--policies",
              policies,
              "--chunk-ms",
              1,
              "--speculation");
      assertDone(run);
      assertThat(run.out()).contains(policies.split(","));
    }
  }

  @Test
  void jsonIsTheResultFileAndNothingElse() throws IOException {
    Terminal run = simulate("--json", "--requests", 500, "--out", out);
    JsonNode json = new ObjectMapper().readTree(run.out());
    assertThat(json.get("kind").asText()).isEqualTo("simulate");
    assertThat(json.has("noise")).isFalse();
    assertThat(json.get("runs")).hasSize(12);
    assertThat(run.out().strip()).isEqualTo(Files.readString(out).strip());
  }

  @Test
  void aReportShowsSimulatedRuns() throws IOException {
    written("--requests", 1000);
    Path page = folder.resolve("report.html");
    Terminal run = curtail("report", out, "--out", page);
    assertDone(run);
    assertThat(Files.readString(page))
        .contains("even for one that knows the future", "./curtail simulate")
        .doesNotContain("Pause meter");
  }

  @Test
  void aPublishedTableForOtherCoresIsNoted() {
    assertThat(
            simulate("--policies", "few-to-many-published", "--load", "0.3", "--requests", 1000)
                .err())
        .contains("few-to-many-published was planned for 15 cores, this machine has 4");
    assertThat(
            simulate(
                    "--policies",
                    "few-to-many-published",
                    "--load",
                    "0.3",
                    "--requests",
                    1000,
                    "--cores",
                    15)
                .err())
        .doesNotContain("planned for");
  }

  @Test
  void tooFewRequestsForATailGiveNoVerdictButTheCommandThatDoes() {
    Object[] words = {
      "--policies", "sequential,fixed-2", "--load", "0.4", "--requests", 999, "--warm-up", 100
    };
    Terminal run = simulate(words);
    assertDone(run);
    assertThat(run.out())
        .contains("- too few requests: p99 takes 1,000, p99.9 takes 10,000")
        .contains("No verdict: a p99 needs 1,000 requests in each run, these have 899.")
        .doesNotContain("*", "Lowest");
    String last = run.out().lines().toList().getLast();
    assertThat(last)
        .startsWith("For a verdict, simulate more: ./curtail simulate ")
        .contains("--requests 20100 ");

    Results results = written(words);
    assertThat(results.runs().getFirst().latency().p99Ms()).isPositive();
    assertThat(results.runs().getFirst().requests()).isEqualTo(899);
    assertThat(results.verdict().outcome()).isEqualTo(Verdict.Outcome.TOO_FEW);
    assertThat(requireNonNull(results.verdict().next()).command()).endsWith(" --overwrite");
  }

  @Test
  void theMeanOfManyShortRunsCarriesNoTailThatTheRunsDoNot() {
    Results results =
        written("--policies", "sequential", "--load", "0.4", "--requests", 500, "--repeats", 8);
    assertThat(results.runs().getFirst().requests()).isEqualTo(4000);
    assertThat(results.runs().getFirst().runs()).isEqualTo(8);
    assertThat(results.runs().getFirst().carries(99)).isFalse();
    assertThat(results.verdict().headline()).startsWith("No verdict");
  }

  @Test
  void predictionsErrAsMuchAsAskedFor() {
    Object[] both = {
      "--policies", "clairvoyant-50,predictive-50", "--load", "0.5", "--prediction-error"
    };
    List<Run> right = written(with(both, 0)).runs();
    assertThat(right.getLast().percentiles()).isEqualTo(right.getFirst().percentiles());
    List<Run> wrong = written(with(both, 2)).runs();
    assertThat(wrong.getFirst().percentiles()).isEqualTo(right.getFirst().percentiles());
    assertThat(wrong.getLast().latency().p99Ms()).isGreaterThan(wrong.getFirst().latency().p99Ms());
    assertThat(wrong).extracting(Run::knowsDemand).containsExactly(true, false);
  }

  private static Object[] with(Object[] words, Object last) {
    var all = new ArrayList<>(List.of(words));
    all.add(last);
    return all.toArray();
  }

  @Test
  void theLateAreCountedIfThereIsATarget() {
    Results results =
        written(
            "--policies",
            "sequential,tail-control,edf-60",
            "--load",
            "0.7",
            "--target-ms",
            60,
            "--requests",
            5_000);
    assertThat(results.runs())
        .extracting(Run::policy)
        .containsExactly("sequential", "tail-control-60", "edf-60");
    // A quarter of the requests takes 100 ms on one thread.
    assertThat(requireNonNull(results.runs().getFirst().lateShare())).isGreaterThan(0.24);
    for (Run run : results.runs()) {
      double least = requireNonNull(run.leastLateShare());
      assertThat(requireNonNull(run.lateShare())).isGreaterThanOrEqualTo(least);
      assertThat(least).isLessThan(0.05);
    }
    assertThat(results.settings()).containsEntry("target, ms", 60.0);
    Object[] plain = {"--load", "0.7", "--policies", "sequential", "--requests", 5_000};
    Terminal text =
        simulate(Stream.concat(Stream.of(plain), Stream.of("--target-ms", 60)).toArray());
    assertThat(text.out().lines().toList().get(3)).endsWith("late");
    assertThat(text.out()).containsPattern("sequential .*2[0-9]\\.[0-9][0-9] %\\R");
    assertThat(simulate(plain).out().lines()).noneMatch(line -> line.endsWith(" late"));
  }

  @Test
  void policiesMayKnowAnotherDemandThanTheOneThatIsSimulated() throws IOException {
    Path other = folder.resolve("other.json");
    Files.writeString(
        other,
        """
        {"format":"curtail-profile/1","maxDegree":4,"source":"before it drifted",
         "timesMs":[[1.0,1.0,1.0,1.0]]}
        """);
    Object[] words = {"--policies", "sequential,adaptive", "--load", "0.3", "--requests", 500};
    Results same = written(words);
    Results drifted =
        written(Stream.concat(Stream.of(words), Stream.of("--known-profile", other)).toArray());
    assertThat(drifted.command()).contains("--known-profile " + other);
    // Threads that are thought to bring nothing are not used; the requests are the same.
    assertThat(drifted.runs().get(0)).isEqualTo(same.runs().get(0));
    assertThat(same.runs().get(1).degrees().meanDegree()).isGreaterThan(2);
    assertThat(drifted.runs().get(1).degrees().meanDegree()).isEqualTo(1);
  }
}
