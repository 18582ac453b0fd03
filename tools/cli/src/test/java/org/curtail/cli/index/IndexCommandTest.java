package org.curtail.cli.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.Terminal.assertDone;
import static org.curtail.cli.Terminal.assertUsageError;
import static org.curtail.cli.Terminal.curtail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.curtail.cli.Terminal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IndexCommandTest {
  @TempDir Path folder;
  private Path text = Path.of("");
  private Path plain = Path.of("");
  private Path ranked = Path.of("");

  @BeforeEach
  void write() throws IOException {
    text =
        Files.writeString(
            folder.resolve("text.jsonl"),
            """
            {"id":"1","title":"Rome","body":"one two three","views":4}
            {"id":"2","title":"Paris","body":"from Rome","views":2.5}
            {"id":"3","title":"Oslo","body":"to Rome, by Paris","views":"7"}
            """);
    plain = folder.resolve("plain");
    ranked = folder.resolve("ranked");
  }

  private static JsonNode json(Terminal run) throws IOException {
    assertDone(run);
    return new ObjectMapper().readTree(run.out());
  }

  @Test
  void theSummarySaysWhatTheStaticRanksAre() throws IOException {
    JsonNode links =
        json(curtail("index", text, "--static-rank", "links", "--json", "--out", ranked));
    assertThat(links.at("/staticRank/kind").asText()).isEqualTo("links");
    assertThat(links.at("/staticRank/greatest").asDouble()).isEqualTo(2);
    assertThat(links.at("/staticRank/median").asDouble()).isEqualTo(1);
    Terminal views =
        curtail("index", text, "--static-rank", "views", "--out", ranked, "--overwrite");
    assertDone(views);
    assertThat(views.out()).containsPattern("static rank +7 at most\n +4 median, by views\n");
  }

  @Test
  void withoutStaticRankNothingIsSaidOfIt() throws IOException {
    JsonNode summary = json(curtail("index", text, "--json", "--out", plain));
    assertThat(summary.has("staticRank")).isFalse();
    assertThat(curtail("index", text, "--static-rank", "none", "--out", plain, "--overwrite").out())
        .doesNotContain("rank");
  }

  @Test
  void anIndexIsSortedIntoACopy() throws IOException {
    json(curtail("index", text, "--json", "--out", plain));
    JsonNode copy =
        json(curtail("index", plain, "--static-rank", "length", "--json", "--out", ranked));
    assertThat(copy.get("documents").asInt()).isEqualTo(3);
    assertThat(copy.get("deleted").asInt()).isZero();
    assertThat(copy.at("/staticRank/greatest").asDouble()).isEqualTo(4);
    Terminal again =
        curtail(
            "index",
            ranked,
            "--static-rank",
            "feature_words",
            "--static-rank-type",
            "long",
            "--segments",
            1,
            "--out",
            ranked,
            "--overwrite");
    assertDone(again);
    assertThat(again.out()).containsPattern("4 at most").containsPattern("segments +1\n");
  }

  @Test
  void optionsThatOnlyDocumentsNeedAreRefusedForAnIndex() {
    assertThat(curtail("index", text, "--out", plain).exitCode()).isZero();
    for (List<Object> option :
        List.of(
            List.<Object>of("--passage-words", 60),
            List.<Object>of("--analyzer", "code"),
            List.<Object>of("--limit", 2),
            List.<Object>of("--threads", 2),
            List.<Object>of("--skip-bad"))) {
      Object[] words = {"index", plain, "--static-rank", "length", "--out", ranked};
      Object[] all = Stream.concat(Arrays.stream(words), option.stream()).toArray();
      assertUsageError(
          curtail(all), option.getFirst().toString(), "cannot be given for a sorted copy");
    }
    assertUsageError(
        curtail("index", plain, text, "--static-rank", "length", "--out", ranked),
        "expected one index alone");
    assertUsageError(
        curtail("index", text, "--static-rank-type", "long", "--out", ranked),
        "--static-rank-type",
        "works only with --static-rank");
    assertUsageError(
        curtail(
            "index", text, "--static-rank", "views", "--static-rank-type", "long", "--out", ranked),
        "--static-rank-type",
        "found documents");
    assertThat(ranked).doesNotExist();
  }

  @Test
  void ranksThatAreNoneAreNamedWithFileLineFieldAndValue() throws IOException {
    Files.writeString(
        text, Files.readString(text) + "{\"id\":\"4\",\"body\":\"\",\"views\":NaN}\n");
    assertUsageError(
        curtail("index", text, "--static-rank", "views", "--out", ranked),
        text + ":4",
        "\"views\"",
        "expected a number of 0 or more",
        "NaN");
    assertUsageError(
        curtail("index", text, "--static-rank", "title", "--out", ranked), ":1", "\"Rome\"");
    assertUsageError(
        curtail("index", text, "--static-rank", "lenght", "--out", ranked),
        ":1",
        "\"lenght\"",
        "no such field");
    assertUsageError(curtail("index", text, "--static-rank", "", "--out", ranked), "--static-rank");
    assertThat(ranked).doesNotExist();
    JsonNode rest =
        json(
            curtail(
                "index", text, "--static-rank", "views", "--skip-bad", "--json", "--out", ranked));
    assertThat(rest.get("documents").asInt()).isEqualTo(3);
    assertThat(rest.at("/skipped/broken").asInt()).isEqualTo(1);
  }
}
