package org.curtail.cli.bench.opensearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.curtail.cli.Terminal.assertDone;
import static org.curtail.cli.Terminal.assertUsageError;
import static org.curtail.cli.Terminal.curtail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.curtail.benchkit.results.Comparison;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.ResultsFile;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.Variant;
import org.curtail.benchkit.results.Verdict.Outcome;
import org.curtail.cli.Terminal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** {@code curtail bench --opensearch} as a user runs it, against a fake server. */
@Execution(ExecutionMode.CONCURRENT)
class ClusterBenchCommandTest {
  private static final String MODE = "search.concurrent_segment_search.mode";

  @TempDir private Path folder;
  private Path queries;
  private FakeCluster cluster;

  @BeforeEach
  void start() throws IOException {
    queries = Files.writeString(folder.resolve("queries.tsv"), "1\tsome words\nothers\n");
    cluster = new FakeCluster();
    cluster.put(MODE, "all");
  }

  @AfterEach
  void theSettingsAreAsBefore() {
    assertThat(cluster.transients()).isEqualTo(Map.of(MODE, "all"));
    cluster.close();
  }

  private Terminal bench(Object... more) {
    return curtail(
        Stream.concat(
                Stream.<Object>of(
                    "bench",
                    "--opensearch",
                    cluster.address(),
                    "--queries",
                    queries,
                    "--out",
                    folder.resolve("out")),
                Stream.of(more))
            .toArray());
  }

  private Terminal small(Object... more) {
    return bench(
        Stream.concat(
                Stream.<Object>of("--index", "words", "--requests", 100, "--repeats", 2)
                    .flatMap(Stream::of),
                Stream.concat(
                    Stream.<Object>of("--rps", 200, "--policies", "stock-auto,curtail"),
                    Stream.of(more)))
            .toArray());
  }

  private Results results() {
    return ResultsFile.read(folder.resolve("out/results.json"));
  }

  @Test
  void contendersAreComparedAndSettingsSwitched() {
    assertDone(small());
    assertThat(results().runs()).extracting(Run::policy).containsExactly("stock-auto", "curtail");
    assertThat(results().runs().getLast().against()).hasSize(1);
    assertThat(results().runs().getLast().checks().checked()).isEqualTo(100);
    assertThat(results().command()).contains("--opensearch", "--index words", "--rps 200");
    assertThat(cluster.switched)
        .anyMatch(body -> body.contains("\"curtail.enabled\":\"true\""))
        .anyMatch(body -> body.contains("\"curtail.enabled\":\"false\""));
  }

  @Test
  void hedgedIsComparedWithUnhedgedOnAnyCopies() {
    assertDone(
        bench(
            "--index",
            "words",
            "--requests",
            100,
            "--repeats",
            2,
            "--rps",
            200,
            "--policies",
            "stock-auto,curtail,curtail+hedged"));
    assertThat(results().runs().getLast().against())
        .extracting(Comparison::baseline)
        .containsExactly("stock-auto", "curtail");
    assertThat(cluster.switched)
        .anyMatch(body -> body.contains("\"curtail.hedge.enabled\":\"true\""))
        .anyMatch(body -> body.contains("\"curtail.hedge.enabled\":\"false\""));
    assertThat(cluster.searched).noneMatch(query -> query.contains("preference"));
  }

  @Test
  void thePluginIsMeasuredInAnotherModeToo() {
    List<ClusterContender> contenders =
        ClusterContender.named(List.of("curtail+all+hedged", "stock-all"));
    assertThat(contenders.getLast().settings())
        .containsEntry(ClusterContender.MODE, "all")
        .containsEntry(ClusterContender.HEDGE, "true")
        .doesNotContainKey(ClusterContender.POLICY);
    assertThat(contenders.getLast().canBeSimulated()).isFalse();
    assertThat(
            ClusterContender.named(List.of("curtail-fixed-4+sharing+none")).getFirst().settings())
        .containsEntry(ClusterContender.MODE, "none")
        .containsEntry(ClusterContender.POLICY, "fixed-4+sharing");
    assertThatThrownBy(() -> ClusterContender.named(List.of("curtail", "curtail+all")))
        .hasMessageContaining("without another policy or mode");
  }

  private Terminal mixed(Object... more) throws IOException {
    Path longs = Files.writeString(folder.resolve("long.json"), "{\"query\": {\"match_all\": {}}}");
    return bench(
        Stream.concat(
                Stream.<Object>of("--mix", "--index", "words", "--long-queries", longs),
                Stream.of(more))
            .toArray());
  }

  @Test
  void shortSearchesAreMeasuredBesideLongOnes() throws IOException {
    assertDone(mixed("--short-rate", 200, "--long-rate", 20, "--seconds", 1, "--repeats", 2));
    Results results = results();
    assertThat(results.runs())
        .extracting(Run::policy)
        .containsExactly("stock-auto+24-threads", "stock-auto", "curtail");
    assertThat(results.runs()).allSatisfy(run -> assertThat(run.rps()).isEqualTo(200));
    assertThat(results.runs().getLast().against())
        .extracting(Comparison::baseline)
        .containsExactly("stock-auto+24-threads", "stock-auto");
    assertThat(results.variants()).hasSize(1);
    Variant longs = results.variants().getFirst();
    assertThat(longs.name()).isEqualTo("long searches");
    assertThat(longs.runs())
        .hasSize(3)
        .allSatisfy(run -> {
          assertThat(run.rps()).isEqualTo(20);
          assertThat(run.load()).isEqualTo(results.runs().getFirst().load());
          assertThat(run.requests()).isLessThan(results.runs().getFirst().requests() / 4);
        });
    assertThat(results.command()).contains("--mix", "--long-rate 20", "--seconds 1");
    assertThat(results.command()).doesNotContain("--requests");
    assertThat(cluster.bodies).hasSize(3);
    assertThat(cluster.switched)
        .anyMatch(body -> body.contains("\"cluster.thread_pool.search.size\":\"24\""))
        .anyMatch(body -> body.contains("\"cluster.thread_pool.search.size\":\"4\""));
  }

  @Test
  void impossibleMixesAreSaid() throws IOException {
    assertUsageError(
        mixed("--load", 1e-9, "--seconds", 1, "--repeats", 2), "--load: expected more than");
    assertUsageError(mixed("--long-rate", 1, "--load", 0.5), "--load cannot be given");
    assertUsageError(mixed("--requests", 100), "--requests cannot be given");
    assertUsageError(mixed("--rps", 100), "--rps cannot be given");
    assertUsageError(mixed("--seconds", 0), "--seconds");
    assertUsageError(small("--long-rate", 1), "--long-rate works only with --mix");
    assertUsageError(
        bench("--index", "words", "--mix"), "--long-queries is missing: expected a file");
    assertUsageError(
        curtail("bench", "opensearch", "--out", folder.resolve("out")), "--url is missing");
    assertUsageError(
        curtail("bench", "opensearch", "--mix", "--index", "a", "--out", folder.resolve("out")),
        "--index cannot be given together with --mix without --url");
  }

  @Test
  void impossibleEmulationsAreSaid() {
    assertUsageError(
        small("--emulate-cores", 4), "--emulate-cores cannot be given together with --url");
    assertUsageError(
        small("--emulated-node-zip", queries),
        "--emulated-node-zip works only with --emulate-cores");
    assertUsageError(emulated(0), "--emulate-cores: expected a whole number from 1 to 256");
    assertUsageError(
        emulated(4, "--index", "words"), "--index cannot be given together with --emulate-cores");
    assertUsageError(emulated(4, "--scale", 2), "--scale");
    assertUsageError(emulated(4, "--policies", "best"), "found 'best'");
    assertUsageError(
        emulated(4, "--policies", "stock-none,curtail-best"),
        "--policies: no policy is named 'best'");
  }

  private Terminal emulated(Object... more) {
    return curtail(
        Stream.concat(
                Stream.<Object>of("bench", "opensearch", "--out", folder.resolve("out")),
                Stream.concat(Stream.<Object>of("--emulate-cores"), Stream.of(more)))
            .toArray());
  }

  @Test
  void operationsOfOpenSearchBenchmarkAreSearches() throws IOException {
    Files.writeString(
        queries,
        """

        [
          {"name": "phrase", "operation-type": "search", "index": "another",
           "body": {"query": {"match_phrase": {"text": "some words"}}}},
          {"name": "kinds", "operation-type": "search",
           "body": {"size": 0, "aggs": {"kinds": {"terms": {"field": "kind"}}}}}
        ]
        """);
    assertDone(small());
    assertThat(cluster.bodies)
        .hasSize(2)
        .anyMatch(body -> body.contains("match_phrase"))
        .anyMatch(body -> body.contains("aggs"));
  }

  @Test
  void operationsThatAreNoSearchesAreNamed() throws IOException {
    Files.writeString(
        queries, "[{\"name\": \"load\", \"operation-type\": \"bulk\", \"body\": {}}]");
    assertUsageError(
        small(),
        "queries.tsv: operation 1 (load): expected the operation-type search, found \"bulk\"");
    Files.writeString(queries, "[{\"name\": \"one\", \"operation-type\": \"search\"}]");
    assertUsageError(small(), "operation 1 (one): expected the body of a search as a JSON object");
    Files.writeString(queries, "\n[\n{{index}}]");
    assertUsageError(
        small(), "without templates such as {{...}}, found an error in line 3, column");
    Files.writeString(queries, "[{}]\n[]");
    assertUsageError(small(), "found an error in line 2, column");
    Files.writeString(
        queries,
        "[{\"name\": \"all\", \"operation-type\": \"search\", \"pages\": 9, \"body\": {}}]");
    assertUsageError(
        small(), "(all): expected name, operation-type, index and body only, found pages");
    Files.writeString(queries, "[]");
    assertUsageError(small(), "expected operations, found an empty array");
  }

  @Test
  void answersThatDifferMakeTheResultsVoid() {
    cluster.plugInDiffers = true;
    assertDone(small());
    assertThat(results().verdict().outcome()).isEqualTo(Outcome.VOID);
    assertThat(results().verdict().headline()).contains("100 of 200 answers differ");
  }

  @Test
  void searchesThatFailMakeTheResultsVoid() {
    cluster.plugInFails = true;
    assertDone(small());
    assertThat(results().verdict().outcome()).isEqualTo(Outcome.VOID);
    assertThat(results().verdict().headline()).contains("status 429");
  }

  @Test
  void whatCannotBeMeasuredIsSaid() {
    assertUsageError(bench("--index", "none"), "has no index 'none'");
    assertUsageError(bench("--index", "A b"), "--index: expected the name of an index");
    assertUsageError(bench(), "--index is missing");
    assertUsageError(bench("--index", "words", "--policies", "stock-none,best"), "found 'best'");
    assertUsageError(
        bench("--index", "words", "--policies", "stock-none,curtail,curtail-fixed-2"),
        "automatic starts again");
    assertUsageError(bench("--index", "words", "--policies", "curtail"), "expected stock-none");
    assertUsageError(bench("--index", "words", "--ranking", "bm25"), "--ranking cannot be given");
    cluster.mode = "off";
    assertUsageError(
        bench("--index", "words"), "found off on node-a, where the plugin gets no search");
    cluster.mode = "executor";
    cluster.indexSettings = "{\"index.search.concurrent_segment_search.mode\": \"none\"}";
    assertUsageError(bench("--index", "words"), "words has its own index.search");
    cluster.plugins = "[]";
    assertUsageError(bench("--index", "words"), "curtail is not installed on node-a");
    cluster.version = "2.19.1";
    assertUsageError(bench("--index", "words"), "expected OpenSearch 3, found 2.19.1");
    cluster.distribution = "other";
    assertUsageError(bench("--index", "words"), "expected OpenSearch, found another server");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void anAddressWhereNobodyListensIsSaid() {
    assertUsageError(
        curtail(
            "bench",
            "--opensearch",
            "http://localhost:1",
            "--index",
            "words",
            "--queries",
            queries,
            "--out",
            folder.resolve("out")),
        "--opensearch: no answer from http://localhost:1/: no server is listening there");
  }
}
