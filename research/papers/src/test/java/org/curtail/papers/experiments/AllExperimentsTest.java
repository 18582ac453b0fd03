package org.curtail.papers.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.Terminal.curtail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.curtail.benchkit.results.Answer;
import org.curtail.benchkit.results.Claim;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.Interrupted;
import org.curtail.cli.Terminal;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class AllExperimentsTest {
  private static final List<Claim> CLAIMS =
      List.of(
          number(40, 38.0, true),
          number(40, 12.0, true),
          number(3, null, null),
          Claim.answered("Figure 2", "a is below b", Answer.YES, "closest at 3: 4 ms", ""),
          Claim.answered("Figure 3", "c is below d", Answer.NOT_DECIDED, "", "few seeds"),
          Claim.answered("Beyond the paper", "ours is below a", Answer.YES, "", ""),
          new Claim("Figure 4", "ours", "ms", null, 5.0, 4.0, 6.0, null, null, "", "", null),
          Claim.unanswered("Figure 5", "e is below f", "", null, "not run: ./curtail bench e"));

  private static Claim number(double paper, @Nullable Double ours, @Nullable Boolean holds) {
    return new Claim(
        "Figure 1",
        "p99 of a below b",
        "%",
        paper,
        ours,
        ours == null ? null : (Double) (ours - 1),
        ours == null ? null : (Double) (ours + 1),
        ours == null ? null : (Double) (ours - paper),
        holds,
        "",
        "",
        null);
  }

  private static Experiment experiment(String name, RuntimeException... failure) {
    return new Experiment(name, "paper of " + name) {
      @Override
      Findings run(ScenarioRunner runner) {
        for (RuntimeException one : failure) {
          throw one;
        }
        return Findings.ofWorkflows(List.of(), CLAIMS, Map.of());
      }
    };
  }

  private static AllExperiments run(Experiment... experiments) throws InterruptedException {
    var silent = new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8);
    return AllExperiments.run(
        List.of(experiments),
        experiment -> "./curtail reproduce " + experiment.name(),
        experiment ->
            new Results("reproduce", 1, 0, "", Map.of(), new Verdict("", List.of()))
                .with()
                .claims(experiment.run(ReadFindings.silentRunner(1, 200)).claims())
                .results(),
        new Console(silent, silent, false));
  }

  private static JsonNode json(AllExperiments all) throws IOException {
    return new ObjectMapper().readTree(all.output("./curtail reproduce all").json());
  }

  private static Map<String, Integer> answers(JsonNode json, String experiment) {
    var answers = new TreeMap<String, Integer>();
    for (JsonNode claim : json.path("claims")) {
      if (claim.path("experiment").asText().equals(experiment)) {
        answers.merge(claim.path("answer").asText(), 1, Integer::sum);
      }
    }
    return answers;
  }

  @Test
  void everyClaimOfAPaperHasNumbersAnAnswerAndASentence() throws Exception {
    JsonNode json = json(run(experiment("one")));
    assertThat(json.path("format").asText()).isEqualTo("curtail-claims/1");
    assertThat(answers(json, "one"))
        .isEqualTo(Map.of("yes", 2, "same direction", 1, "no", 1, "not decided", 1, "not run", 1));
    JsonNode first = json.path("claims").path(0);
    assertThat(first.path("paper").asDouble()).isEqualTo(40);
    assertThat(first.path("ours").asDouble()).isEqualTo(38);
    assertThat(first.path("low").asDouble()).isEqualTo(37);
    assertThat(first.path("high").asDouble()).isEqualTo(39);
    assertThat(json.path("claims"))
        .extracting(claim -> claim.path("sentence").asText())
        .contains(
            "Figure 1: p99 of a below b: yes; the paper has 40.0 %, here it is 38.0 % (37.0 to"
                + " 39.0).",
            "Figure 1: p99 of a below b: no; the paper has 3.00 %, no run here was stable.",
            "Figure 2: a is below b: yes; closest at 3: 4 ms.",
            "Figure 3: c is below d: not decided; few seeds.",
            "Figure 5: e is below f: not run: ./curtail bench e.");
    JsonNode experiment = json.path("experiments").path(0);
    assertThat(experiment.path("claims").asInt()).isEqualTo(6);
    assertThat(experiment.path("sameDirection").asInt()).isEqualTo(1);
  }

  @Test
  void aClaimThatWasNotRunHasAReasonAndACommand() throws Exception {
    JsonNode json = json(run());
    assertThat(json.path("claims")).isNotEmpty();
    assertThat(json.path("claims"))
        .allSatisfy(claim -> {
          assertThat(claim.path("answer").asText()).isEqualTo("not run");
          assertThat(claim.path("ours").isNull()).isTrue();
          assertThat(claim.path("sentence").asText()).contains("not run, since ", ". For it: ./");
        });
  }

  @Test
  void aFailureCostsItsExperimentOnly() throws Exception {
    AllExperiments all =
        run(
            experiment("one"),
            experiment("two", new IllegalStateException("no such log")),
            experiment("three"));
    assertThat(all.failed()).isEqualTo(1);
    assertThat(all.pages()).hasSize(2);
    JsonNode json = json(all);
    assertThat(answers(json, "two")).isEqualTo(Map.of("not run", 1));
    assertThat(answers(json, "three")).isEqualTo(answers(json, "one"));
    assertThat(all.output("").lines())
        .contains(
            "two: not run, since it failed: no such log. For it:", "  ./curtail reproduce two");
  }

  @Test
  void aStopKeepsTheFinishedExperiments() throws Exception {
    AllExperiments all =
        run(experiment("one"), experiment("two", new Interrupted("stopped")), experiment("three"));
    assertThat(all.stopped()).isTrue();
    assertThat(all.failed()).isZero();
    JsonNode json = json(all);
    assertThat(answers(json, "one")).containsEntry("yes", 2);
    assertThat(answers(json, "two")).isEqualTo(Map.of("not run", 1));
    assertThat(answers(json, "three")).isEqualTo(Map.of("not run", 1));
  }

  @Test
  void workflowsBelongToOneExperiment() {
    Terminal misused = curtail("reproduce", "all", "--workflow", "mine.json");
    assertThat(misused.exitCode()).isEqualTo(2);
    assertThat(misused.complaint()).contains("--workflow: expected the experiment kwiken");
  }

  @Test
  @Tag("long")
  void allExperimentsRunAndEveryPaperHasClaims(@TempDir Path folder) throws IOException {
    Path page = folder.resolve("all.html");
    Terminal run =
        curtail("reproduce", "all", "--requests", 200, "--repeats", 2, "--out", page, "--json");
    assertThat(run.exitCode()).as(run.err()).isZero();
    JsonNode json = new ObjectMapper().readTree(run.out());
    assertThat(json.path("experiments"))
        .filteredOn(experiment -> experiment.path("command").asText().contains(" reproduce "))
        .hasSize(6)
        .allSatisfy(experiment -> {
          // Two claims of the reissue paper need real servers.
          boolean servers = experiment.path("name").asText().equals("reissue");
          assertThat(experiment.path("notRun").asInt()).isEqualTo(servers ? 2 : 0);
        });
    assertThat(json.path("claims")).hasSizeGreaterThan(200);
    assertThat(page).content().contains("Few-to-Many", "Kwiken");
  }
}
