package org.curtail.cli.reissue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.Terminal.assertDone;
import static org.curtail.cli.Terminal.curtail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.curtail.benchkit.files.JsonFile;
import org.curtail.cli.Terminal;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.ReissueForecast;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePlanner;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.plan.PlanDocument;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class ReissueCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;
  private double[] timesMs = new double[0];
  private Path log = Path.of("");
  private Path out = Path.of("");

  /** Most requests take some milliseconds, one in fifty some hundreds. */
  @BeforeEach
  void writeLog() throws IOException {
    var random = new SplittableRandom(7);
    timesMs = new double[4000];
    for (int i = 0; i < timesMs.length; i++) {
      double ms = 5 + 10 * random.nextDouble() + (random.nextInt(50) == 0 ? 200 : 0);
      timesMs[i] = Math.round(ms * 1000) / 1000.0;
    }
    log = Files.writeString(folder.resolve("times.csv"), csv(timesMs));
    out = folder.resolve("reissue.json");
  }

  private static String csv(double[] timesMs) {
    var text = new StringBuilder("path,latency_ms\n");
    for (double ms : timesMs) {
      text.append("/a,").append(ms).append('\n');
    }
    return text.toString();
  }

  private Terminal reissue(Object... more) {
    var words = new ArrayList<Object>(List.of("reissue", "--log", log));
    words.addAll(List.of(more));
    return curtail(words.toArray());
  }

  @Test
  void theFileHoldsThePlanOfTheWholeLogAndWhatElseIsKnown() {
    Terminal run = assertDone(reissue("--budget", 0.02, "--percentile", 99, "--out", out));
    PlanDocument noted = JsonFile.REISSUE_PLAN.read(out);
    var goal = new ReissueGoal(99, 0.02);
    AttemptTimes times = AttemptTimes.independent(timesMs);
    ReissuePlan expected = ReissuePlanner.singleR(times, goal);
    assertThat(noted.plan()).isEqualTo(expected);
    ReissuePlan singleD = ReissuePlanner.singleD(times, goal);
    assertThat(noted.singleD())
        .isEqualTo(
            new PlanDocument.SingleD(
                singleD.policy().reissues().getFirst().delayMillis(),
                singleD.reissueFraction(),
                singleD.predictedMillis()));
    assertThat(noted.source())
        .isEqualTo("./curtail reissue --log %s --budget 0.02 --percentile 99".formatted(log));
    assertThat(noted.notes()).singleElement().asString().contains("no pairs");
    assertThat(run.err())
        .contains("Wrote the plan to " + out)
        .contains("Next: ./curtail export %s --to grpc".formatted(out));
  }

  @Test
  void theLogMayBeAParameter() {
    Terminal run = assertDone(curtail("reissue", log, "--json"));
    assertThat(run.out()).isEqualTo(assertDone(reissue("--json")).out());
  }

  @Test
  void whatIsPrintedSaysDelayProbabilityGainBoundAndHowSureItIs() {
    Terminal run = assertDone(reissue("--percentile", 99));
    ReissuePlan plan =
        ReissuePlanner.singleR(AttemptTimes.independent(timesMs), new ReissueGoal(99, 0.02));
    List<String> lines = run.out().lines().toList();
    assertThat(lines.get(0))
        .startsWith("Worth it? yes: p99 2")
        .contains(
            " ms -> ", " more calls. Under load not tested: reissue --simulate, or capacity.");
    assertThat(lines.get(2))
        .isEqualTo(
            log
                + ": 4,000 requests, CSV, latency in latency_ms, milliseconds (guessed from line 1)");
    assertThat(lines.get(4))
        .startsWith("Send a request again that has no answer after ")
        .contains(" ms, with probability ");
    assertThat(plan.predictedMillis()).isLessThan(0.3 * plan.withoutMillis());
    assertThat(run.out())
        .contains("without", "with ", "no policy can be below", "always after")
        .contains("p99 falls by ")
        .containsPattern("budget +delay ms +probability +copies")
        .contains("0.5 %", "10 %")
        .contains("budget  p99; | is the bound")
        .contains("planned on", "earlier half", "later half")
        .contains("requests whose copy is as slow as they are");
    assertThat(run.err())
        .contains("note: The log has no pairs")
        .contains("Nothing was written: the plan is only shown above. To keep it:")
        .contains("curtail reissue --log %s --percentile 99 --out reissue.json".formatted(log));
  }

  @Test
  void jsonHasAllAndIsAPlanItself() throws IOException {
    Terminal run = assertDone(reissue("--json", "--out", out));
    JsonNode json = JSON.readTree(run.out());
    Path copy = Files.writeString(folder.resolve("copy.json"), run.out());
    assertThat(JsonFile.REISSUE_PLAN.read(copy)).isEqualTo(JsonFile.REISSUE_PLAN.read(out));
    JsonNode planning = json.get("planning");
    assertThat(planning.get("requests").asDouble()).isEqualTo(4000);
    assertThat(planning.get("pairing").asText()).isEqualTo("unknown");
    assertThat(planning.get("sketchError").asDouble()).isZero();
    assertThat(planning.get("budgets")).hasSize(5);
    double before = Double.POSITIVE_INFINITY;
    for (JsonNode budget : planning.get("budgets")) {
      assertThat(budget.get("predictedMs").asDouble()).isLessThanOrEqualTo(before);
      assertThat(budget.get("boundMs").asDouble())
          .isLessThanOrEqualTo(budget.get("predictedMs").asDouble());
      before = budget.get("predictedMs").asDouble();
    }
    assertThat(planning.get("correlated")).isNotEmpty();
  }

  @Test
  void halvesAreThoseByTimeAndEachPlanIsTestedOnTheOther() throws IOException {
    JsonNode halves =
        JSON.readTree(assertDone(reissue("--json")).out()).get("planning").get("halves");
    double[] earlier = Arrays.copyOfRange(timesMs, 0, 2000);
    double[] later = Arrays.copyOfRange(timesMs, 2000, 4000);
    ReissuePlan plan =
        ReissuePlanner.singleR(AttemptTimes.independent(earlier), new ReissueGoal(99, 0.02));
    ReissueForecast found = ReissueForecast.of(AttemptTimes.independent(later), plan.policy());
    assertThat(halves.get(0).get("plannedOn").asText()).isEqualTo("earlier");
    assertThat(halves.get(0).get("predictedMs").asDouble()).isEqualTo(plan.predictedMillis());
    assertThat(halves.get(0).get("foundMs").asDouble()).isEqualTo(found.percentileMillis(99));
    assertThat(halves.get(0).get("foundFraction").asDouble()).isEqualTo(found.reissueFraction());
  }

  @Test
  void pairsTellHowAttemptsGoTogether() throws IOException {
    var text = new StringBuilder("first_ms,second_ms\n");
    double[] seconds = new double[timesMs.length];
    for (int i = 0; i < timesMs.length; i++) {
      // Half of the slow requests are slow everywhere.
      seconds[i] = i % 2 == 0 ? timesMs[i] : timesMs[(i + 1) % timesMs.length];
      text.append(timesMs[i]).append(',').append(seconds[i]).append('\n');
    }
    log = Files.writeString(folder.resolve("pairs.csv"), text);
    Terminal run = assertDone(reissue("--budget", 0.1, "--out", out));
    assertThat(JsonFile.REISSUE_PLAN.read(out).plan())
        .isEqualTo(
            ReissuePlanner.singleR(
                AttemptTimes.paired(timesMs, seconds), new ReissueGoal(99, 0.1)));
    assertThat(run.err()).doesNotContain("no pairs");
    assertThat(run.out())
        .doesNotContain("requests whose copy")
        .containsPattern(
            "Both attempts of a request: rank correlation 0\\.\\d\\d \\(0\\.\\d\\d to"
                + " 0\\.\\d\\d\\)\\.")
        .contains("With independent attempts the best plan would have a p99 of ");
    JsonNode together =
        JSON.readTree(assertDone(reissue("--budget", 0.1, "--json")).out())
            .at("/planning/together");
    ReissuePlan independent =
        ReissuePlanner.singleR(
            AttemptTimes.independent(timesMs, seconds), new ReissueGoal(99, 0.1));
    assertThat(together.path("pairs").asDouble()).isEqualTo(timesMs.length);
    assertThat(together.path("correlation").asDouble())
        .isBetween(together.path("low").asDouble(), together.path("high").asDouble());
    assertThat(together.path("independentMs").path("value").asDouble())
        .isEqualTo(independent.predictedMillis());
    assertThat(together.path("costMs").asDouble()).isGreaterThan(0);
  }

  @Test
  void pairsOfSlowRequestsOnlyAreNoFairSample() throws IOException {
    var text = new StringBuilder("first_ms,second_ms\n");
    for (int i = 0; i < timesMs.length; i++) {
      text.append(timesMs[i]).append(',');
      text.append(timesMs[i] > 14 ? String.valueOf(timesMs[(i + 1) % timesMs.length]) : "");
      text.append('\n');
    }
    log = Files.writeString(folder.resolve("hedged.csv"), text);
    Terminal run = assertDone(reissue());
    assertThat(run.err())
        .contains("note: requests with a copy are no fair sample: 0 % of them take at most");
  }

  @Test
  void aPlanWithoutProbabilityAlwaysSendsTheCopy() {
    Terminal run = assertDone(reissue("--single-d", "--budget", 0.05, "--out", out));
    // Half a copy for 100 requests comes too late for any of the p99: nothing is sent.
    assertThat(run.out()).containsPattern("(?m)^ *0\\.5 % +- +- +0 % +\\S+ +0 % ");
    PlanDocument noted = JsonFile.REISSUE_PLAN.read(out);
    assertThat(noted.plan())
        .isEqualTo(
            ReissuePlanner.singleD(AttemptTimes.independent(timesMs), new ReissueGoal(99, 0.05)));
    assertThat(noted.plan().policy().reissues().getFirst().probability()).isEqualTo(1);
    assertThat(noted.singleD()).isNull();
  }

  @Test
  void severalCopiesAreNoWorseThanOne() {
    assertDone(reissue("--reissues", 2, "--budget", 0.05, "--out", out));
    ReissuePlan two = JsonFile.REISSUE_PLAN.read(out).plan();
    ReissuePlan one =
        ReissuePlanner.singleR(AttemptTimes.independent(timesMs), new ReissueGoal(99, 0.05));
    assertThat(two.predictedMillis()).isLessThanOrEqualTo(one.predictedMillis());
    assertThat(two.reissueFraction()).isLessThanOrEqualTo(0.05 * (1 + 1e-9));
  }

  @Test
  void thePictureIsAWholeSvg() throws IOException {
    Path picture = folder.resolve("budget.svg");
    assertDone(reissue("--picture", picture));
    String svg = Files.readString(picture);
    assertThat(svg)
        .startsWith("<svg")
        .contains("p99 against the budget", "always", "with a probability", "no policy is below")
        .endsWith("</svg>\n");
    // More marks on two lines would cover each other.
    assertThat(svg.split("% copies: ", -1).length - 1).isBetween(6, 70);
  }

  @Test
  void underALightLoadThePlanHolds() throws IOException {
    Terminal run =
        assertDone(
            reissue(
                "--simulate", "--rps", 0.5, "--requests", 20_000, "--out", out, "--budget", 0.05));
    assertThat(run.out())
        .startsWith("Worth it? yes, under this load: p99 2")
        .contains("Simulated: 3 replicas, 1 slot each, 0.5 requests/s (")
        .contains("Each replica is a queue with slots here; capacity simulates servers")
        .contains("choice random, slower copies served to their end")
        .contains("without", "the plan")
        .contains("The plan holds under this load. p99 is ")
        .doesNotContain("planned anew");
    ReissuePlan plan =
        ReissuePlanner.singleR(AttemptTimes.independent(timesMs), new ReissueGoal(99, 0.05));
    assertThat(JsonFile.REISSUE_PLAN.read(out).plan()).isEqualTo(plan);
    JsonNode load =
        JSON.readTree(
                assertDone(
                        reissue(
                            "--simulate",
                            "--rps",
                            0.5,
                            "--requests",
                            20_000,
                            "--budget",
                            0.05,
                            "--json"))
                    .out())
            .get("planning")
            .get("load");
    assertThat(load.get("holds").asBoolean()).isTrue();
    assertThat(load.get("holdsAsPlanned").asBoolean()).isTrue();
    assertThat(load.get("runs").size()).isEqualTo(2);
    double withoutMs = load.get("runs").get(0).get("foundMs").asDouble();
    assertThat(load.get("runs").get(1).get("foundMs").asDouble()).isLessThan(withoutMs);
  }

  @Test
  void aPlanThatDoesHarmUnderLoadIsRefusedWithTheReasonAndNothingIsWritten() {
    // First copies keep the servers 99 % busy: every copy makes the queues longer.
    double meanMs = Arrays.stream(timesMs).average().orElseThrow();
    Terminal run =
        reissue(
            "--simulate",
            "--rps",
            0.99 * 3000 / meanMs,
            "--requests",
            40_000,
            "--budget",
            0.5,
            "--percentile",
            50,
            "--out",
            out);
    assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
    assertThat(run.complaint())
        .startsWith(
            "curtail: --simulate: no plan that was tried holds under this load; nothing was written. ");
    assertThat(out).doesNotExist();
  }

  @Test
  void aLogWithoutAnyGainEndsWithAVerdictAndTheBound() {
    // Without a probability, so few copies come too late for the p99.
    Terminal run =
        assertDone(
            reissue("--single-d", "--budget", 0.005, "--out", out, "--simulate", "--rps", 1));
    assertThat(run.out())
        .startsWith("Not worth it: with 0.5 % copies no plan lowers the p99, which is ")
        .contains("Try a larger --budget; with this one no policy is below ")
        .containsPattern("budget +delay ms +probability +copies")
        .doesNotContain("Send a request again");
    assertThat(run.err()).contains("Nothing was written: no plan is worth keeping.");
    assertThat(out).doesNotExist();
  }

  @Test
  void aPercentileThatNoPolicyCanLowerIsNotWorthIt() throws IOException {
    log = Files.writeString(folder.resolve("alike.csv"), csv(new double[] {13, 13, 13, 300}));
    assertThat(assertDone(reissue("--percentile", 50)).out())
        .startsWith("Not worth it: with 2 % copies no policy lowers the p50, which is 13.0 ms.\n");
    JsonNode json = JSON.readTree(assertDone(reissue("--percentile", 50, "--json")).out());
    assertThat(json.fieldNames()).toIterable().containsExactly("planning");
    assertThat(json.get("planning").get("verdict").asText()).startsWith("Not worth it: ");
    assertThat(json.get("planning").get("budgets")).hasSize(5);
  }

  @Test
  void withoutReissueIsTheLogsOwnPercentile() throws IOException {
    JsonNode json = JSON.readTree(assertDone(reissue("--json")).out());
    assertThat(json.get("withoutMs").asDouble())
        .isEqualTo(
            ReissueForecast.of(AttemptTimes.independent(timesMs), ReissuePolicy.NONE)
                .percentileMillis(99));
  }

  @Test
  void fewRequestsAreSaidToBeFew() throws IOException {
    log = Files.writeString(folder.resolve("few.csv"), csv(Arrays.copyOf(timesMs, 300)));
    assertThat(assertDone(reissue()).err())
        .contains("note: 300 requests are few for a p99, which takes 1,000, ten of them beyond it");
  }
}
