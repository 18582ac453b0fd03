package org.curtail.cli.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.curtail.cli.Terminal.assertDone;
import static org.curtail.cli.Terminal.assertUsageError;
import static org.curtail.cli.Terminal.curtail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.curtail.benchkit.files.JsonFile;
import org.curtail.benchkit.results.NumberTable;
import org.curtail.benchkit.results.PaperFigure;
import org.curtail.benchkit.results.PaperFigure.Curve;
import org.curtail.benchkit.results.PaperFigure.Point;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.ResultsFile;
import org.curtail.cli.Terminal;
import org.curtail.workflow.CatchUp;
import org.curtail.workflow.StagePlan;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.load.StageServers;
import org.curtail.workflow.load.WorkflowLoad;
import org.curtail.workflow.load.WorkflowLoadResult;
import org.curtail.workflow.load.WorkflowTraffic;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Results of {@code curtail workflow simulate} for the report, and its comparison of catch-ups. */
@Timeout(300)
class WorkflowSimulateTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int REQUESTS = 4_000;
  private static final double UTILISATION = 0.3;

  @TempDir private Path folder;
  private Path file = Path.of("");
  private Path plan = Path.of("");
  private Path kept = Path.of("");

  @BeforeEach
  void makeWorkflowAndPlan() {
    file = folder.resolve("workflow.json");
    plan = folder.resolve("plan.json");
    kept = folder.resolve("results.json");
    assertDone(
        curtail(
            "workflow", "generate", "--stages", 5, "--samples", 1_000, "--seed", 4, "--out", file));
    plan("--budget", 0.02);
  }

  private void plan(Object... more) {
    var words = new ArrayList<Object>(List.of("workflow", "plan", file, "--out", plan));
    words.addAll(List.of("--overwrite", "--requests", REQUESTS));
    words.addAll(List.of(more));
    assertDone(curtail(words.toArray()));
  }

  private Terminal simulate(Object... more) {
    var words = new ArrayList<Object>(List.of("workflow", "simulate", file, "--plan", plan));
    words.addAll(List.of("--requests", REQUESTS));
    words.addAll(List.of(more));
    return curtail(words.toArray());
  }

  private static Curve curve(Results results, String figure, int panel, String name) {
    PaperFigure drawn =
        results.figures().stream()
            .filter(other -> other.id().equals(figure))
            .findFirst()
            .orElseThrow();
    return drawn.panels().get(panel).curves().stream()
        .filter(other -> other.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static NumberTable table(Results results, String title) {
    return results.tables().stream()
        .filter(table -> table.title().equals(title))
        .findFirst()
        .orElseThrow();
  }

  private String report() throws IOException {
    Path page = folder.resolve("report.html");
    assertDone(curtail("report", kept, "--out", page));
    String html = Files.readString(page);
    assertThat(html).doesNotContain("NaN", "Infinity");
    return html;
  }

  @Test
  void withoutQueuesTheResultsHaveThePlanTheLatenciesTheGainAndTheCurves() throws IOException {
    JsonNode json = JSON.readTree(assertDone(simulate("--json", "--results", kept)).out());
    Results results = ResultsFile.read(kept);
    Point p99 =
        curve(results, "Latency before and after", 0, "with the plan").points().stream()
            .filter(point -> point.y() == 99)
            .findFirst()
            .orElseThrow();
    assertThat(p99.x()).isEqualTo(json.get("withMs").asDouble());
    List<Point> gain = curve(results, "Gain against budget", 0, "without queues").points();
    assertThat(gain.getFirst().y()).isZero();
    assertThat(gain.getLast().x()).isEqualTo(2);
    assertThat(gain.getLast().y()).isCloseTo(100 * json.get("reduction").asDouble(), within(1e-9));
    assertThat(results.command()).contains("workflow simulate", "--results " + kept);
    assertThat(report())
        .contains("The stages of", "Gain from copies in each stage", "class=\"stage sends\"")
        .doesNotContain("Catching up");
  }

  @Test
  void withoutQueuesAPlanThatCatchesUpIsShownBesideItsCopiesAlone() throws IOException {
    plan("--catch-up", "threads");
    assertDone(simulate("--results", kept));
    NumberTable table = table(ResultsFile.read(kept), "Catching up");
    assertThat(table.lines()).hasSize(3);
    int p99 = table.columns().indexOf("p99 ms");
    double copiesOnly = table.lines().get(1).values().get(p99);
    assertThat(table.lines().get(2).values().get(p99)).isLessThan(copiesOnly);
    assertThat(table.lines().get(0).values().get(p99)).isGreaterThan(copiesOnly);
    assertThat(table.lines().get(2).values().getLast()).isBetween(0.0, 6.3);
    assertThat(report()).contains("Catching up", "gets 3 threads in each later stage");
  }

  @Test
  void withQueuesTheResultsHaveWhatWasTriedAndWhatWaits() throws IOException {
    JsonNode json =
        JSON.readTree(
            assertDone(simulate("--utilisation", UTILISATION, "--json", "--results", kept)).out());
    Results results = ResultsFile.read(kept);
    assertThat(json.get("reason").asText()).startsWith(results.verdict().headline());
    assertThat(results.verdict().headline()).startsWith("The plan").doesNotContain("p99 is");
    assertThat(results.verdict().details().getFirst()).startsWith("p99 is");
    NumberTable tried = table(results, "Trials under load");
    assertThat(tried.lines()).hasSameSizeAs(json.get("runs"));
    assertThat(tried.lines().getFirst().values().get(tried.columns().indexOf("with queues")))
        .isEqualTo(json.get("runs").get(0).get("withQueuesMs").asDouble());
    NumberTable stages = table(results, "Stages under load");
    assertThat(stages.lines().getFirst().values().get(2))
        .isEqualTo(100 * json.get("stages").get(0).get("without").get("utilisation").asDouble());
    List<Curve> curves = results.figures().getLast().panels().getFirst().curves();
    assertThat(curves)
        .extracting(Curve::name)
        .containsExactly("without queues", "with queues", "the plan");
    // Waiting requests vary more.
    assertThat(curves.get(1).points().getFirst().y())
        .isGreaterThan(curves.get(0).points().getFirst().y());
    assertThat(report()).contains("All requests, with queues", "planned anew", "wait ms");
  }

  @Test
  void timeOutsThatDoNotHoldUnderLoadAreReplacedByTimeOutsThatDo() throws IOException {
    plan("--time-outs");
    Path held = folder.resolve("held.json");
    JsonNode json =
        JSON.readTree(
            assertDone(simulate("--utilisation", UTILISATION, "--json", "--out", held)).out());
    assertThat(json.get("holdsAsGiven").asBoolean()).as(json.toString()).isFalse();
    assertThat(JsonFile.WORKFLOW_PLAN.read(held).plan().stages())
        .flatExtracting(stage -> stage.policy().reissues())
        .isNotEmpty()
        .allMatch(copy -> copy.probability() == 1);
  }

  @Test
  void timesWithoutLoadDoNotTellTheTimeOutOfAPlanThatHoldsUnderLoad() throws IOException {
    Path held = folder.resolve("held.json");
    assertDone(simulate("--utilisation", UTILISATION, "--out", held));
    StagePlan sent =
        JsonFile.WORKFLOW_PLAN.read(held).plan().stages().stream()
            .filter(stage ->
                stage.policy().reissues().stream()
                    .anyMatch(copy -> copy.probability() > 0 && copy.probability() < 1))
            .findFirst()
            .orElseThrow();
    Terminal run =
        curtail("export", held, "--stage", sent.stage(), "--workflow", file, "--to", "hdfs");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.complaint()).endsWith("plan again with curtail workflow plan --time-outs");
  }

  @Test
  void eachWayToCatchUpKeepsItsBudgetAndIsWhatTheLibraryFinds() throws IOException {
    Terminal run =
        simulate(
            "--utilisation",
            UTILISATION,
            "--slots",
            4,
            "--catch-up",
            "threads,priority,reissue",
            "--json",
            "--out",
            folder.resolve("held.json"),
            "--results",
            kept);
    JsonNode ways = JSON.readTree(assertDone(run).out()).get("catchUps");
    assertThat(ways).hasSize(4);
    assertThat(ways.get(0).get("kind").asText()).isEqualTo("nothing");
    assertThat(ways.get(0).get("afterMs").isNull()).isTrue();
    assertThat(ways.get(1).get("cost").asDouble()).isBetween(0.0, 0.063);
    assertThat(ways.get(1).get("cost").asDouble()).isPositive();
    assertThat(ways.get(2).get("cost").asDouble()).isBetween(0.0, 0.015);
    assertThat(ways.get(3).get("kind").asText()).isEqualTo("reissue");
    assertThat(ways.get(3).get("cost").asDouble()).isBetween(0.0, 0.02 * 0.1);
    double afterMs = ways.get(1).get("afterMs").asDouble();
    // A little earlier it would cost too much.
    assertThat(run(new CatchUp.Threads(0.98 * afterMs, 3, 2)).catchUp().cost())
        .isGreaterThan(0.063);
    WorkflowLoadResult same = run(new CatchUp.Threads(afterMs, 3, 2)).afterWarmUp(REQUESTS / 10);
    assertThat(ways.get(1).get("latency").get(3).get("percentile").asDouble()).isEqualTo(99);
    assertThat(ways.get(1).get("latency").get(3).get("ms").asDouble())
        .isEqualTo(same.percentileMillis(99));
    NumberTable table = table(ResultsFile.read(kept), "Catching up");
    assertThat(table.lines())
        .extracting(NumberTable.Line::name)
        .containsExactly("nothing", "threads", "priority", "reissue");
    assertThat(report())
        .contains("late after ms", "the cost of each additional thread for late calls");
  }

  /** A run with the plan that holds. */
  private WorkflowLoadResult run(CatchUp catchUp) {
    Workflow workflow = JsonFile.WORKFLOW.read(file);
    WorkflowPlan held = JsonFile.readPlan(folder.resolve("held.json"), workflow).plan();
    WorkflowLoad load =
        WorkflowLoad.of(
            workflow, Collections.nCopies(workflow.stages().size(), new StageServers(2, 4)));
    return load.run(
        new WorkflowPlan(held.workflow(), held.goal(), held.stages(), catchUp),
        WorkflowTraffic.poisson(load.perSecond(UTILISATION), REQUESTS, 1));
  }

  @Test
  void stagesThatShareOneServerAreBusyTogether() throws IOException {
    String first = JsonFile.WORKFLOW.read(file).stages().get(0).name();
    String second = JsonFile.WORKFLOW.read(file).stages().get(1).name();
    JsonNode json =
        JSON.readTree(
            assertDone(
                    simulate(
                        "--utilisation",
                        UTILISATION,
                        "--share-servers",
                        first + "," + second,
                        "--json"))
                .out());
    JsonNode stages = json.get("stages");
    assertThat(stages.get(0).get("sharesServers").asBoolean()).isTrue();
    assertThat(stages.get(2).get("sharesServers").asBoolean()).isFalse();
    assertThat(stages.get(0).get("without").get("utilisation"))
        .isEqualTo(stages.get(1).get("without").get("utilisation"));
    assertUsageError(
        simulate("--utilisation", UTILISATION, "--share-servers", first + "," + first),
        "--share-servers: expected each value once, found %s twice".formatted(first));
    assertUsageError(
        simulate("--utilisation", UTILISATION, "--share-servers", "nowhere"), "--share-servers: ");
    assertUsageError(
        simulate("--share-servers", first),
        "--share-servers works only with --rps or --utilisation, which is missing");
  }

  @Test
  void whatCannotBeIsSaidAndNothingIsWritten() {
    assertUsageError(
        simulate("--catch-up", "threads"),
        "--catch-up works only with --rps or --utilisation, which is missing");
    assertUsageError(
        simulate("--utilisation", 0.3, "--catch-up", "threads,thread"),
        "--catch-up: expected threads, priority or reissue, found 'thread'");
    assertUsageError(
        simulate("--utilisation", 0.3, "--catch-up", "threads,threads"),
        "--catch-up: expected each value once, found threads twice");
    assertUsageError(
        simulate("--utilisation", 0.3, "--catch-up-budget", 0.1),
        "--catch-up-budget works only with --catch-up, which is missing");
    assertUsageError(
        curtail("workflow", "plan", file, "--catch-up", "threads,priority"),
        "--catch-up: expected one of threads, priority, reissue, found threads,priority;"
            + " curtail workflow simulate compares several");
    assertUsageError(
        simulate("--results", plan),
        "--results: expected another file than that of --plan, found " + plan);
    assertUsageError(
        simulate("--utilisation", 0.3, "--out", kept, "--results", kept),
        "found the same file for both");
    assertThat(kept).doesNotExist();
  }
}
