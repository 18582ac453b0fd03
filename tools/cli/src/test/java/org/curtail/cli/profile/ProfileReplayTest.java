package org.curtail.cli.profile;

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
import org.curtail.Profile;
import org.curtail.benchkit.files.JsonFile;
import org.curtail.benchkit.search.RankedText;
import org.curtail.cli.Terminal;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code curtail profile --emulate-cores}: searches replayed on emulated cores. */
@Timeout(300)
class ProfileReplayTest {
  @TempDir static Path shared;
  private static Path index;
  private static Path queries;

  @TempDir Path folder;

  @BeforeAll
  static void prepare() throws IOException {
    // Two segments, so there is one chunk more than asked for.
    index = RankedText.write(shared.resolve("index"), 2000);
    queries = Files.writeString(shared.resolve("q.tsv"), "w1 w30\nw0\nw7 w8 w9\nw50 w2\n");
  }

  private Path out() {
    return folder.resolve("p.json");
  }

  private Terminal profile(Object... more) {
    var words =
        new ArrayList<Object>(
            List.of("profile", "--index", index, "--queries", queries, "--runs", 2));
    words.addAll(List.of(more));
    words.addAll(List.of("--out", out()));
    return curtail(words.toArray());
  }

  @Test
  void aProfileBeyondTheMachineFeedsTheSimulator() {
    Terminal profiled =
        profile("--early-termination", "safe", "--chunks", 20, "--emulate-cores", 6);
    assertDone(profiled);
    assertThat(profiled.out())
        .contains("speedup at degree")
        .contains("6 emulated cores, 4 searches of 21 chunks")
        .contains("in step, alternating")
        .contains("Figure 7(b)")
        .contains("p threads visit at most p - 1 extra chunks");
    Profile profile = JsonFile.PROFILE.read(out());
    assertThat(profile.maxDegree()).isEqualTo(6);
    assertThat(profile.requests()).isEqualTo(4);
    assertThat(profile.source()).contains("dynamic sharing, replayed on 6 emulated cores");
    Terminal simulated =
        curtail(
            "simulate",
            "--profile",
            out(),
            "--cores",
            6,
            "--load",
            "0.5",
            "--policies",
            "sequential,adaptive",
            "--requests",
            200);
    assertDone(simulated);
  }

  @Test
  void jsonHasAllThatIsPrinted() throws IOException {
    Terminal profiled =
        profile(
            "--early-termination",
            "probable",
            "--termination-share",
            0.9,
            "--sharing",
            "alternating",
            "--emulate-cores",
            12,
            "--max-degree",
            2,
            "--scale",
            5,
            "--json");
    assertDone(profiled);
    JsonNode json = new ObjectMapper().readTree(profiled.out());
    assertThat(json.path("demand").path("maxDegree").asInt()).isEqualTo(2);
    assertThat(json.path("emulated").path("cores").asInt()).isEqualTo(12);
    assertThat(json.path("emulated").path("scale").asDouble()).isEqualTo(5);
    assertThat(json.path("emulated").path("sharing").asText()).isEqualTo("alternating");
    assertThat(json.path("emulated").path("degrees")).hasSize(2);
    assertThat(json.path("emulated").path("sharings")).hasSize(3);
    assertThat(json.path("notes").toString()).contains("4 queries are too few: p99 needs 1,000");
    assertThat(json.path("noise").has("stolenShare")).isTrue();
    assertThat(json.path("claims").get(0).path("figure").asText()).isEqualTo("Section 4.3");
  }

  @Test
  void whatDoesNotGoTogetherIsNamed() {
    assertUsageError(profile("--emulate-cores", 4), "--emulate-cores", "--early-termination");
    assertUsageError(profile("--scale", 4), "--scale", "--emulate-cores");
    assertUsageError(ranked("--emulate-cores", 0), "--emulate-cores", "from 1 to 64", "found 0");
    assertUsageError(ranked("--emulate-cores", 65), "found 65");
    assertUsageError(ranked("--emulate-cores", 4, "--scale", 0), "--scale", "found 0");
    assertUsageError(
        ranked("--emulate-cores", 4, "--max-degree", 5),
        "--max-degree",
        "4, the emulated cores",
        "found 5");
    assertUsageError(
        ranked("--emulate-cores", 4, "--cost-runs", 2),
        "--cost-runs cannot be given together with --emulate-cores");
    assertThat(out()).doesNotExist();
  }

  private Terminal ranked(Object... more) {
    var words = new ArrayList<Object>(List.of("--early-termination", "safe"));
    words.addAll(List.of(more));
    return profile(words.toArray());
  }
}
