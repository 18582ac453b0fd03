package org.curtail.papers.grid;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.Terminal.assertDone;
import static org.curtail.cli.Terminal.assertUsageError;
import static org.curtail.cli.Terminal.curtail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.results.Grid;
import org.curtail.benchkit.results.NumberTable;
import org.curtail.benchkit.results.ResultsFile;
import org.curtail.cli.Terminal;
import org.curtail.cli.report.WrittenPage;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(300)
class GridCommandTest {
  @TempDir static Path folder;

  private static Path json = Path.of("");
  private static Terminal run = new Terminal(0, "", "");

  @BeforeAll
  static void simulate() {
    json = folder.resolve("grid.json");
    run = small("--out", json);
  }

  private static Terminal small(Object... more) {
    var words =
        new ArrayList<Object>(
            List.of(
                "grid",
                "--demands",
                "gamma,pareto",
                "--cores",
                "2,15",
                "--loads",
                "0.3,0.7",
                "--policies",
                "first-come-first-served,tail-index,tail-index-patient",
                "--requests",
                300,
                "--repeats",
                2));
    words.addAll(List.of(more));
    return curtail(words.toArray());
  }

  private static Grid grid() {
    return requireNonNull(ResultsFile.read(json).grid());
  }

  @Test
  void everyPolicyHasFiguresAtEveryPointAndTheReferenceIsAdded() {
    assertDone(run);
    // Two demands, two families of speedups, two numbers of cores, two loads.
    assertThat(grid().points()).hasSize(16);
    assertThat(grid().policies())
        .containsExactly(
            "processor-sharing", "first-come-first-served", "tail-index", "tail-index-patient");
    assertThat(grid().points()).allSatisfy(point -> assertThat(point.policies()).hasSize(4));
  }

  @Test
  void theTableFitsATerminalAndSaysWhatTheFileSays() {
    List<String> lines = run.out().lines().toList();
    assertThat(lines.getFirst())
        .isEqualTo("Ratio to processor-sharing at 16 points: geometric mean and worst");
    assertThat(lines.subList(0, lines.indexOf("") * 2 + 1))
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    assertThat(lines).anyMatch(line -> line.matches("processor-sharing +(1\\.00 +){7}1\\.00"));
    var patient =
        grid().lines().stream()
            .filter(line ->
                line.policy().equals("tail-index-patient")
                    && line.demand().equals("all")
                    && line.statistic().equals("mean"))
            .findFirst()
            .orElseThrow();
    assertThat(lines)
        .anyMatch(line ->
            line.matches(
                "tail-index-patient +%.2f .*".formatted(requireNonNull(patient.geometricMean()))));
  }

  @Test
  void whatIsAskedIsAnsweredAndWhatToDoNextIsSaid() {
    assertThat(run.out())
        .contains("No harm: at most 1.02 times processor-sharing at every point")
        .contains("Near the best: p99 at most 1.05 times")
        .contains("Lucene-like demand on 15 cores: p99 not above tail-index-patient");
    assertThat(run.err()).contains("curtail report", "--out grid.html", "few for it");
  }

  @Test
  void onlyThePointsOfTheGridThatAreAmongTheTenHaveSlices() {
    List<NumberTable> tables = ResultsFile.read(json).tables();
    assertThat(tables)
        .extracting(NumberTable::title)
        .containsExactly(
            "Lucene-like demand on 15 cores: p99 in ms",
            "Slices: mean beside its ideal",
            "Slices: p99 beside its ideal");
    assertThat(tables.getLast().lines())
        .extracting(NumberTable.Line::name)
        .containsExactly(
            "gamma, good speedups, 2 cores, load 0.7", "pareto, poor speedups, 2 cores, load 0.7");
    assertThat(tables.getLast().lines().getFirst().values())
        .allSatisfy(ratio -> assertThat(ratio).isBetween(0.8, 1.3));
  }

  @Test
  void standardOutputIsTheResultFileAndItsCommandMakesItAgain() throws IOException {
    String written = Files.readString(json);
    JsonNode tree = new ObjectMapper().readTree(written);
    assertThat(tree.at("/format").asText()).isEqualTo("curtail-results/1");
    assertThat(tree.at("/kind").asText()).isEqualTo("grid");
    var again = new ArrayList<Object>(List.of(tree.at("/command").asText().split(" ")));
    again.removeFirst();
    Path second = folder.resolve("again.json");
    again.replaceAll(word -> word.equals(json.toString()) ? second : word);
    again.add("--json");
    Terminal printed = curtail(again.toArray());
    assertDone(printed);
    assertThat(printed.out()).isEqualTo(Files.readString(second));
    assertThat(printed.out().replace("again.json", "grid.json")).isEqualTo(written);
  }

  @Test
  void thePageHasAMapForEachPolicyAndDemandAndIsWellFormed() throws Exception {
    Path page = folder.resolve("grid.html");
    assertDone(curtail("report", json, "--out", page));
    String text = Files.readString(page);
    assertThat(text)
        .contains("pareto, poor speedups", "p99 ÷ best policy", "Requirements on policies");
    // Four maps for each of four policies and four workloads.
    assertThat(text.split("÷ processor-sharing</caption>", -1)).hasSize(1 + 2 * 16);
    WrittenPage.read(page).assertThatItCanBeShown();
  }

  @Test
  void aMeasuredProfileStandsBesideTheSyntheticDemands() throws IOException {
    Path profile =
        Files.writeString(
            folder.resolve("shop.json"),
            "{\"format\":\"curtail-profile/1\",\"maxDegree\":2,\"source\":\"test\","
                + "\"timesMs\":[[10,6],[20,11],[200,120]]}");
    Path out = folder.resolve("shop-grid.json");
    assertDone(
        curtail(
            "grid",
            "--demands",
            "exponential",
            "--speedups",
            "good",
            "--profile",
            profile,
            "--cores",
            "2",
            "--loads",
            "0.5",
            "--policies",
            "tail-index",
            "--requests",
            300,
            "--repeats",
            1,
            "--out",
            out));
    Grid grid = requireNonNull(ResultsFile.read(out).grid());
    assertThat(grid.demands()).containsExactly("exponential", "shop");
    assertThat(grid.of("shop").getFirst().speedups()).isEqualTo("measured");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--cores 0            | --cores: expected a whole number from 1 to 1,024, found 0",
        "--cores 2,2          | --cores: expected each value once, found 2 twice",
        "--loads 0            | --loads: expected a number above 0",
        "--loads x            | --loads",
        "--demands uniform    | --demands",
        "--speedups fine      | --speedups",
        "--policies tail-indx | no policy is named 'tail-indx'",
        "--demands gamma --policies fixed-6 | policy 'fixed-6' goes to degree 6",
        "--demands gamma --policies few-to-many | policy 'few-to-many' needs an interval table",
        "--requests 10        | --requests: expected a whole number from 200 to 1,000,000, found 10",
        "--repeats 0          | --repeats: expected a whole number from 1 to 1,000, found 0",
        "--profile none.json  | no such file: none.json",
      })
  void mistakesAreNamedAndLeaveNothing(String words, String complaint) {
    Path out = folder.resolve("none.json");
    var command = new ArrayList<Object>(List.of("grid"));
    command.addAll(List.of(words.split(" ")));
    command.addAll(List.of("--out", out));
    assertUsageError(curtail(command.toArray()), complaint);
    assertThat(out).doesNotExist();
  }

  @Test
  void aFileThatIsThereIsNotReplaced() {
    assertUsageError(curtail("grid", "--quick", "--out", json), "already there");
  }
}
