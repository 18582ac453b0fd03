package org.curtail.papers.earlytermination;

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
import org.curtail.cli.SmallText;
import org.curtail.cli.SortedIndex;
import org.curtail.cli.Terminal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code early-termination} on a small index in order of importance. */
@Timeout(300)
class EarlyTerminationCommandTest {
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

  private Terminal run(Object... more) {
    var words =
        new ArrayList<Object>(List.of("early-termination", "--index", index, "--queries", queries));
    words.addAll(List.of(more));
    return curtail(words.toArray());
  }

  private void assertReported(String... parts) throws IOException {
    Path page = folder.resolve("report.html");
    assertDone(curtail("report", out, "--out", page));
    assertThat(Files.readString(page)).contains(parts);
  }

  @Test
  void earlyTerminationIsMeasuredAndDrawn() throws IOException {
    Terminal measured = run("--chunks", 30, "--runs", 2, "--max-degree", 3, "--out", out);
    assertDone(measured);
    assertThat(measured.out())
        .contains(
            "Index visited by one thread",
            "dynamic, degree 3",
            "Lucene, feature field",
            "queries that need at most a tenth of the index",
            "Doubtful: 20 queries are too few: the longest 5 % needs 200, a mean needs 100")
        .containsPattern("yes +answers are those of plain Lucene, in documents, scores and order");
    assertReported("early-termination", "Figure 4", "Speculative work", "Cost on one thread");
    JsonNode json = new ObjectMapper().readTree(out.toFile());
    assertThat(json.get("kind").asText()).isEqualTo("early-termination");
    assertThat(json.get("claims")).isNotEmpty();
    assertThat(json.get("settings").get("degrees")).hasSize(2);
  }

  @Test
  void withoutCompetingThreadsOnlyAnIdleMachineIsMeasured() {
    Terminal measured =
        run(
            "--early-termination",
            "probable",
            "--termination-share",
            0.5,
            "--runs",
            1,
            "--max-degree",
            2,
            "--competing-threads",
            0);
    assertDone(measured);
    assertThat(measured.out())
        .contains("answers that are not those of plain Lucene")
        .doesNotContain("competing load", "busy");
  }

  @Test
  void anIndexWithoutOrderIsMisuse() throws IOException {
    Path text = SmallText.write(folder.resolve("text.jsonl"), 20);
    Path plain = folder.resolve("plain");
    assertDone(curtail("index", text, "--out", plain));
    Path log = Files.writeString(folder.resolve("log.txt"), "aax\n");
    assertUsageError(
        curtail("early-termination", "--index", plain, "--queries", log, "--out", out),
        "--index: expected an index in order of importance",
        "curtail index --static-rank",
        "the index is not sorted");
    assertThat(out).doesNotExist();
  }

  @Test
  void optionsThatMakeNoSenseAreMisuse() throws IOException {
    assertUsageError(run("--max-degree", 1), "--max-degree", "from 2 to 64");
    assertUsageError(run("--competing-threads", -1), "--competing-threads", "-1");
    assertUsageError(run("--sharing", "coarse"), "--sharing cannot be given here: all");
    Files.writeString(out, "mine");
    assertUsageError(run("--out", out), "already there");
    assertThat(out).hasContent("mine");
  }
}
