package org.curtail.app.simulate;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.curtail.app.Terminal.assertDone;
import static org.curtail.app.Terminal.curtail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.curtail.IntervalTable;
import org.curtail.app.Terminal;
import org.curtail.measurement.results.Results;
import org.curtail.measurement.results.ResultsFile;
import org.curtail.measurement.results.Run;
import org.curtail.measurement.results.Verdict;
import org.curtail.tune.Tuner;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

@Timeout(300)
class SimulateCommandTest {
  @TempDir Path folder;
  private Path profile = Path.of("");
  private Path out = Path.of("");

  @BeforeEach
  void writeProfile() throws IOException {
    out = folder.resolve("results.json");
    profile =
        Files.writeString(
            folder.resolve("profile.json"),
            "{\"format\":\"curtail-profile/1\",\"maxDegree\":4,\"source\":\"test\",\"timesMs\":["
                + "[10,6,5,4.5],[20,11,9,8],[100,52,36,28],[15,9,7,6]]}");
  }

  private Terminal simulate(Object... more) {
    var words = new ArrayList<Object>(List.of("simulate", "--profile", profile, "--cores", 4));
    words.addAll(List.of(more));
    return curtail(words.toArray());
  }

  private Results written(Object... more) {
    var words = new ArrayList<Object>(List.of(more));
    words.addAll(List.of("--out", out, "--overwrite"));
    Terminal run = simulate(words.toArray());
    assertDone(run);
    return ResultsFile.read(out);
  }

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
    Run alone = written("--policies", "adaptive", "--load", "0.7").runs().getFirst();
    Results together = written("--policies", "sequential,fixed-2,adaptive", "--load", "0.3,0.7");
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
        written("--load", "0.2,0.6,0.9", "--table", "few-to-many-lucene", "--boosting").runs()) {
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
  void costsAreFelt() {
    Object[] free = {"--policies", "adaptive", "--load", "0.5", "--requests", 2000};
    Object[] dear = {
      "--policies", "adaptive", "--load", "0.5", "--requests", 2000, "--wake-up-us", 3000
    };
    assertThat(written(dear).runs().getFirst().latency().meanMs())
        .isGreaterThan(written(free).runs().getFirst().latency().meanMs());
  }

  @Test
  void switchesBetweenRequestsThatTakeTurnsAreFeltNamedAndRepeated() {
    Object[] inSlices = {
      "--policies", "processor-sharing", "--rps", "1000", "--requests", 400, "--chunk-ms", 1
    };
    var switching = new ArrayList<Object>(List.of(inSlices));
    switching.addAll(List.of("--switch-us", 250));
    Results free = written(inSlices);
    Results costly = written(switching.toArray());
    assertThat(costly.runs().getFirst().latency().meanMs())
        .isGreaterThan(free.runs().getFirst().latency().meanMs());
    assertThat(costly.settings()).containsEntry("switch, us", 250.0);
    assertThat(costly.command()).contains("--switch-us 250");
    assertThat(free.settings()).doesNotContainKey("switch, us");
    assertThat(free.command()).doesNotContain("--switch-us");
  }

  @Test
  void everyCostIsFeltNamedAndRepeated() {
    Object[] quiet = {"--policies", "fixed-2", "--rps", "0.001", "--requests", 200};
    assertThat(written(quiet).runs().getFirst().latency().p99Ms()).isEqualTo(52);
    Results claims =
        written(
            "--policies",
            "fixed-2",
            "--rps",
            "0.001",
            "--requests",
            200,
            "--chunk-ms",
            1,
            "--claim-ns",
            250_000,
            "--overhead-percent",
            20,
            "--speculation");
    assertThat(claims.runs().getFirst().latency().p99Ms()).isEqualTo(52 * 1.25 * 1.2);
    assertThat(claims.settings())
        .containsEntry("claim, ns", 250_000L)
        .containsEntry("overhead of each further thread, %", 20.0)
        .containsEntry("speculation", true);
    assertThat(claims.command())
        .contains("--claim-ns 250000 --overhead-percent 20.0 --speculation");
    Results pauses =
        written(
            "--policies",
            "fixed-2",
            "--rps",
            "0.001",
            "--requests",
            200,
            "--pause-ms",
            500,
            "--pause-every-ms",
            500,
            "--pauses-vary");
    assertThat(pauses.runs().getFirst().latency().meanMs()).isGreaterThan(100);
    assertThat(pauses.settings()).containsEntry("pauses, ms", 500.0);
    assertThat(pauses.command()).contains("--pause-ms 500.0 --pause-every-ms 500.0 --pauses-vary");
  }

  @Test
  void stepsAndBurstsKeepTheirMeanRate() {
    Run steps =
        written("--rps-steps", "10:3s,50:1s", "--requests", 2000, "--policies", "sequential")
            .runs()
            .getFirst();
    assertThat(steps.rps()).isEqualTo(20);
    Object[] words = {"--rps", 20, "--requests", 2000, "--policies", "sequential"};
    Run even = written(words).runs().getFirst();
    var burstWords = new ArrayList<>(List.of(words));
    burstWords.addAll(List.of("--burst-factor", 20, "--burst-ms", 500, "--calm-ms", 4500));
    Results bursts = written(burstWords.toArray());
    assertThat(bursts.runs().getFirst().rps()).isEqualTo(20);
    assertThat(bursts.runs().getFirst().latency().p99Ms())
        .isGreaterThan(1.5 * even.latency().p99Ms());
    assertThat(bursts.command())
        .contains("--rps 20 --burst-factor 20.0 --burst-ms 500.0 --calm-ms 4500.0");
    Terminal shown = simulate("--rps-steps", "10:3s,50:1s", "--requests", 500);
    assertThat(shown.out()).contains("20 requests/s in the mean of 2 steps, load 18 %");
  }

  @Test
  void recordedArrivalsAreRepeatedFromPlainAndPackedFiles() throws IOException {
    var text = new StringBuilder("\n");
    for (int i = 0; i < 300; i++) {
      text.append(5_000 + 25 * i).append('\n');
    }
    Path plain = Files.writeString(folder.resolve("arrivals.txt"), text);
    Path packed = folder.resolve("arrivals.gz");
    try (var out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    }
    Run run = written("--arrivals", plain, "--policies", "sequential").runs().getFirst();
    assertThat(run.requests()).isEqualTo(300);
    assertThat(run.rps()).isEqualTo(40);
    Run again = written("--arrivals", packed, "--policies", "sequential").runs().getFirst();
    assertThat(again).isEqualTo(run);
    assertThat(simulate("--arrivals", plain, "--requests", 301).complaint())
        .contains("--requests: expected at most 300, as many as --arrivals has, found 301");
    assertThat(simulate("--arrivals", plain, "--out", plain, "--overwrite").complaint())
        .contains("--out: expected another file than that of --arrivals");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1;two;3     | arrivals.txt:2: expected a time in milliseconds, found 'two'",
        "1;5;;4      | arrivals.txt:4: expected at least the 5.0 ms of the line before, found 4",
        "1;NaN       | arrivals.txt:2: expected a finite time, found 'NaN'",
        "7;7         | arrivals.txt: expected arrivals at two moments at least, found one",
        "' '         | arrivals.txt: expected arrivals at two moments at least, found none",
      })
  void whatIsNoTimeOfArrivalIsNamedByItsLine(String lines, String complaint) throws IOException {
    Path file = Files.writeString(folder.resolve("arrivals.txt"), lines.replace(';', '\n'));
    Terminal run = simulate("--arrivals", file, "--out", out);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.complaint()).contains(complaint);
    assertThat(out).doesNotExist();
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
  void aRequestThatTakesNoTimeIsRefused() throws IOException {
    Path zero =
        Files.writeString(
            folder.resolve("zero.json"),
            "{\"format\":\"curtail-profile/1\",\"maxDegree\":1,\"source\":\"\",\"timesMs\":[[5],[0]]}");
    Terminal run = curtail("simulate", "--profile", zero);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.complaint()).contains("zero.json", "timesMs[1][0]", "0");
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
        .contains("not even one that knows the future", "./curtail simulate")
        .doesNotContain("Pause meter");
  }

  @Test
  void numbersThatAreLeftOutAreFoundForEachRate() throws IOException {
    Object[] words = {"--policies", "interval,clairvoyant", "--load", "0.4,0.8", "--requests", 400};
    Results results = written(words);
    String first = Files.readString(out);
    written(words);
    assertThat(out).hasContent(first);
    assertThat(results.runs())
        .extracting(Run::policy)
        .containsExactly("interval", "clairvoyant", "interval", "clairvoyant");
    for (Run run : results.runs()) {
      String found = requireNonNull(run.tuned());
      assertThat(found).matches(run.policy() + "-[0-9]+");
      Run again =
          written("--policies", found, "--load", run.load(), "--requests", 400).runs().getFirst();
      assertThat(again.percentiles()).isEqualTo(run.percentiles());
      assertThat(again.tuned()).isNull();
      assertThat(again.knowsDemand()).isEqualTo(run.knowsDemand());
    }
  }

  @Test
  void numbersThatWholeMillisecondsMayMissAreNoted() throws IOException {
    Files.writeString(
        profile,
        "{\"format\":\"curtail-profile/1\",\"maxDegree\":2,\"source\":\"test\","
            + "\"timesMs\":[[1,0.6],[2,1.1],[5,2.6]]}");
    Terminal coarse =
        simulate("--policies", "sequential,tpc", "--load", "0.3,0.6", "--requests", 1000);
    assertDone(coarse);
    assertThat(coarse.err())
        .containsOnlyOnce("whole milliseconds are coarse")
        .containsPattern("note: tpc-[0-9-]+: whole");
    Files.writeString(
        profile,
        "{\"format\":\"curtail-profile/1\",\"maxDegree\":2,\"source\":\"test\","
            + "\"timesMs\":[[50000,49000],[60000,59000]]}");
    Terminal great = simulate("--policies", "edf", "--load", "0.3", "--requests", 1000);
    assertThat(great.err()).contains("edf-9999: 9,999 ms is the greatest possible number");
    assertThat(simulate("--policies", "binary", "--load", "0.3", "--requests", 1000).err())
        .doesNotContain("note:");
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
        .contains("No verdict: a p99 takes 1,000 requests in each run, these have 899.")
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
  void whatWasFoundAndWhoKnowsTheDemandIsSaid() {
    Terminal run =
        simulate("--policies", "clairvoyant,fixed-2", "--load", "0.4", "--requests", 1000);
    assertDone(run);
    List<String> lines = run.out().lines().toList();
    assertThat(lines.get(4)).startsWith("clairvoyant ^ ").doesNotContain("*");
    assertThat(lines.get(5)).startsWith("fixed-2 ").contains("*");
    assertThat(run.out())
        .containsPattern("tuned for this rate, on other arrivals: clairvoyant-[0-9]+\\R")
        .contains("^ knows how long each request takes");
    assertThat(lines).last().asString().contains("fixed-2").doesNotContain("clairvoyant");
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
        written("--policies", "sequential,tail-control,edf-60", "--load", "0.7", "--target-ms", 60);
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
    Terminal text = simulate("--load", "0.7", "--target-ms", 60, "--policies", "sequential");
    assertThat(text.out().lines().toList().get(3)).endsWith("late");
    assertThat(text.out()).containsPattern("sequential .*2[0-9]\\.[0-9][0-9] %\\R");
    assertThat(simulate("--load", "0.7").out().lines()).noneMatch(line -> line.endsWith(" late"));
  }

  @Test
  void theHelpNamesWhatCanBeTuned() {
    // Lines break behind hyphens too.
    String help = new CommandLine(new SimulateCommand()).getUsageMessage().replaceAll("\\s+", "");
    assertThat(Tuner.names()).allSatisfy(name -> assertThat(help).contains(name));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--policies fifo       | no policy is named 'fifo'; known are adaptive, automatic, binary-T",
        "--policies fixed-5    | expected at most the degree 4",
        "--policies few-to-many | needs an interval table (--table TABLE)",
        "--policies edf,edf   | expected each value once, found edf twice",
        "--policies tail-control,tail-control-60 --target-ms 60 | expected each value once",
        "--policies tail-control --target-ms 20000 | --target-ms: expected at most 9,999",
        "--target-ms 0        | --target-ms: expected a number above 0 and at most",
        "--target-ms NaN      | --target-ms: expected a number, found 'NaN'",
        "--prediction-error -1 | --prediction-error: expected a number from 0 to 5, found -1",
        "--policies sequential,sequential | expected each value once, found sequential twice",
        "--policies ,          | --policies: expected a value behind the last comma",
        "--rps 0               | --rps: expected a number above 0 and at most 1,000,000,000, found 0",
        "--rps 30,-1           | --rps: expected a number above 0 and at most 1,000,000,000, found -1",
        "--rps NaN             | --rps: expected a number, found 'NaN'",
        "--rps many            | many",
        "--rps 30,30           | --rps: expected each value once, found 30 twice",
        "--rps ,               | --rps",
        "--rps 30 --load 0.5   | --load cannot be given together with --rps",
        "--load 0              | --load: expected a number above 0 and at most 1,000,000,000, found 0",
        "--rps 1e-9            | --requests: expected fewer",
        "--requests 0          | --requests: expected a whole number from 100 to 1,000,000, found 0",
        "--cores 0             | --cores: expected a whole number from 1 to 10,000, found 0",
        "--wake-up-us -1       | --wake-up-us: expected a number from 0",
        "--chunk-ms NaN        | --chunk-ms: expected a number",
        "--claim-ns 5         | --claim-ns works only with --chunk-ms above 0",
        "--speculation         | --speculation works only with --chunk-ms above 0",
        "--overhead-percent -1 | --overhead-percent: expected a number from 0",
        "--pause-ms 5          | --pause-ms works only with --pause-every-ms",
        "--pause-every-ms 5    | --pause-every-ms works only with --pause-ms",
        "--pause-ms 0 --pause-every-ms 5 | --pause-ms: expected a number from 0.001",
        "--pauses-vary         | --pauses-vary works only with --pause-ms",
        "--rps-steps 30        | --rps-steps: expected rate:duration as in 30:60s",
        "--rps-steps 30:0s     | --rps-steps: expected a duration above 0, found '30:0s'",
        "--rps-steps 0:5s      | --rps-steps: expected a rate above 0 in at least one step, found '0:5s'",
        "--rps-steps 5:1s,-5:5s | --rps-steps: expected a finite rate of at least 0, found '-5:5s'",
        "--rps-steps 30:5s --rps 3 | --rps-steps cannot be given together with --rps",
        "--rps-steps 30:5s --burst-factor 3 | --burst-factor cannot be given together with --rps-steps",
        "--burst-factor 0.5    | --burst-factor: expected a number from 1",
        "--burst-factor 2 --burst-ms 0 | --burst-ms: expected a number above 0",
        "--burst-ms 500       | --burst-ms works only with --burst-factor",
        "--load 0.5 --calm-ms 500 | --calm-ms works only with --burst-factor",
        "--policies nobody     | ; curtail policies says what each does",
        "--pause-ms 0.001 --pause-every-ms 0.001 | --pause-every-ms: expected at most 1,000,000 pauses",
        "--pause-ms 1000 --pause-every-ms 0.001 | with --pause-ms 1000.0 and --pause-every-ms 0.001",
        "--arrivals nowhere.txt | nowhere.txt",
        "--warm-up 19901       | --warm-up: expected a whole number from 0 to 19,900",
        "--repeats 0           | --repeats: expected a whole number from 1 to 1,000, found 0",
        "--table nowhere.json  | nowhere.json: expected an interval table's file or one of",
      })
  void mistakesAreNamedAndLeaveNothing(String options, String complaint) {
    var words = new ArrayList<Object>(List.of("simulate", "--profile", profile, "--out", out));
    words.addAll(List.of(options.split(" ")));
    Terminal run = curtail(words.toArray());
    assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
    assertThat(run.complaint()).contains(complaint);
    assertThat(run.out()).isEmpty();
    assertThat(out).doesNotExist();
  }

  @Test
  void anEmptyListIsAMistake() {
    Terminal run = simulate("--policies", "");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.complaint())
        .contains("--policies: expected names of policies", "found an empty name");
    assertThat(simulate("--rps", "").complaint()).contains("--rps");
  }

  @Test
  void theProfileIsNeverReplaced() {
    Terminal run = simulate("--out", profile, "--overwrite");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.complaint()).contains("--out: expected another file than that of --profile");
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

  @Test
  void aKnownDemandOfOtherDegreesIsRefused() throws IOException {
    Path other = folder.resolve("other.json");
    Files.writeString(
        other,
        """
        {"format":"curtail-profile/1","maxDegree":1,"source":"","timesMs":[[1.0]]}
        """);
    Terminal run = simulate("--known-profile", other, "--rps", "1");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .contains("--known-profile: expected degrees up to 4")
        .contains("found up to 1");
  }
}
