package org.curtail.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.Terminal.assertDone;
import static org.curtail.cli.Terminal.assertUsageError;
import static org.curtail.cli.Terminal.curtail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.results.PaperFigure;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.ResultsFile;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.Step;
import org.curtail.cli.SmallText;
import org.curtail.cli.Terminal;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code bench --rps-steps}, live and on emulated cores: checks figures, not speed. */
@Timeout(300)
class SteppedBenchTest {
  @TempDir static Path shared;
  private static Path index;
  private static Path queries;
  private static Path profile;

  @TempDir Path folder;

  @BeforeAll
  static void prepare() throws IOException {
    Path text = SmallText.write(shared.resolve("text.jsonl"), 200);
    index = shared.resolve("index");
    queries = shared.resolve("queries.tsv");
    profile =
        Files.writeString(
            shared.resolve("profile.json"),
            "{\"format\":\"curtail-profile/1\",\"maxDegree\":2,\"source\":\"test\","
                + "\"timesMs\":[[1,0.6],[2,1.1]]}");
    assertThat(curtail("index", text, "--out", index).exitCode()).isZero();
    assertThat(curtail("queries", text, "--number", 20, "--out", queries).exitCode()).isZero();
  }

  private Terminal live(Object... more) {
    var words =
        new ArrayList<Object>(
            List.of("bench", "--index", index, "--queries", queries, "--out", folder.resolve("r")));
    words.addAll(List.of(more));
    return curtail(words.toArray());
  }

  private Terminal emulated(Object... more) {
    var words =
        new ArrayList<Object>(
            List.of(
                "bench",
                "--profile",
                profile,
                "--emulate-cores",
                4,
                "--scale",
                1,
                "--out",
                folder.resolve("r")));
    words.addAll(List.of(more));
    return curtail(words.toArray());
  }

  @Test
  void aLiveBenchShowsEachPolicyInEachStep() throws IOException {
    Terminal run =
        live(
            "--policies",
            "sequential,fixed-2,lucene-2",
            "--rps-steps",
            "200:300ms,400:300ms",
            "--repeats",
            2);
    assertDone(run);
    assertThat(run.out())
        .contains("mean against sequential")
        .contains("2 repeats are too few")
        .contains("plain Lucene's top hits");
    assertThat(run.err()).contains("requests/s with one thread each");

    Results results = ResultsFile.read(folder.resolve("r").resolve("results.json"));
    assertThat(results.command())
        .contains("--rps-steps 200:300ms,400:300ms --moving-average 150ms")
        .doesNotContain("--requests")
        .doesNotContain("--load");
    assertThat(results.settings()).containsEntry("blocks", 2L);
    check(results, List.of("sequential", "fixed-2", "lucene-2"));
    for (Run served : results.runs()) {
      assertThat(served.checks().failed()).isZero();
      assertThat(served.checks().mismatches()).isZero();
      assertThat(served.checks().checked()).isEqualTo(served.requests());
    }
    report();
  }

  @Test
  @Tag("long")
  void anEmulatedBenchDoesSoTooBesideTheSimulator() throws IOException {
    Terminal run =
        emulated(
            "--policies",
            "sequential,fixed-2",
            "--rps-steps",
            "200:300ms,400:300ms",
            "--moving-average",
            "100ms",
            "--repeats",
            5,
            "--json");
    assertDone(run);
    Path file = folder.resolve("r").resolve("results.json");
    assertThat(run.out()).isEqualTo(Files.readString(file));

    Results results = ResultsFile.read(file);
    assertThat(results.command())
        .contains("--rps-steps 200:300ms,400:300ms --moving-average 100ms")
        .doesNotContain("--rps ");
    check(results, List.of("sequential", "fixed-2"));
    assertThat(results.emulated()).hasSize(2);
    assertThat(results.verdict().headline())
        .startsWith("Step by step, the mean latency of fixed-2");
    assertThat(results.steps())
        .allMatch(step -> step.policy().equals("sequential") == (step.againstSequential() == null));
    report();
  }

  private static void check(Results results, List<String> policies) {
    assertThat(results.runs()).extracting(Run::policy).containsExactlyElementsOf(policies);
    // The same arrivals for all policies.
    assertThat(results.runs())
        .extracting(Run::requests)
        .containsOnly(results.runs().getFirst().requests());
    PaperFigure figure = results.figures().getFirst();
    assertThat(figure.panels()).hasSize(3);
    for (PaperFigure.Panel panel : figure.panels().subList(0, 2)) {
      assertThat(panel.curves())
          .extracting(PaperFigure.Curve::name)
          .containsExactlyElementsOf(policies);
      assertThat(panel.curves())
          .allMatch(curve ->
              curve.points().stream().allMatch(p -> p.low() <= p.y() && p.y() <= p.high() + 1e-9));
    }
    assertThat(results.steps()).hasSize(2 * policies.size());
    assertThat(results.steps()).extracting(Step::rps).contains(200.0, 400.0);
    for (int step = 0; step < 2; step++) {
      assertThat(results.steps().subList(step * policies.size(), (step + 1) * policies.size()))
          .extracting(Step::requests)
          .containsOnly(results.steps().get(step * policies.size()).requests());
    }
  }

  private void report() throws IOException {
    Path page = folder.resolve("report.html");
    Terminal run = curtail("report", folder.resolve("r").resolve("results.json"), "--out", page);
    assertDone(run);
    assertThat(Files.readString(page)).contains("Load that changes", "Step by step");
  }

  @Test
  void optionsThatSayHowManyOrHowOftenExcludeEachOther() {
    for (Terminal run :
        List.of(
            live("--rps-steps", "100:1s", "--load", 0.5),
            emulated("--rps-steps", "100:1s", "--load", 0.5))) {
      assertUsageError(run, "--load cannot be given together with --rps-steps");
    }
    assertUsageError(
        live("--rps-steps", "100:1s", "--requests", 500),
        "--requests cannot be given together with --rps-steps");
    assertUsageError(
        emulated("--rps-steps", "100:1s", "--rps", 40),
        "--rps cannot be given together with --rps-steps");
    assertUsageError(live("--rps-steps", "100:1s", "--repeats", 0), "--repeats", "found 0");
  }

  @Test
  void stepsAndWindowsThatCannotBeAreNamed() {
    for (String steps : List.of("30", "30:60", "x:1s", "0:60s", "100:1s,", "100:1s,-5:1s")) {
      assertUsageError(live("--rps-steps", steps), "--rps-steps: expected");
      assertUsageError(emulated("--rps-steps", steps), "--rps-steps: expected");
    }
    assertUsageError(
        live("--rps-steps", "100:1s,0:1s"), "--rps-steps: expected at least 40", "found 0");
    assertUsageError(
        live("--rps-steps", "100:1s,100:2s", "--moving-average", "600ms"),
        "--moving-average",
        "500ms",
        "found 600ms");
    assertUsageError(
        live("--rps-steps", "100:1s", "--moving-average", "soon"), "--moving-average", "'soon'");
    assertUsageError(
        live("--moving-average", "1s"), "--moving-average works only with --rps-steps");
    assertUsageError(
        emulated("--moving-average", "1s"), "--moving-average works only with --rps-steps");
    assertThat(folder.resolve("r").resolve("results.json")).doesNotExist();
  }
}
