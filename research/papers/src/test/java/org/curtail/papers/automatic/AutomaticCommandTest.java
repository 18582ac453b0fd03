package org.curtail.papers.automatic;

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
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.ResultsFile;
import org.curtail.cli.Terminal;
import org.curtail.cli.report.WrittenPage;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs are over before a plan is there: a plan takes seconds. */
@Timeout(180)
class AutomaticCommandTest {
  @TempDir static Path folder;

  private static Path json = Path.of("");
  private static Terminal run = new Terminal(0, "", "");

  @BeforeAll
  static void measure() throws IOException {
    Files.writeString(
        folder.resolve("shop.json"),
        "{\"format\":\"curtail-profile/1\",\"maxDegree\":2,\"source\":\"test\","
            + "\"timesMs\":[[1,0.7],[2,1.1],[20,12]]}");
    json = folder.resolve("automatic.json");
    run = small("--out", json);
  }

  private static Terminal small(Object... more) {
    var words =
        new ArrayList<Object>(
            List.of(
                "automatic",
                "--parts",
                "steady",
                "--profile",
                folder.resolve("shop.json"),
                "--cores",
                "1,2",
                "--loads",
                "0.3,0.6",
                "--requests",
                1000, // Over before there is a plan of all policies.
                "--seconds",
                10,
                "--repeats",
                1));
    words.addAll(List.of(more));
    return curtail(words.toArray());
  }

  @Test
  void onOneCoreItIsSequential() {
    assertDone(run);
    Results results = ResultsFile.read(json);
    Grid grid = requireNonNull(results.grid());
    assertThat(grid.points()).hasSize(4);
    assertThat(grid.policies())
        .containsExactly("sequential", "tail-index", "best with hindsight", "automatic");
    assertThat(grid.points())
        .filteredOn(point -> point.cores() == 1)
        .allSatisfy(point ->
            assertThat(point.figures("automatic").orElseThrow().p99Ms())
                .isEqualTo(point.figures("sequential").orElseThrow().p99Ms()));
  }

  @Test
  void itSaysWhatIsAskedWhatHoldsAndWhatToDoNext() {
    assertThat(run.out())
        .contains(
            "shop: what it has learned",
            "After learning: at most 1.03 times sequential at every point",
            "While learning: at most 1.10 times sequential at every point",
            "False alarms: at most one a day",
            "Of what is asked of automatic, ");
    assertThat(run.err()).contains("curtail report", "--out automatic.html");
  }

  @Test
  @Tag("long")
  void standardOutputIsTheResultFileAndItsCommandMakesItAgain() throws IOException {
    String written = Files.readString(json);
    JsonNode tree = new ObjectMapper().readTree(written);
    assertThat(tree.at("/kind").asText()).isEqualTo("automatic");
    var again = new ArrayList<Object>(List.of(tree.at("/command").asText().split(" ", -1)));
    again.removeFirst();
    Path second = folder.resolve("again.json");
    again.replaceAll(word -> word.equals(json.toString()) ? second : word);
    again.add("--json");
    Terminal printed = curtail(again.toArray());
    assertDone(printed);
    assertThat(printed.out()).isEqualTo(Files.readString(second));
    assertThat(printed.out().replace("again.json", "automatic.json")).isEqualTo(written);
  }

  @Test
  void thePageHasMapsAndRegretOverTimeAndIsWellFormed() throws Exception {
    Path page = folder.resolve("automatic.html");
    assertDone(curtail("report", json, "--out", page));
    String text = Files.readString(page);
    assertThat(text)
        .contains(
            "Regret over time: mean beside the best",
            "Regret over time: p95 beside sequential",
            "p95 ÷ sequential</caption>",
            "Requirements on automatic, and whether it meets them",
            "automatic · 4 points");
    WrittenPage.read(page).assertThatItCanBeShown();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--parts all     | --parts",
        "--cores 0       | --cores: expected a whole number from 1 to 1,024, found 0",
        "--loads 1.5     | --loads: expected a number above 0 and at most 1, found 1.5",
        "--requests 10   | --requests: expected a whole number from 1,000 to 1,000,000, found 10",
        "--seconds 1     | --seconds: expected a whole number from 10 to 86,400, found 1",
        "--repeats 0     | --repeats: expected a whole number from 1 to 100, found 0",
        "--profile x.json | no such file: x.json",
        "--profile adaptive-bing,adaptive-bing | --profile: expected each value once",
      })
  void mistakesAreNamedAndLeaveNothing(String words, String complaint) {
    Path out = folder.resolve("none.json");
    var command = new ArrayList<Object>(List.of("automatic", "--quick"));
    command.addAll(List.of(words.split(" ", -1)));
    command.addAll(List.of("--out", out));
    assertUsageError(curtail(command.toArray()), complaint);
    assertThat(out).doesNotExist();
  }

  /** It takes minutes. */
  @Tag("long")
  @Test
  @Timeout(1200)
  void theQuickSizeHasAllParts() {
    Path out = folder.resolve("quick.json");
    assertDone(curtail("automatic", "--quick", "--out", out));
    Results results = ResultsFile.read(out);
    assertThat(results.figures()).hasSize(6);
    assertThat(results.claims())
        .anyMatch(claim -> claim.figure().equals("A change is noticed") && claim.holds() != null);
  }
}
