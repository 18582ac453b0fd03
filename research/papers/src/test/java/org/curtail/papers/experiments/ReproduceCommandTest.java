package org.curtail.papers.experiments;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.Terminal.assertDone;
import static org.curtail.cli.Terminal.curtail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.results.Claim;
import org.curtail.benchkit.results.PaperFigure;
import org.curtail.benchkit.results.Repeat;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.ResultsFile;
import org.curtail.benchkit.results.Run;
import org.curtail.cli.Terminal;
import org.curtail.cli.report.WrittenPage;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(300)
class ReproduceCommandTest {
  private static final String FEW_TO_MANY = "few-to-many-published+boosting";

  @TempDir static Path folder;

  private static Terminal run = new Terminal(0, "", "");
  private static Path page = Path.of("");
  private static Path json = Path.of("");

  /** Once for all: planning for five demands takes a while. */
  @BeforeAll
  static void reproduce() throws IOException {
    page = folder.resolve("report.html");
    json = folder.resolve("results.json");
    run =
        curtail(
            "reproduce",
            "few-to-many-lucene",
            "--requests",
            400,
            "--repeats",
            2,
            "--seed",
            5,
            "--out",
            page,
            "--json");
    Files.writeString(json, run.out());
  }

  private static Results results() {
    return ResultsFile.read(json);
  }

  @Test
  void standardOutputIsTheResultFile() throws IOException {
    assertDone(run);
    JsonNode tree = new ObjectMapper().readTree(run.out());
    assertThat(tree.at("/format").asText()).isEqualTo("curtail-results/1");
    assertThat(tree.at("/kind").asText()).isEqualTo("reproduce");
    assertThat(tree.at("/claims/0/paper").asDouble()).isEqualTo(42);
    assertThat(tree.at("/command").asText())
        .startsWith("./curtail reproduce few-to-many-lucene --seed 5 --repeats 2 --requests 400");
    assertThat(run.err()).contains("Wrote the report to " + page);
  }

  @Test
  void everyFigureOfThePaperIsDrawnAndClaimed() {
    List<String> ofPaper =
        List.of("Figure 3", "Figure 4", "Figure 8", "Figure 9", "Figure 10", "Figure 11");
    assertThat(results().figures()).extracting(PaperFigure::id).containsAll(ofPaper);
    assertThat(results().claims()).extracting(Claim::figure).containsAll(ofPaper);
    assertThat(results().claims())
        .allSatisfy(claim ->
            assertThat(claim.holds() != null || claim.ours() != null).as(claim.what()).isTrue());
  }

  @Test
  void aRunIsTheMeanOfItsRepeats() {
    Run mean =
        results().runs().stream()
            .filter(run -> run.policy().equals(FEW_TO_MANY) && run.rps() == 40)
            .findFirst()
            .orElseThrow();
    List<Repeat> repeats =
        results().repeats().stream()
            .filter(repeat -> repeat.policy().equals(FEW_TO_MANY) && repeat.rps() == 40)
            .toList();
    assertThat(repeats).extracting(Repeat::seed).containsExactly(5L, 6L);
    assertThat(mean.latency().p99Ms())
        .isEqualTo((repeats.getFirst().p99Ms() + repeats.getLast().p99Ms()) / 2);
    assertThat(mean.requests()).isEqualTo(800);
  }

  @Test
  void noPolicyIsBelowTheLimitWithCostsNeither() {
    Results results = results();
    assertThat(results.variants()).hasSize(5);
    assertThat(results.variants().getFirst().name()).isEqualTo("with costs");
    var all = new ArrayList<>(results.repeats());
    results.variants().forEach(variant -> all.addAll(variant.repeats()));
    assertThat(all)
        .allSatisfy(repeat ->
            assertThat(repeat.p99Ms())
                .as(repeat.policy())
                .isGreaterThanOrEqualTo(requireNonNull(repeat.boundMs())));
  }

  @Test
  void thePoliciesThatKnowTheDemandAreDrawnApart() {
    List<PaperFigure.Curve> curves =
        results().figures().stream()
            .flatMap(figure -> figure.panels().stream())
            .flatMap(panel -> panel.curves().stream())
            .toList();
    assertThat(curves)
        .filteredOn(PaperFigure.Curve::knowsDemand)
        .extracting(PaperFigure.Curve::name)
        .contains("clairvoyant-225", "limit")
        .doesNotContain("adaptive", "tail-index", "FM, Table 2");
  }

  @Test
  void thePageIsCompleteAndWellFormed() throws Exception {
    String text = Files.readString(page);
    assertThat(text)
        .contains(
            "Figure 11", "Reasons of deviations", "clairvoyant-225 (knows demand)", "All runs");
    WrittenPage.read(page).assertThatItCanBeShown();
  }

  @Test
  void theResultFileGivesTheSamePage() throws IOException {
    Path again = folder.resolve("again.html");
    assertThat(curtail("report", json, "--out", again).exitCode()).isZero();
    assertThat(again).hasSameTextualContentAs(page);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "few-to-many              | EXPERIMENT: expected few-to-many-lucene, few-to-many-bing,"
            + " adaptive-bing, reissue, kwiken, slow-to-fast or all, found",
        "few-to-many-lucene --requests 10  | --requests: expected a whole number from 200 to"
            + " 200,000, found 10",
        "few-to-many-lucene --requests 1000000 | --requests: expected a whole number from 200 to"
            + " 200,000",
        "few-to-many-lucene --repeats 0    | --repeats: expected a whole number from 1 to 1,000,"
            + " found 0",
        "few-to-many-lucene --seed x       | --seed",
        "--repeats 2                       | EXPERIMENT",
      })
  void mistakesAreNamedAndLeaveNothing(String words, String complaint) {
    Path out = folder.resolve("none.html");
    var command = new ArrayList<Object>(List.of("reproduce"));
    command.addAll(List.of(words.split(" ")));
    command.addAll(List.of("--out", out));
    Terminal misused = curtail(command.toArray());
    assertThat(misused.exitCode()).as(misused.err()).isEqualTo(2);
    assertThat(misused.complaint()).contains(complaint);
    assertThat(misused.out()).isEmpty();
    assertThat(out).doesNotExist();
  }

  @Test
  void aReportThatIsThereIsNotReplaced() {
    Terminal misused = curtail("reproduce", "few-to-many-lucene", "--out", page);
    assertThat(misused.exitCode()).isEqualTo(2);
    assertThat(misused.complaint()).contains("already there");
  }

  @Test
  void aPublishedProfileNeedsNoFile() {
    Terminal simulated =
        curtail(
            "simulate",
            "--profile",
            "few-to-many-lucene",
            "--cores",
            15,
            "--rps",
            30,
            "--policies",
            "fixed-4",
            "--requests",
            200);
    assertDone(simulated);
    assertThat(simulated.out()).contains("30 requests/s, load 46 %");
  }
}
