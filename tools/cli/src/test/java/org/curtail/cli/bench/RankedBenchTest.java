package org.curtail.cli.bench;

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
import java.util.Random;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.store.FSDirectory;
import org.curtail.benchkit.results.RankedFigures;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.ResultsFile;
import org.curtail.benchkit.results.Run;
import org.curtail.cli.Terminal;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code bench} for searches in order of importance, on an index small enough for a test. */
@Timeout(300)
class RankedBenchTest {
  private static final int DOCUMENTS = 4000;
  private static final int REQUESTS = 100;

  @TempDir static Path shared;
  private static Path index;
  private static Path queries;

  @TempDir Path folder;

  @BeforeAll
  static void prepare() throws IOException {
    index = shared.resolve("index");
    var random = new Random(1);
    var config =
        new IndexWriterConfig(new StandardAnalyzer())
            .setIndexSort(new Sort(new SortField("rank", SortField.Type.LONG, true)));
    try (var directory = FSDirectory.open(index);
        var writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < DOCUMENTS; i++) {
        var text = new StringBuilder();
        for (int w = 0; w < 12; w++) {
          text.append('w')
              .append((int) (60 * random.nextDouble() * random.nextDouble()))
              .append(' ');
        }
        var document = new Document();
        document.add(new TextField("body", text.toString(), Field.Store.NO));
        document.add(new NumericDocValuesField("rank", (long) Math.exp(12 * random.nextDouble())));
        writer.addDocument(document);
      }
      writer.forceMerge(1);
    }
    var lines = new StringBuilder();
    for (int q = 0; q < 40; q++) {
      lines.append('w').append(q).append(" w").append(q + 3).append('\n');
    }
    queries = Files.writeString(shared.resolve("queries.txt"), lines);
  }

  private Terminal bench(Object... more) {
    var words =
        new ArrayList<Object>(
            List.of("bench", "--index", index, "--queries", queries, "--out", folder));
    words.addAll(List.of("--load", "0.4", "--requests", REQUESTS, "--repeats", 5, "--overwrite"));
    words.addAll(List.of(more));
    return curtail(words.toArray());
  }

  private Results results(Object... more) throws IOException {
    Terminal run = bench(more);
    assertDone(run);
    return ResultsFile.read(folder.resolve("results.json"));
  }

  private static RankedFigures figures(Results results, String policy) {
    Run run =
        results.runs().stream().filter(it -> it.policy().equals(policy)).findFirst().orElseThrow();
    assertThat(run.checks().failed()).isZero();
    assertThat(run.checks().checked()).isEqualTo(REQUESTS);
    assertThat(run.checks().mismatches()).isZero();
    return requireNonNull(run.ranked(), policy);
  }

  @Test
  void safeAnswersAreExactAndChunksSpeculationAndQualityAreTold() throws Exception {
    Terminal run =
        bench(
            "--early-termination",
            "safe",
            "--chunks",
            50,
            "--quality",
            "--json",
            "--policies",
            "sequential,fixed-2,fixed-2/alternating,fixed-2/coarse,lucene-2,fixed-2@executor");
    assertDone(run);

    JsonNode json = new ObjectMapper().readTree(run.out());
    for (JsonNode one : json.get("runs")) {
      assertThat(one.get("mismatches").asInt()).isZero();
      assertThat(one.get("quality").get("proportional").asDouble()).isZero();
      assertThat(one.get("quality").get("exponential").asDouble()).isZero();
      boolean byLucene = one.get("policy").asText().matches("lucene.*|.*executor");
      assertThat(one.has("chunksVisited")).isNotEqualTo(byLucene);
      assertThat(one.has("speculativeShare")).isNotEqualTo(byLucene);
      assertThat(one.has("lossRate")).isFalse();
    }
    Results results = ResultsFile.read(folder.resolve("results.json"));
    RankedFigures sequential = figures(results, "sequential");
    assertThat(sequential.chunksVisited()).isBetween(1.0, 49.0);
    assertThat(sequential.chunksBeyondSequential()).isZero();
    assertThat(sequential.mostChunksBeyondSequential()).isZero();
    assertThat(sequential.speculativeShare()).isZero();
    // One with threads that run all the time; more while a thread waits for a core in its chunk.
    assertThat(figures(results, "fixed-2").mostChunksBeyondSequential()).isBetween(0, 49);
    assertThat(figures(results, "fixed-2/coarse").speculativeShare()).isBetween(0.0, 1.0);
    assertThat(results.settings())
        .containsEntry("early termination", "safe")
        .containsKey("chunks visited by a sequential search");
    assertThat(results.command()).contains(" --early-termination safe ", " --quality ");
    assertThat(results.runs().get(3).against())
        .anyMatch(comparison -> comparison.baseline().equals("fixed-2"));
    assertThat(results.verdict().details())
        .anyMatch(detail -> detail.startsWith("All 600 answers had exactly plain Lucene's"))
        .anyMatch(detail -> detail.startsWith("Response quality is at least that of sequential"))
        .anyMatch(detail -> detail.contains("Sharing is dynamic unless"))
        .anyMatch(detail -> detail.startsWith("fixed-2/coarse against fixed-2 at load 0.4: mean"));
    Path page = folder.resolve("report.html");
    Terminal report = curtail("report", folder.resolve("results.json"), "--out", page);
    assertDone(report);
    assertThat(Files.readString(page)).contains("Search in order of importance", "fixed-2/coarse");
  }

  @Test
  void withoutEarlyTerminationEveryChunkIsVisitedAndNothingIsSpeculative() throws Exception {
    Results results =
        results("--early-termination", "off", "--chunks", 50, "--policies", "sequential,fixed-2");

    for (String policy : List.of("sequential", "fixed-2")) {
      assertThat(figures(results, policy).chunksVisited()).isEqualTo(50);
      assertThat(figures(results, policy).speculativeShare()).isZero();
      assertThat(figures(results, policy).quality()).isNull();
    }
  }

  @Test
  void probableAnswersMayLackHitsWhichIsCountedAndNoError() throws Exception {
    Terminal run =
        bench(
            "--early-termination",
            "probable",
            "--termination-share",
            0.3,
            "--quality",
            "--sharing",
            "coarse",
            "--policies",
            "sequential,lucene-2,fixed-2");
    assertDone(run);

    Results results = ResultsFile.read(folder.resolve("results.json"));
    RankedFigures sequential = figures(results, "sequential");
    int lost = requireNonNull(sequential.lost());
    assertThat(lost).isPositive();
    assertThat(sequential.lossRate()).isEqualTo((double) lost / REQUESTS);
    assertThat(requireNonNull(sequential.quality()).proportional()).isZero();
    RankedFigures lucene = figures(results, "lucene-2");
    assertThat(lucene.lossRate()).isNull();
    assertThat(requireNonNull(lucene.quality()).proportional()).isPositive();
    assertThat(figures(results, "fixed-2").lossRate()).isBetween(0.0, 1.0);
    assertThat(results.verdict().headline()).doesNotContain("void");
    assertThat(results.verdict().details())
        .anyMatch(detail -> detail.contains("answers lack hits, as probable termination may"))
        .anyMatch(detail -> detail.startsWith("sequential lacks a hit in "))
        .anyMatch(detail -> detail.contains("Sharing is coarse unless"));
    assertThat(run.out()).contains("speculative", "proportional", "lack a hit");
  }

  @Test
  void aLossRateThatWasAskedForIsHeldAgainstWhatIsMeasured() throws Exception {
    Results results =
        results(
            "--early-termination",
            "probable",
            "--loss-rate",
            0.5,
            "--policies",
            "sequential,fixed-2");

    assertThat(results.verdict().details())
        .anyMatch(detail ->
            detail.startsWith("fixed-2 lacks a hit in ")
                && detail.contains("the 50 % that were asked for"));
  }

  @Test
  void whatNeedsTheOrderOfImportanceIsRefusedWithoutIt() throws IOException {
    assertUsageError(bench("--quality"), "--quality works only with --early-termination");
    assertUsageError(
        bench("--policies", "sequential,fixed-2/coarse"),
        "--policies",
        "fixed-2/coarse works only with --early-termination");
    assertUsageError(
        bench("--early-termination", "safe", "--policies", "fixed-2/fine"),
        "'fixed-2/fine'",
        "POLICY/coarse");
    assertUsageError(
        bench("--early-termination", "safe", "--policies", "lucene-2/coarse"), "'lucene-2/coarse'");
    assertUsageError(bench("--early-termination", "soon"), "--early-termination", "soon");
    Path profile =
        Files.writeString(
            folder.resolve("profile.json"),
            "{\"format\":\"curtail-profile/1\",\"maxDegree\":2,\"source\":\"test\","
                + "\"timesMs\":[[10,6],[20,11]]}");
    assertUsageError(
        curtail("bench", "--emulate-cores", 2, "--profile", profile, "--quality", "--out", folder),
        "--quality",
        "together with --emulate-cores");
    assertThat(folder.resolve("results.json")).doesNotExist();
  }
}
