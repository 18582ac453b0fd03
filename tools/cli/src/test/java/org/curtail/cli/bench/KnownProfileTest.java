package org.curtail.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.Terminal.assertDone;
import static org.curtail.cli.Terminal.assertUsageError;
import static org.curtail.cli.Terminal.curtail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.files.NamedKnowledge;
import org.curtail.benchkit.results.Decisions;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.ResultsFile;
import org.curtail.cli.SmallText;
import org.curtail.cli.Terminal;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code automatic} begins a bench with given knowledge, and writes its knowledge at the end. */
@Timeout(300)
class KnownProfileTest {
  @TempDir static Path shared;
  private static Path index;
  private static Path queries;

  /** A profile with enough kinds of requests for any machine. */
  private static Path profile;

  private static Path plan;

  @TempDir Path folder;

  @BeforeAll
  static void prepare() throws IOException {
    Path text = SmallText.write(shared.resolve("text.jsonl"), 200);
    index = shared.resolve("index");
    queries = shared.resolve("queries.tsv");
    assertThat(curtail("index", text, "--out", index).exitCode()).isZero();
    assertThat(curtail("queries", text, "--number", 20, "--out", queries).exitCode()).isZero();
    String demand =
        "{\"format\":\"curtail-profile/1\",\"maxDegree\":1,\"source\":\"test\",\"timesMs\":"
            + "[[0.0001],[0.001],[0.01],[0.1],[1],[10],[100],[1000]]}";
    profile = Files.writeString(shared.resolve("profile.json"), demand);
    plan =
        Files.writeString(
            shared.resolve("plan.json"),
            """
            {"format":"curtail-automatic/1","cores":1,"profile":%s,
            "halfBand":0.03,"policies":[{"fromUtilisation":0,"policy":"fixed-1","reason":"so"}]}
            """
                .formatted(demand));
  }

  private Terminal live(Object... more) {
    var words =
        new ArrayList<Object>(
            List.of("bench", "--index", index, "--queries", queries, "--cores", 1, "--out"));
    words.add(folder.resolve("r"));
    words.addAll(List.of(more));
    return curtail(words.toArray());
  }

  private Results results() {
    return ResultsFile.read(folder.resolve("r").resolve("results.json"));
  }

  private static boolean has(Decisions decided, String kind) {
    return decided.events().stream().anyMatch(event -> event.kind().equals(kind));
  }

  @Test
  @Tag("long")
  void aProfileIsPlannedForAtOnceAndIsWhatIsKnownAtTheEnd() {
    Path known = folder.resolve("known.json");
    Terminal run =
        live(
            "--policies",
            "automatic",
            "--load",
            0.3,
            "--requests",
            2000, // Over half a second: the autopilot looks every 50 ms.
            "--repeats",
            1,
            "--known-profile",
            profile,
            "--export-known",
            known);
    assertDone(run);
    assertThat(run.err())
        .contains("note: " + profile + ": nothing can be gained by parallelism")
        .contains("Wrote the knowledge of automatic to " + known);
    Results results = results();
    String asked = "--known-profile %s --export-known %s".formatted(profile, known);
    assertThat(results.command()).contains(asked);
    assertThat(run.out()).containsPattern(": ./curtail bench .*" + asked + ".* --overwrite");
    assertThat(results.settings()).containsEntry("known profile", profile.toString());
    assertThat(results.verdict().details())
        .anyMatch(line -> line.startsWith(profile + ": nothing can be gained"));
    // Without knowledge it would first have to learn from more requests.
    assertThat(results.decisions()).singleElement().matches(it -> has(it, "PlanBegun"));
    NamedKnowledge written = NamedKnowledge.find(known);
    assertThat(written.cores()).hasValue(1);
    assertThat(written.profile().source()).isEqualTo("test");
    assertThat(written.profile().requests()).isEqualTo(8);
  }

  @Test
  @Tag("long")
  void aPlanIsThereBeforeTheFirstRequestOnTheExecutorToo() {
    Terminal run =
        live(
            "--policies",
            "automatic,automatic@executor",
            "--load",
            0.3,
            "--requests",
            20,
            "--repeats",
            1,
            "--known-profile",
            plan);
    assertDone(run);
    assertThat(results().decisions())
        .hasSize(2)
        .allSatisfy(decided -> assertThat(decided.requestsBeforePlan()).isZero());
  }

  @Test
  void whileTheLoadChangesItIsTheSame() {
    Terminal run =
        live(
            "--policies",
            "automatic",
            "--rps-steps",
            "200:300ms",
            "--repeats",
            1,
            "--known-profile",
            plan,
            "--export-known",
            folder.resolve("known.json"));
    assertDone(run);
    assertThat(results().decisions())
        .singleElement()
        .satisfies(decided -> assertThat(decided.requestsBeforePlan()).isZero());
    assertThat(results().command()).contains("--known-profile " + plan);
    assertThat(NamedKnowledge.find(folder.resolve("known.json")).cores()).hasValue(1);
  }

  @Test
  void whoHasLearnedNothingLeavesNoFile() {
    Path known = folder.resolve("known.json");
    Terminal run =
        live(
            "--policies",
            "automatic",
            "--load",
            0.3,
            "--requests",
            20,
            "--repeats",
            1,
            "--export-known",
            known);
    assertDone(run);
    assertThat(run.err()).contains(known + " was not written");
    assertThat(known).doesNotExist();
  }

  @Test
  @Tag("long")
  void onEmulatedCoresEngineAndSimulatorPlanForTheSameProfile() {
    Path out = folder.resolve("r");
    assertDone(
        curtail(
            "bench",
            "--profile",
            "few-to-many-lucene",
            "--emulate-cores",
            2,
            "--scale",
            0.02,
            "--load",
            0.3,
            "--requests",
            100,
            "--repeats",
            1,
            "--policies",
            "sequential,automatic",
            "--known-profile",
            "few-to-many-lucene",
            "--out",
            out));
    Results results = results();
    assertThat(results.command()).contains("--known-profile few-to-many-lucene");
    assertThat(results.settings()).containsEntry("known profile", "few-to-many-lucene");
    // Without knowledge they would first have to learn from more requests.
    assertThat(results.decisions())
        .hasSize(2)
        .allSatisfy(decided -> assertThat(has(decided, "PlanBegun")).isTrue());
  }

  @Test
  void filesThatAreReadOrWrittenOtherwiseAreNotWritten() throws IOException {
    Path copy = Files.copy(profile, folder.resolve("profile.json"));
    Object[] over = {"--policies", "automatic", "--overwrite", "--export-known"};
    assertUsageError(
        live(words(over, copy, "--known-profile", copy)),
        "--export-known: expected another file than that of --known-profile, found " + copy);
    assertUsageError(
        live(words(over, copy, "--profile", copy)),
        "--export-known: expected another file than that of --profile, found " + copy);
    Path place = folder.resolve("place.json");
    Path results = folder.resolve("r").resolve("results.json");
    assertUsageError(
        live(words(over, results)),
        "--export-known: expected another file than that of the results, found " + results);
    assertUsageError(
        live("--policies", "automatic", "--export-known", copy),
        copy + ": already there; choose another place or add --overwrite");
    assertUsageError(
        live(
            "--policies",
            "automatic,fixed-1",
            "--known-profile",
            copy,
            "--record-profile",
            copy,
            "--overwrite"),
        "--record-profile: expected another file than that of --known-profile, found " + copy);
    assertUsageError(
        live("--policies", "automatic,fixed-1", "--record-profile", place, "--export-known", place),
        "--export-known: expected another file than that of --record-profile, found " + place);
    assertThat(copy).hasSameTextualContentAs(profile);
  }

  private static Object[] words(Object[] first, Object... more) {
    var words = new ArrayList<>(List.of(first));
    words.addAll(List.of(more));
    return words.toArray();
  }
}
