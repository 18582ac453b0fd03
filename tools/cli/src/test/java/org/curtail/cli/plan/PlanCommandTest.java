package org.curtail.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.curtail.IntervalTable;
import org.curtail.benchkit.files.JsonFile;
import org.curtail.model.json.IntervalTableJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlanCommandTest extends PlanCommandCase {
  @Test
  void printsTheTableAsThePaperDoesAndSaysWhereItIs() {
    Outcome outcome = plan(with(GOAL, "--out", table.toString()));
    assertThat(outcome.out())
        .startsWith(
            """
              load       t0        t1   tail ms   mean ms      threads   from best
            1 to 2    0, d3                75.0      50.0   3.0 to 6.0\
            """)
        .contains("     3    0, d1    50, d3     100.0      75.0          5.0")
        .contains("  >= 7   e1, d1   150, d3\n");
    assertThat(outcome.err()).contains("Wrote the table to " + table);
    assertThat(outcome.exitCode()).isZero();
    IntervalTable written = JsonFile.TABLE.read(table);
    assertThat(written.rows()).hasSize(6);
    assertThat(written.degrees()).containsExactly(1, 3);
    assertThat(written.row(3).startsMs()).containsExactly(0.0, 50.0, 50.0);
  }

  @Test
  void theTableIsFollowedByItsPictureThenByTimelines() {
    String out = plan(with(GOAL, "--out", table.toString())).out();
    assertThat(out.indexOf("tail ms")).isLessThan(out.indexOf("degree by time since arrival, ms"));
    assertThat(out.indexOf("degree by time since arrival, ms")).isLessThan(out.indexOf("alone ms"));
    assertThat(out)
        .contains("   3  1111", "   6   median demand       50.0")
        .doesNotContain("\u001b");
  }

  @Test
  void theSameInputGivesTheSameFile() throws IOException {
    plan(with(GOAL, "--out", table.toString()));
    String first = Files.readString(table);
    plan(with(GOAL, "--json", "--split-half", "--out", table.toString(), "--overwrite"));
    assertThat(table).hasContent(first);
    assertThat(first).doesNotContain("planning");
  }

  @Test
  void aPictureStandsAlone() throws IOException {
    Path picture = folder.resolve("new/table.svg");
    Outcome outcome = plan(with(GOAL, "--out", table.toString(), "--picture", picture.toString()));
    assertThat(outcome.err()).contains("Wrote a picture of it to " + picture);
    assertThat(Files.readString(picture)).startsWith("<svg").contains("load 3: degree 3");
    assertThat(plan(with(GOAL, "--json", "--picture", picture.toString())).misuse())
        .contains(picture.toString(), "--overwrite");
  }

  @Test
  void jsonSaysHowTheTableCameAbout() throws IOException {
    Outcome outcome =
        plan(
            "--cores",
            "3",
            "--max-degree",
            "auto",
            "--step-ms",
            "25",
            "--split-half",
            "--json",
            "--allow-harm");
    JsonNode planning = new ObjectMapper().readTree(outcome.out()).get("planning");
    assertThat(planning.get("seconds").asDouble()).isPositive();
    assertThat(planning.at("/advice/maxDegree/value").asInt()).isEqualTo(3);
    assertThat(planning.at("/advice/targetParallelism/reason").asText()).contains("0.67");
    assertThat(planning.get("timelines")).hasSize(6);
    assertThat(planning.at("/timelines/0/phases/0/degree").asInt()).isEqualTo(3);
    assertThat(planning.at("/timelines/0/doneMs").asDouble()).isEqualTo(25);
    assertThat(planning.get("tails")).hasSize(5);
    assertThat(planning.at("/tails/0/lowMs").asDouble()).isEqualTo(25);
    assertThat(planning.at("/splitHalf/seed").asInt()).isEqualTo(1);
    assertThat(planning.at("/splitHalf/firstOnSecond")).hasSize(5);
    assertThat(planning.at("/splitHalf/firstOnSecond/0/ratio").asDouble()).isPositive();
  }

  @Test
  void splitHalfSaysItsSeedAndTwoLinesALoad() {
    Outcome outcome = plan(with(GOAL, "--split-half", "--seed", "7", "--out", table.toString()));
    assertThat(outcome.out()).contains("split-half, seed 7: planned on one half");
    String stability = outcome.out().substring(outcome.out().indexOf("split-half"));
    assertThat(stability.strip().lines()).hasSize(2 + 2 * 6);
    assertThat(stability).contains("25.0 to 75.0");
  }

  @Test
  void aGreatestDegreeLeftToTheCommandIsExplained() {
    Outcome outcome =
        plan("--cores", "4", "--max-degree", "auto", "--degrees", "1,3", "--json", "--allow-harm");
    assertThat(outcome.misuse()).isEmpty();
    assertThat(outcome.err())
        .contains("--max-degree 3: the longest 5 % gain up to there, to a speedup of 2.00")
        .contains("--target-parallelism 6: 4 cores over 0.67, the efficiency of the longest 5 %");
  }

  @Test
  void printsNothingButJsonWhenAskedTo() throws IOException {
    Outcome outcome = plan(with(GOAL, "--json", "--out", table.toString()));
    assertThat(IntervalTableJson.read(new StringReader(outcome.out()), "standard output"))
        .isEqualTo(JsonFile.TABLE.read(table));
  }

  @Test
  void jsonNeedsNoFile() throws IOException {
    Outcome outcome = plan(with(GOAL, "--json"));
    assertThat(outcome.exitCode()).isZero();
    assertThat(IntervalTableJson.read(new StringReader(outcome.out()), "out").rows()).hasSize(6);
    assertThat(table).doesNotExist();
  }

  @Test
  void defaultsComeFromTheCoresAndTheProfile() {
    Outcome outcome = plan("--cores", "3", "--out", table.toString(), "--allow-harm");
    assertThat(outcome.misuse()).isEmpty();
    IntervalTable written = JsonFile.TABLE.read(table);
    assertThat(written.targetParallelism()).isEqualTo(5);
    assertThat(written.maxDegree()).isEqualTo(3);
    assertThat(written.degrees()).containsExactly(1, 2, 3);
    assertThat(written.percentile()).isEqualTo(99);
    assertThat(written.stepMs()).isEqualTo(0.5);
    assertThat(written.rows()).hasSize(5);
  }

  @Test
  void fewerRowsThanTheTargetAreRemarkedOn() {
    Outcome outcome = plan(with(GOAL, "--max-load", "4", "--out", table.toString()));
    assertThat(outcome.out())
        .containsPattern(" 4 +0, d1 +\\S+, d3 +125\\.0 +\\S+ +\\S+ +\\S+ %\n")
        .containsPattern("5 to 6 +0, d1 +\\S+, d3 +- +- +- +-\n")
        .contains(">= 7");
    assertThat(outcome.err()).contains("loads from 5 to 6 use the row of 4");
  }

  @Test
  void rowsAboveTheTargetWaitForAnExit() {
    Outcome outcome = plan(with(GOAL, "--max-load", "8", "--out", table.toString()));
    assertThat(outcome.out()).contains("\n     7   e1, d1", "\n  >= 8   e1, d1");
  }

  @Test
  void timesAtBothEndsOfTheRangeArePlannedFor() throws IOException {
    Files.writeString(
        profile,
        """
        {"format":"curtail-profile/1","maxDegree":2,"source":"","timesMs":[[1e-6,1e12],[1e12,1e-6]]}
        """);
    assertThat(plan("--cores", "2", "--aggregate-speedups", "--json").misuse())
        .isEqualTo(
            "the harm of the plan is unknown: requests of 1.0E12 ms cannot be simulated; expected at most 8.0E7 ms; --allow-harm plans without this test");
    Outcome outcome = plan("--cores", "2", "--aggregate-speedups", "--json", "--allow-harm");
    assertThat(outcome.misuse()).isEmpty();
    assertThat(outcome.exitCode()).isZero();
    Files.writeString(
        profile,
        """
        {"format":"curtail-profile/1","maxDegree":2,"source":"","timesMs":[[1e-6,1e12]]}
        """);
    assertThat(plan("--cores", "2", "--json", "--allow-harm").misuse()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1000", "1e13", "1e300", "1.7e308"})
  void aStepMayBeLongerThanAllTimes(String stepMs) {
    Outcome outcome =
        plan("--cores", "2", "--step-ms", stepMs, "--split-half", "--json", "--allow-harm");
    assertThat(outcome.misuse()).isEmpty();
    assertThat(outcome.err()).contains("a degree begins at once or never");
    assertThat(outcome.exitCode()).isZero();
  }

  @Test
  void aTargetLeftToTheCommandIsOneThatMayBeGiven() throws IOException {
    Files.writeString(
        profile,
        "{\"format\":\"curtail-profile/1\",\"maxDegree\":2,\"source\":\"\",\"timesMs\":[[5,4]]}");
    assertThat(plan("--cores", "10000", "--max-load", "1", "--json").misuse())
        .contains("a table for 10,000 cores cannot be simulated; expected at most 256");
    Outcome outcome = plan("--cores", "10000", "--max-load", "1", "--json", "--allow-harm");
    assertThat(outcome.err()).contains("--target-parallelism 10000: ", "; at most 10000");
    assertThat(outcome.exitCode()).isZero();
  }

  @Test
  void withoutAPlaceTheTableIsShownAndTheUserToldHowToKeepIt() {
    Outcome outcome = plan(GOAL);
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out()).startsWith("  load       t0        t1");
    assertThat(outcome.err())
        .contains(
            "Nothing was written: the table is only shown above. To keep it:\n  ./curtail plan ")
        .endsWith(" --out table.json\n");
    assertThat(table).doesNotExist();
  }

  @Test
  void aTableThatIsThereIsOnlyReplacedWhenAskedTo() throws IOException {
    Files.writeString(table, "precious");
    assertThat(plan(with(GOAL, "--out", table.toString())).misuse()).contains("--overwrite");
    assertThat(table).hasContent("precious");
    assertThat(plan(with(GOAL, "--out", table.toString(), "--overwrite")).exitCode()).isZero();
    assertThat(JsonFile.TABLE.read(table).rows()).hasSize(6);
  }

  @Test
  void withoutOptionsWhatHarmsIsGivenUpAndSaid() throws IOException {
    Outcome outcome = plan("--cores", "2", "--split-half", "--out", table.toString());
    assertThat(outcome.misuse()).isEmpty();
    assertThat(outcome.out())
        .containsPattern(
            "No harm: the whole plan would make the (mean|p\\d+) \\d+\\.\\d\\d times as long as one thread a request at load 0\\.\\d0\\. Kept of it:\n")
        .contains("  No request waits for another to end. --allow-harm keeps the whole plan.\n")
        .containsPattern("\n +0\\.90 +")
        .containsPattern("\n *>= \\d+ +0, d1 +")
        .doesNotContain("e1, d1", "waits until");
    assertThat(outcome.err()).doesNotContain("--allow-harm");
    IntervalTable written = JsonFile.TABLE.read(table);
    assertThat(written.hasExit()).isFalse();
    assertThat(written.rows().getLast().grants(2)).isFalse();
    Outcome named = plan("--cores", "2", "--no-harm", "--json");
    assertThat(IntervalTableJson.read(new StringReader(named.out()), "out")).isEqualTo(written);
    JsonNode noHarm = new ObjectMapper().readTree(named.out()).at("/planning/noHarm");
    assertThat(noHarm.get("isPlanned").asBoolean()).isFalse();
    assertThat(noHarm.get("kept")).hasSize(2);
    for (JsonNode trial : noHarm.get("trials")) {
      assertThat(trial.at("/ratios/worst").asDouble()).isLessThanOrEqualTo(1.01);
    }
  }

  @Test
  void harmThatIsAllowedIsSaid() {
    Outcome outcome = plan(GOAL);
    assertThat(outcome.err())
        .contains(
            "--allow-harm: the whole plan is kept; at high load requests may be slower than sequential ones");
    assertThat(plan(with(GOAL, "--no-harm")).misuse())
        .isEqualTo("--allow-harm cannot be given together with --no-harm");
  }

  @Test
  void helpShowsAnExample() {
    Outcome outcome = run("--help");
    assertThat(outcome.out()).contains("Example", "  curtail plan --profile profile.json");
    assertThat(outcome.exitCode()).isZero();
  }
}
