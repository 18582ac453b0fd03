package org.curtail.cli.bench;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.benchkit.emulate.EmulatedClasses;
import org.curtail.benchkit.results.Checks;
import org.curtail.benchkit.results.Comparison;
import org.curtail.benchkit.results.Decisions;
import org.curtail.benchkit.results.EnergyFigures;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.search.ExpectedHits;
import org.curtail.benchkit.search.Workload;
import org.curtail.benchkit.terminal.Console;
import org.curtail.cli.profile.DegreeOneCost;
import org.curtail.cli.profile.Profiler;
import org.curtail.policies.Policies;
import org.curtail.speed.SpeedClass;
import org.curtail.speed.SpeedMachine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The whole measurement on an index small enough for a test; checks figures, not speed. */
@Timeout(300)
class BenchTest {
  private final ByteBuffersDirectory directory = new ByteBuffersDirectory();
  private final Console quiet = new Console(silent(), silent(), false);
  private DirectoryReader reader;
  private Workload workload;

  private static PrintStream silent() {
    return new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
  }

  @BeforeEach
  void index() throws Exception {
    var random = new Random(1);
    try (var writer = new IndexWriter(directory, new IndexWriterConfig(new StandardAnalyzer()))) {
      for (int i = 0; i < 5000; i++) {
        var text = new StringBuilder();
        for (int w = 0; w < 12; w++) {
          text.append('w')
              .append((int) (60 * random.nextDouble() * random.nextDouble()))
              .append(' ');
        }
        var document = new Document();
        document.add(new TextField("body", text.toString(), Field.Store.NO));
        writer.addDocument(document);
      }
    }
    reader = DirectoryReader.open(directory);
    var queries = new ArrayList<Query>();
    for (int q = 0; q < 30; q++) {
      queries.add(
          new BooleanQuery.Builder()
              .add(new TermQuery(new Term("body", "w" + q)), Occur.SHOULD)
              .add(new TermQuery(new Term("body", "w" + (q + 3))), Occur.SHOULD)
              .build());
    }
    workload = new Workload(reader, queries, 10);
  }

  @AfterEach
  void close() throws Exception {
    reader.close();
    directory.close();
  }

  @Test
  void everyPolicyAnswersEveryRequestExactlyAsPlainLucene() throws Exception {
    Profile profile =
        new Profiler(workload, new Profiler.Setting(2, 2, 0, 1), quiet).measure("test").profile();
    assertThat(profile.requests()).isEqualTo(30);
    assertThat(profile.maxDegree()).isEqualTo(2);
    var table =
        new IntervalTable(
            2,
            3,
            2,
            99,
            0.01,
            List.of(1, 2),
            List.of(
                new IntervalTable.Row(1, List.of(0.0, 0.0), 1, 1, 2),
                new IntervalTable.Row(2, List.of(0.0, 0.05), 1, 1, 2),
                new IntervalTable.Row(3, List.of(0.02, 0.1), 1, 1, 3)),
            3);
    List<String> policies =
        List.of(
            "sequential",
            "lucene-2",
            "threads",
            "fixed-2",
            "adaptive",
            "few-to-many",
            "sequential@executor",
            "few-to-many@executor",
            "tail-index-malleable",
            "few-to-many+boosting",
            "automatic",
            "automatic@executor");
    var setting =
        new BenchSetting(
            policies,
            List.of(0.3, 0.9),
            Optional.empty(),
            60,
            4,
            2,
            42,
            BoostKind.SYSTEM,
            Optional.of(profile),
            Optional.of(table),
            false,
            Optional.empty(),
            Optional.empty());
    Results results = new Bench(workload, setting, quiet).run("curtail bench", Map.of());

    assertThat(results.runs()).hasSize(24);
    assertThat(results.settings()).containsKey("boosting");
    assertThat(results.runs().stream().map(Run::policy).distinct())
        .containsExactlyElementsOf(policies);
    for (Run run : results.runs()) {
      assertThat(run.checks().failed()).as(run.policy()).isZero();
      assertThat(run.checks().mismatches()).as(run.policy()).isZero();
      assertThat(run.checks().checked()).as(run.policy()).isEqualTo(240);
      assertThat(run.requests()).as(run.policy()).isEqualTo(4 * 54);
      assertThat(run.latency().p50Ms()).isPositive().isLessThanOrEqualTo(run.latency().p95Ms());
      assertThat(run.latency().p95Ms()).isLessThanOrEqualTo(run.latency().p99Ms());
      assertThat(run.latency().p99Ms()).isLessThanOrEqualTo(run.latency().maxMs());
      assertThat(run.degrees().degreeShares().stream().mapToDouble(d -> d).sum())
          .isBetween(0.999, 1.001);
      assertThat(run.lateness().latenessP50Ms()).isGreaterThanOrEqualTo(0);
      assertThat(run.utilisation()).isPositive();
    }
    Run sequential = results.runs().getFirst();
    assertThat(sequential.degrees().degreeShares()).hasSize(1);
    Comparison best = results.runs().get(4).against().getLast();
    assertThat(best.baseline()).isEqualTo("best of sequential, lucene-2, threads");
    assertThat(best.mean().low()).isLessThanOrEqualTo(best.mean().high());
    assertThat(results.demand()).isNotNull();
    assertThat(results.verdict().details())
        .anyMatch(detail -> detail.startsWith("All 5,760 answers"));
    assertThat(requireNonNull(results.noise()).probes()).isEqualTo(8);
    assertThat(results.decisions())
        .extracting(Decisions::policy)
        .containsExactly("automatic", "automatic@executor");
    for (Decisions decided : results.decisions()) {
      // Two blocks to warm up, and four at each of two loads.
      assertThat(decided.requests()).as(decided.policy()).isEqualTo(10 * 60);
      assertThat(decided.load()).isNull();
      assertThat(decided.state()).contains("the safe policy");
      assertThat(decided.periods())
          .extracting(Decisions.Period::load)
          .containsOnly(0.3, 0.5, 0.9)
          .startsWith(0.5);
      assertThat(decided.periods().getLast().toSeconds()).isEqualTo(decided.seconds());
    }
  }

  /** Checks speeds only for what holds on the busiest machine: no worker is too fast. */
  @Test
  void slowWorkersAnswerExactlyAsPlainLucene() throws Exception {
    var classes =
        new EmulatedClasses(
            SpeedMachine.ofCores(
                new SpeedClass("little", 1, 0.5, 1, 0.1), new SpeedClass("big", 1, 1, 4, 0.2)),
            true,
            "a table");
    var setting =
        new BenchSetting(
            List.of("all-fast", "all-slow", "slow-to-fast-0.2"),
            List.of(0.2),
            Optional.empty(),
            40,
            2,
            2,
            42,
            BoostKind.GATE,
            Optional.empty(),
            Optional.empty(),
            false,
            Optional.of(classes),
            Optional.empty());
    Results results = new Bench(workload, setting, quiet).run("curtail bench", Map.of());
    assertThat(results.runs()).hasSize(3);
    for (Run run : results.runs()) {
      assertThat(run.checks()).as(run.policy()).isEqualTo(new Checks(0, 80, 0));
      assertThat(run.degrees().degreeShares()).as(run.policy()).hasSize(1);
      EnergyFigures energy = requireNonNull(run.energy());
      double joules =
          energy.classes().stream()
              .mapToDouble(
                  one -> requireNonNull(one.busyJoules()) + requireNonNull(one.idleJoules()))
              .sum();
      assertThat(requireNonNull(energy.joulesPerRequest())).isCloseTo(joules, within(1e-9));
      assertThat(energy.simulatedMeanMs()).isPositive();
    }
    EnergyFigures allFast = requireNonNull(results.runs().getFirst().energy());
    assertThat(allFast.classes().getFirst().busyMs()).isZero();
    assertThat(allFast.classes().getFirst().heldSpeed()).isNull();
    EnergyFigures allSlow = requireNonNull(results.runs().get(1).energy());
    assertThat(allSlow.classes().getLast().busyMs()).isZero();
    assertThat(requireNonNull(allSlow.classes().getFirst().heldSpeed()))
        .isPositive()
        .isLessThan(0.505);
    assertThat(allSlow.joulesOfAllFast()).isNotNull();
    assertThat(BenchText.linesOf(results))
        .contains("All 240 answers had exactly plain Lucene's top hits and scores.");
  }

  @Test
  void aWrongAnswerIsToldFromARightOne() throws Exception {
    ExpectedHits expected = ExpectedHits.of(workload);
    TopDocs hits = new IndexSearcher(reader).search(workload.queries().get(4), 10);
    assertThat(expected.matches(4, hits)).isTrue();
    assertThat(expected.matches(5, hits)).isFalse();
    hits.scoreDocs[9].score = Math.nextUp(hits.scoreDocs[9].score);
    assertThat(expected.matches(4, hits)).isFalse();
  }

  @Test
  void anAnswerThatOnlyLacksHitsIsToldFromAWrongOne() throws Exception {
    ExpectedHits expected = ExpectedHits.of(workload);
    ScoreDoc[] best = new IndexSearcher(reader).search(workload.queries().get(4), 12).scoreDocs;
    ScoreDoc invented = new ScoreDoc(best[11].doc, best[0].score);

    assertThat(expected.loses(4, hits(best, 0, 1, 2, 4, 5, 6, 7, 8, 9, 10))).isTrue();
    assertThat(expected.loses(4, hits(best, 0, 1, 2, 4, 5, 6, 7, 8, 9))).isTrue();
    assertThat(expected.loses(4, hits(best))).isTrue();
    assertThat(expected.loses(4, hits(best, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9))).isFalse();
    assertThat(expected.loses(4, hits(best, 1, 0, 2, 4, 5, 6, 7, 8, 9, 10))).isFalse();
    assertThat(expected.loses(4, hits(best, 0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11))).isFalse();
    assertThat(expected.loses(4, hits(new ScoreDoc[] {invented, best[1]}, 0, 1))).isFalse();
    best[1].score = Math.nextUp(best[1].score);
    assertThat(expected.loses(4, hits(best, 0, 1, 2, 4, 5, 6, 7, 8, 9, 10))).isFalse();
  }

  private static TopDocs hits(ScoreDoc[] all, int... ranks) {
    return new TopDocs(
        new TotalHits(ranks.length, TotalHits.Relation.EQUAL_TO),
        IntStream.of(ranks).mapToObj(rank -> all[rank]).toArray(ScoreDoc[]::new));
  }

  @Test
  void theCostOfDegreeOneIsARatioOfCpuTimes() throws Exception {
    var ratio = DegreeOneCost.measure(workload, 2, 1, quiet).ratio();
    assertThat(ratio.low()).isPositive().isLessThanOrEqualTo(ratio.high());
  }

  @Test
  void unknownPoliciesAndMissingIngredientsAreRefusedByName() {
    assertThatThrownBy(() -> Contenders.check("fifo", Policies.Ingredients.NONE, 2))
        .hasMessageContaining("'fifo'")
        .hasMessageContaining("lucene-N");
    assertThatThrownBy(() -> Contenders.check("few-to-many", Policies.Ingredients.NONE, 2))
        .hasMessageContaining("interval table");
    assertThatThrownBy(() -> Contenders.check("clairvoyant-225", Policies.Ingredients.NONE, 2))
        .hasMessageContaining("'clairvoyant-225'")
        .hasMessageContaining("demand in advance");
    assertThatThrownBy(() -> Contenders.check("lucene-0", Policies.Ingredients.NONE, 2))
        .hasMessageContaining("lucene-0");
    Contenders.check("lucene-4", Policies.Ingredients.NONE, 2);
    Contenders.check("fixed-3", Policies.Ingredients.NONE, 2);
  }
}
