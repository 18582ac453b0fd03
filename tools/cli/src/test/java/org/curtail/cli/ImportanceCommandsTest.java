package org.curtail.cli;

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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code tune-chunks} on a small index in order of importance. */
@Timeout(300)
class ImportanceCommandsTest {
  @TempDir Path folder;
  private Path index = Path.of("");
  private Path queries = Path.of("");
  private Path out = Path.of("");

  @BeforeEach
  void writeIndex() throws IOException {
    index = SortedIndex.write(folder.resolve("index"), 600);
    queries = Files.writeString(folder.resolve("queries.txt"), SortedIndex.queries(20));
    out = folder.resolve("results.json");
  }

  private Terminal run(String command, Object... more) {
    var words = new ArrayList<Object>(List.of(command, "--index", index, "--queries", queries));
    words.addAll(List.of(more));
    return curtail(words.toArray());
  }

  private void assertReported(String... parts) throws IOException {
    Path page = folder.resolve("report.html");
    assertDone(curtail("report", out, "--out", page));
    assertThat(Files.readString(page)).contains(parts);
  }

  @Test
  void chunksAreTunedAndDrawn() throws IOException {
    Terminal tuned = run("tune-chunks", "--counts", "5,20,50", "--runs", 2, "--out", out);
    assertDone(tuned);
    assertThat(tuned.out())
        .contains("Mean time by number of chunks", "speculative, %")
        // A machine that is busy while this test runs gives no advice.
        .containsPattern("Use --chunks |No advice: other processes took ")
        .contains("Doubtful: 20 queries are too few: a mean needs 100");
    assertReported("tune-chunks", "Number of chunks", "part of the index visited, %");
    JsonNode json = new ObjectMapper().readTree(out.toFile());
    JsonNode table = json.get("tables").get(0);
    assertThat(table.get("lines")).hasSize(3);
    assertThat(json.get("noise").has("stolenShare")).isTrue();
    JsonNode recommended = json.get("settings").path("recommended chunks");
    boolean found = false;
    for (JsonNode line : table.get("lines")) {
      double ratio = line.get("values").get(2).asDouble();
      assertThat(ratio).isGreaterThanOrEqualTo(1);
      found |=
          ratio == 1
              && (recommended.isMissingNode() || line.get("name").asInt() == recommended.asInt());
      assertThat(line.get("values").get(5).asDouble()).isBetween(1.0, line.get("name").asDouble());
    }
    assertThat(found).isTrue();
    assertThat(json.get("command").asText()).contains("--counts 5,20,50 ", "--seed 1 --out ");
  }

  @Test
  void usualCountsAreThoseTheIndexHasDocumentsFor() throws IOException {
    Terminal tuned = run("tune-chunks", "--runs", 1, "--json");
    assertDone(tuned);
    JsonNode json = new ObjectMapper().readTree(tuned.out());
    assertThat(json.get("settings").get("chunks")).hasSize(5);
    assertThat(json.get("settings").get("chunks").get(4).asInt()).isEqualTo(400);
  }

  @Test
  void anIndexWithoutOrderIsMisuse() throws IOException {
    Path text = SmallText.write(folder.resolve("text.jsonl"), 20);
    Path plain = folder.resolve("plain");
    assertDone(curtail("index", text, "--out", plain));
    Path log = Files.writeString(folder.resolve("log.txt"), "aax\n");
    assertUsageError(
        curtail("tune-chunks", "--index", plain, "--queries", log, "--out", out),
        "--index: expected an index in order of importance",
        "curtail index --static-rank",
        "the index is not sorted");
    assertThat(out).doesNotExist();
  }

  @Test
  void optionsThatMakeNoSenseAreMisuse() throws IOException {
    assertUsageError(run("tune-chunks", "--counts", "10,601"), "--counts", "at most 600", "601");
    assertUsageError(run("tune-chunks", "--counts", "0"), "--counts", "at least 1", "0");
    assertUsageError(
        run("tune-chunks", "--chunks", 5), "--chunks cannot be given here: --counts determines");
    assertUsageError(
        run("tune-chunks", "--degree", 0),
        "--degree: expected a whole number from 1 to ",
        "found 0");
    assertUsageError(run("tune-chunks", "--runs", 0), "--runs: expected a whole number from 1");
    assertUsageError(
        run("tune-chunks", "--early-termination", "off"), "expected safe or probable", "found off");
    Files.writeString(out, "mine");
    assertUsageError(run("tune-chunks", "--out", out), "already there");
    assertThat(out).hasContent("mine");
  }

  @Test
  void aPictureOfRunsNeedsRuns() {
    assertDone(run("tune-chunks", "--counts", "5", "--runs", 1, "--out", out));
    assertUsageError(
        curtail("report", out, "--picture", folder.resolve("p.svg")),
        "--picture: expected results with runs of policies, found none in");
  }
}
