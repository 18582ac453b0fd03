package org.curtail.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.Terminal.assertDone;
import static org.curtail.cli.Terminal.curtail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.curtail.Profile;
import org.curtail.benchkit.files.JsonFile;
import org.curtail.benchkit.results.Emulated;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.ResultsFile;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.results.Verdict.Outcome;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Index, queries, profile, plan, bench and report on a few documents, as the README has them. */
@Timeout(600)
class WholeLoopTest {
  @TempDir Path folder;

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  void everyStepWorksOnWhatTheStepBeforeWrote() throws Exception {
    Path text = SmallText.write(folder.resolve("text.jsonl"), 400);
    Path index = folder.resolve("index");
    Path queries = folder.resolve("queries.tsv");
    Path profile = folder.resolve("profile.json");
    Path table = folder.resolve("table.json");
    Path out = folder.resolve("results");
    Path report = folder.resolve("report.html");
    Path live = folder.resolve("live.json");

    assertDone(curtail("index", text, "--out", index));
    assertDone(curtail("queries", text, "--number", 40, "--out", queries));
    Terminal profiled =
        assertDone(
            curtail(
                "profile",
                "--index",
                index,
                "--queries",
                queries,
                "--ranking",
                "trees-5",
                "--max-degree",
                2,
                "--runs",
                2,
                "--out",
                profile));
    assertThat(profiled.out())
        .contains("speedup at degree")
        .contains("longest 5 %")
        .contains("CPU at degree 1 over plain Lucene:");
    // Of 40 made queries few match, and a p99 needs 1,000.
    assertThat(JsonFile.PROFILE.read(profile).notes())
        .anyMatch(note -> note.contains("queries are too few: p99 needs 1,000"));
    assertThat(profiled.err()).contains("note: ", "queries are too few: p99 needs 1,000");
    assertThat(
            assertDone(curtail("plan", "--profile", profile, "--cores", 2, "--out", table)).err())
        .contains("note: " + profile, "notes of the profile hold here too");
    Terminal benched =
        assertDone(
            curtail(
                "bench",
                "--index",
                index,
                "--queries",
                queries,
                "--ranking",
                "trees-5",
                "--profile",
                profile,
                "--table",
                table,
                "--policies",
                "sequential,lucene-2,fixed-2,adaptive,few-to-many",
                "--load",
                "0.3,0.5",
                "--requests",
                100,
                "--repeats",
                5,
                "--out",
                out,
                "--record-profile",
                live,
                "--json"));
    JsonNode results = new ObjectMapper().readTree(benched.out());
    assertThat(results.get("format").asText()).isEqualTo("curtail-results/1");
    assertThat(results.get("kind").asText()).isEqualTo("bench");
    assertThat(results.get("runs")).hasSize(10);
    for (JsonNode run : results.get("runs")) {
      assertThat(run.get("failed").asInt()).isZero();
      assertThat(run.get("mismatches").asInt()).isZero();
      assertThat(run.get("checked").asInt()).isEqualTo(100);
    }
    assertThat(results)
        .isEqualTo(new ObjectMapper().readTree(out.resolve("results.json").toFile()));
    assertThat(benched.err()).contains("Wrote the profile to " + live);
    Profile recorded = JsonFile.PROFILE.read(live);
    // Four policies at two loads; lucene-2 does not run on the engine.
    assertThat(recorded.requests()).isEqualTo(4 * 2 * 100);
    // The index is too small for requests of many chunks at two degrees.
    assertThat(recorded.maxDegree()).isEqualTo(1);
    assertThat(benched.err()).contains("no speedup was learned");
    assertThat(recorded.source()).startsWith("live traffic: 800 of 800 completed requests, 0 ");
    assertThat(recorded.notes())
        .anyMatch(note -> note.contains("800 queries are too few: p99 needs 1,000"));
    assertThat(results.at("/verdict/details").toString())
        .contains("The recorded profile " + live + ": 800 queries are too few");
    assertDone(
        curtail(
            "plan",
            "--profile",
            live,
            "--cores",
            2,
            "--allow-harm",
            "--out",
            table,
            "--overwrite"));
    assertDone(
        curtail(
            "simulate",
            "--profile",
            live,
            "--table",
            table,
            "--cores",
            2,
            "--rps",
            10,
            "--policies",
            "sequential,few-to-many"));
    assertDone(curtail("report", out.resolve("results.json"), "--out", report));
    assertThat(Files.readString(report)).contains("few-to-many").contains("lucene-2");
  }

  @Test
  @Tag("long")
  @Execution(ExecutionMode.CONCURRENT)
  void aDemoStartedAgainKeepsWhatIsFinishedAndRemakesWhatIsMissing() throws Exception {
    Path text = SmallText.write(folder.resolve("text.jsonl"), 300);
    Path out = folder.resolve("demo");
    Terminal first =
        assertDone(
            curtail(
                "demo",
                "--quick",
                "--documents",
                text,
                "--ranking",
                "bm25",
                "--out",
                out,
                "--json"));
    JsonNode made = new ObjectMapper().readTree(first.out());
    assertThat(Path.of(made.get("report").asText())).isRegularFile();
    assertThat(Path.of(made.get("results").asText())).isEqualTo(out.resolve("results.json"));
    assertThat(first.err()).contains("$ ./curtail index ").contains("$ ./curtail bench ");
    Results emulated = ResultsFile.read(Path.of(made.get("emulated").asText()));
    Results simulated = ResultsFile.read(Path.of(made.get("simulated").asText()));
    assertThat(emulated.cores()).isEqualTo(16);
    assertThat(emulated.emulated())
        .extracting(Emulated::policy)
        .contains("sequential", "few-to-many");
    assertThat(simulated.cores()).isEqualTo(16);
    assertThat(simulated.demand()).isEqualTo(emulated.demand());
    assertThat(made.at("/doThis/findings").toString())
        .contains(
            "The demand: on one thread", "on 16 cores, emulated: ", "Simulated on 16 cores: ");
    assertThat(made.at("/doThis/advice").asText()).isNotBlank();
    assertThat(Files.readString(out.resolve("report.html")))
        .contains("id=\"result-3-latency\"", "id=\"do-this\"");
    FileTime profiled = Files.getLastModifiedTime(out.resolve("profile.json"));

    Object[] same = {"demo", "--quick", "--documents", text, "--ranking", "bm25", "--out", out};
    judge(out, Outcome.DIFFERENCE);
    judge(out.resolve("emulated-16"), Outcome.DIFFERENCE);
    Files.delete(out.resolve("report.html"));
    Terminal again = assertDone(curtail(same));
    assertThat(out.resolve("report.html")).isRegularFile();
    assertThat(Files.getLastModifiedTime(out.resolve("profile.json"))).isEqualTo(profiled);
    assertThat(again.err())
        .contains("kept " + out.resolve("results.json"))
        .contains("kept " + out.resolve("emulated-16").resolve("results.json"))
        .contains("kept " + out.resolve("simulated-16.json"))
        .contains("Open " + out.resolve("report.html"));
    assertThat(again.err()).doesNotContain("$ ./curtail bench ");
    assertThat(again.err())
        .contains(
            "All results were kept. To measure again: rm %s && ./curtail demo --quick"
                .formatted(out.resolve("results.json")));
  }

  /** Twice as many blocks, and another emulation, take minutes. */
  @Test
  @Tag("long")
  void aDemoStartedAgainMeasuresAgainWhatCouldNotBeJudged() throws Exception {
    Path text = SmallText.write(folder.resolve("text.jsonl"), 300);
    Path out = folder.resolve("demo");
    Object[] same = {"demo", "--quick", "--documents", text, "--ranking", "bm25", "--out", out};
    assertDone(curtail(same));
    judge(out.resolve("emulated-16"), Outcome.DIFFERENCE);
    int blocks = blocks(out);
    judge(out, Outcome.TOO_FEW);
    Terminal more = assertDone(curtail(same));
    assertThat(more.err())
        .contains("kept " + out.resolve("profile.json"))
        // What does not follow from the live bench is no reason to be measured again.
        .contains("kept " + out.resolve("emulated-16").resolve("results.json"))
        .contains("wrote " + out.resolve("report.html"))
        .contains(
            "Bench again, %d blocks instead of %d: last time, there were too few requests to judge"
                .formatted(2 * blocks, blocks));
    assertThat(blocks(out)).isEqualTo(2 * blocks);

    judge(out, Outcome.DIFFERENCE);
    judge(out.resolve("emulated-16"), Outcome.TOO_BUSY);
    Terminal busy = assertDone(curtail(same));
    assertThat(busy.err())
        .contains("kept " + out.resolve("results.json"))
        .contains("Emulation again, the same number of blocks: last time, the machine was busy")
        .contains("kept " + out.resolve("simulated-16.json"));
    assertThat(blocks(out)).isEqualTo(2 * blocks);
  }

  /** What comes of a bench depends on the machine; what the demo does then does not. */
  private static void judge(Path demo, Outcome outcome) throws IOException {
    Path file = demo.resolve("results.json");
    Results results = ResultsFile.read(file);
    try (var writer = Files.newBufferedWriter(file)) {
      ResultsFile.write(results.judged(new Verdict("Judged.", List.of(), outcome)), writer);
    }
  }

  private static int blocks(Path demo) {
    Object blocks = ResultsFile.read(demo.resolve("results.json")).settings().get("blocks");
    return Integer.parseInt(String.valueOf(blocks));
  }
}
