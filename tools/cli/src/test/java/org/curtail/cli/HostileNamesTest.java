package org.curtail.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.Terminal.assertDone;
import static org.curtail.cli.Terminal.curtail;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.curtail.benchkit.terminal.Visible;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Names, values and content that would take over a terminal are shown as what they are. */
@Timeout(300)
class HostileNamesTest {
  private static final String HOSTILE = "a\u001b[2J\u202eb\nc\td\u009b";
  private static final String SEEN = "a\\u001b[2J\\u202eb\\nc\\td\\u009b";

  @TempDir Path folder;

  private static void assertShown(Terminal run, String seen) {
    assertThat(run.err()).contains(seen);
    assertThat((run.out() + run.err()).lines())
        .allSatisfy(line -> assertThat(line).isEqualTo(Visible.of(line)));
  }

  @Test
  void filesThatAreMissingBrokenOrForeignAreNamedInVisibleCharacters() throws IOException {
    Path missing = folder.resolve("missing " + HOSTILE);
    Path broken = Files.writeString(folder.resolve(HOSTILE), "{");
    for (Path file : List.of(missing, broken)) {
      for (Terminal run :
          List.of(
              curtail("simulate", "--profile", file),
              curtail("simulate", "--profile", "few-to-many-lucene", "--table", file),
              curtail("simulate", "--profile", "few-to-many-lucene", "--arrivals", file),
              curtail("plan", "--profile", file, "--out", folder.resolve("t")),
              curtail("report", file, "--out", folder.resolve("r")),
              curtail("index", file, "--out", folder.resolve("i")),
              curtail("queries", file, "--out", folder.resolve("q")),
              curtail("profile", "--index", file, "--queries", file, "--out", folder.resolve("p")),
              curtail("demo", "--out", broken))) {
        assertThat(run.exitCode()).isEqualTo(2);
        assertShown(run, SEEN);
      }
    }
  }

  @Test
  void valuesNamesAndWordsOfTheCommandLineAreShownInVisibleCharacters() {
    String builtIn = "few-to-many-lucene";
    for (Terminal run :
        List.of(
            curtail("simulate", "--profile", builtIn, "--policies", HOSTILE),
            curtail("simulate", "--profile", builtIn, "--seed", HOSTILE),
            curtail("simulate", "--profile", builtIn, "--rps-steps", HOSTILE),
            curtail("simulate", "--" + HOSTILE),
            curtail("simulate", "--profile", builtIn, HOSTILE),
            curtail("profile", "--ranking", HOSTILE),
            curtail("profile", "--analyzer", HOSTILE),
            curtail("profile", "--syntax", HOSTILE),
            curtail(HOSTILE))) {
      assertThat(run.exitCode()).isEqualTo(2);
      assertShown(run, "a\\u001b[2J\\u202eb");
    }
  }

  @Test
  void fieldsAndValuesOfFilesAreShownInVisibleCharacters() throws IOException {
    String json = new ObjectMapper().writeValueAsString(HOSTILE);
    Path profile = Files.writeString(folder.resolve("p"), "{" + json + ":1}");
    assertShown(curtail("simulate", "--profile", profile), "a [2J");
    Path results = Files.writeString(folder.resolve("r"), "{\"format\":" + json + "}");
    assertShown(curtail("report", results, "--out", folder.resolve("o")), SEEN);
    Path times = Files.writeString(folder.resolve("t"), "1\nx\u001b[2J\n");
    assertShown(
        curtail("simulate", "--profile", "few-to-many-lucene", "--arrivals", times), "x\\u001b[2J");
  }

  @Test
  void queriesThatAreNoQueriesAreShownInVisibleCharacters() throws IOException {
    Path text = SmallText.write(folder.resolve("text.jsonl"), 50);
    Path index = folder.resolve("index");
    assertThat(curtail("index", text, "--out", index).exitCode()).isZero();
    Path queries = Files.writeString(folder.resolve("q"), "abx\n!\u001b[2J\u202e\u009b\n");
    Terminal run =
        curtail(
            "profile",
            "--index",
            index,
            "--queries",
            queries,
            "--out",
            folder.resolve("out"),
            "--runs",
            1,
            "--warm-up",
            0,
            "--cost-runs",
            0,
            "--max-degree",
            1,
            "--syntax",
            "lucene");
    assertDone(run);
    assertShown(run, "\\u001b");
  }

  @Test
  void jsonHasTheExactTextAndHidesNothing() throws IOException {
    Path file = folder.resolve(HOSTILE);
    Files.writeString(
        file,
        "{\"format\":\"curtail-profile/1\",\"maxDegree\":2,\"source\":\"\",\"timesMs\":[[9,5]]}");
    Terminal run =
        curtail("simulate", "--profile", file, "--cores", 2, "--requests", 200, "--json");
    assertDone(run);
    assertThat(run.out().lines()).allSatisfy(line -> assertThat(line).isEqualTo(Visible.of(line)));
    assertThat(new ObjectMapper().readTree(run.out()).at("/settings/profile").asText())
        .isEqualTo(file.toString());
  }
}
