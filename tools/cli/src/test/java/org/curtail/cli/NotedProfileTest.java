package org.curtail.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.Terminal.assertDone;
import static org.curtail.cli.Terminal.curtail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.curtail.Profile;
import org.curtail.benchkit.files.JsonFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Remarks on a profile are in the results of every command that reads it. */
@Timeout(300)
class NotedProfileTest {
  private static final String NOTE = "other processes took 34 % of the machine's CPU time";

  @TempDir Path folder;

  private Path profile(Profile profile) throws IOException {
    Path file = folder.resolve("profile.json");
    JsonFile.PROFILE.write(file, profile);
    return file;
  }

  private static Terminal run(Object... words) {
    Terminal run = curtail(words);
    assertDone(run);
    return run;
  }

  private static JsonNode json(Terminal run) throws IOException {
    return new ObjectMapper().readTree(run.out());
  }

  private static List<String> texts(JsonNode array) {
    var texts = new ArrayList<String>();
    array.forEach(text -> texts.add(text.asText()));
    return texts;
  }

  private List<Terminal> everyReader(Path file) {
    return List.of(
        run("plan", "--profile", file, "--cores", 4, "--allow-harm", "--json"),
        run(
            "simulate",
            "--profile",
            file,
            "--cores",
            4,
            "--load",
            0.3,
            "--requests",
            500,
            "--json"),
        run(
            "capacity",
            "--profile",
            file,
            "--cores",
            4,
            "--target-p99-ms",
            300,
            "--requests",
            1000,
            // A note on a policy needs that policy; the others would take long.
            "--policies",
            "sequential,tail-index",
            "--json"));
  }

  private static List<String> said(JsonNode json) {
    var said = new ArrayList<>(texts(json.at("/planning/remarks")));
    said.addAll(texts(json.at("/verdict/details")));
    said.addAll(texts(json.at("/notes")));
    return said;
  }

  private void assertSaidByEveryReader(Path file, String... parts) throws IOException {
    for (Terminal run : everyReader(file)) {
      for (String part : parts) {
        assertThat(run.err()).contains(part);
        assertThat(said(json(run))).anyMatch(line -> line.contains(part));
      }
    }
  }

  @Test
  void theNotesOfAProfileAreInAllResultsAndCountedOnTheTerminal() throws IOException {
    double[][] timesMs = {{20, 12, 10}, {40, 22, 18}, {90, 50, 40}};
    Path file = profile(Profile.of("", timesMs).withNotes(List.of(NOTE)));
    for (Terminal run : everyReader(file)) {
      assertThat(said(json(run))).contains(file + ": " + NOTE);
      assertThat(run.err())
          .contains("note: " + file + ": the note of the profile holds here too (its field notes)")
          .doesNotContain(NOTE);
    }
  }

  @Test
  @Tag("long")
  void aProfileOfDegreeOneLeavesNothingToGain() throws IOException {
    assertSaidByEveryReader(
        profile(Profile.of("", new double[][] {{20}, {40}, {90}})),
        "nothing can be gained by parallelism: its times were measured at degree 1 only",
        "--max-degree N");
  }

  @Test
  void speedupsOfOneLeaveNothingToGain() throws IOException {
    Path file = profile(Profile.of("", new double[][] {{20, 20}, {40, 40}, {90, 90}}));
    assertSaidByEveryReader(
        file, "nothing can be gained by parallelism: no request takes less time at degree 2");
    Terminal planned = run("plan", "--profile", file, "--cores", 4, "--allow-harm");
    assertThat(planned.err())
        .contains("with tight bounds: no request gains from more threads")
        .doesNotContain("all requests gain");
  }

  @Test
  void someThatGainAreCounted() throws IOException {
    Path file = profile(Profile.of("", new double[][] {{20, 20}, {40, 30}, {90, 60}}));
    Terminal planned = run("plan", "--profile", file, "--cores", 4, "--allow-harm");
    assertThat(planned.err())
        .contains("with tight bounds: of 3 requests 2 gain from more threads")
        .doesNotContain("nothing can be gained");
  }

  @Test
  @Tag("long")
  void tailIndexThatStaysSequentialIsSaid() throws IOException {
    double[][] timesMs = new double[100][];
    for (int r = 0; r < timesMs.length; r++) {
      timesMs[r] = r % 20 == 0 ? new double[] {12 + r, (12 + r) / 1.51} : new double[] {20, 32};
    }
    Path file = profile(Profile.of("", timesMs));
    assertSaidByEveryReader(file, "tail-index stays sequential on this profile");
    assertThat(
            run(
                    "simulate",
                    "--profile",
                    file,
                    "--cores",
                    4,
                    "--load",
                    0.3,
                    "--requests",
                    500,
                    "--policies",
                    "sequential,fixed-2")
                .err())
        .doesNotContain("tail-index");
  }
}
