package org.curtail.lucene.ranked;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.DoubleDocValuesField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.curtail.lucene.RandomIndex;
import org.curtail.lucene.ranked.Termination.Probable;
import org.curtail.lucene.ranked.TerminationLearning.Learned;
import org.curtail.policy.FixedDegree;
import org.curtail.runtime.Curtail;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class TerminationLearningTest {
  private static final int DOCUMENTS = 20_000;
  private static final int TOP_HITS = 5;
  private static final RankedSettings SETTINGS =
      new RankedSettings(3, 50, ChunkSharing.DYNAMIC, Termination.SAFE);

  private static ByteBuffersDirectory directory;
  private static DirectoryReader reader;
  private static RankedIndex index;

  @BeforeAll
  static void writeIndex() throws IOException {
    directory = new ByteBuffersDirectory();
    var random = new Random(7);
    var config = new IndexWriterConfig(new StandardAnalyzer());
    config.setIndexSort(new Sort(new SortField("rank", SortField.Type.DOUBLE, true)));
    try (var writer = new IndexWriter(directory, config)) {
      for (int id = 0; id < DOCUMENTS; id++) {
        var document = RandomRankedIndex.text(id, random);
        document.add(new DoubleDocValuesField("rank", 1 / (1e-6 + random.nextDouble())));
        writer.addDocument(document);
      }
    }
    reader = DirectoryReader.open(directory);
    index = RankedIndex.of(new IndexSearcher(reader), SETTINGS);
  }

  @AfterAll
  static void close() throws IOException {
    reader.close();
    directory.close();
  }

  private static List<Query> queries(int count, long seed) {
    var random = new Random(seed);
    return Stream.generate(() -> RandomIndex.query(random))
        .limit(count)
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private static SequentialSearch search(Query query) {
    return new SequentialSearch(index.source(query), TOP_HITS);
  }

  @ParameterizedTest
  @Tag("long")
  @ValueSource(doubles = {0.02, 0.05, 0.1})
  void fewerHeldOutQueriesAreLostThanAskedAndSearchesGetShorter(double lossRate)
      throws IOException {
    for (long seed = 1; seed <= Cases.count(1, 3); seed++) {
      List<Query> queries = queries(800, seed);
      Learned learned = new TerminationLearning(index, TOP_HITS).learn(queries, lossRate, seed);
      assertThat(learned.heldOutLossRate()).as("seed %d", seed).isLessThan(lossRate);
      assertThat(learned.termination().share()).as("seed %d", seed).isLessThan(1);
      assertThat(learned.trainingQueries()).isEqualTo(400);
      assertThat(learned.heldOutQueries()).isEqualTo(400);
      assertThat(learned.askedLossRate()).isEqualTo(lossRate);
      assertThat(learned.heldOutHitsLost()).isLessThanOrEqualTo(learned.heldOutLossRate() + 0.01);
      long safe = 0;
      long probable = 0;
      for (Query query : queries.subList(0, 100)) {
        safe += search(query).run(Termination.SAFE).chunksVisited();
        probable += search(query).run(learned.termination()).chunksVisited();
      }
      assertThat(probable).as("seed %d", seed).isLessThan(safe);
    }
  }

  @Test
  void theSameSeedLearnsTheSame() throws IOException {
    var learning = new TerminationLearning(index, TOP_HITS);
    List<Query> queries = queries(200, 5);
    assertThat(learning.learn(queries, 0.1, 9)).isEqualTo(learning.learn(queries, 0.1, 9));
  }

  @Test
  void theNeededShareLosesNothingAndLessThanItLosesAHit() throws IOException {
    int needSome = 0;
    List<Query> queries = queries(150, 11);
    for (int i = 0; i < queries.size(); i++) {
      Query query = queries.get(i);
      String label = "query %d, %s".formatted(i, query);
      double share = search(query).neededShare();
      assertThat(share).as(label).isBetween(0.0, 1.0);
      Set<Integer> all = docs(search(query).run(Termination.OFF));
      assertThat(docs(search(query).run(new Probable(share)))).as(label).isEqualTo(all);
      assertThat(docs(search(query).run(new Probable(Math.min(1, share + 0.01)))))
          .as(label)
          .isEqualTo(all);
      if (share > 0) {
        needSome++;
        assertThat(docs(search(query).run(new Probable(share * (1 - 1e-6)))))
            .as(label)
            .isNotEqualTo(all);
      }
    }
    assertThat(needSome).isGreaterThan(30);
  }

  private static Set<Integer> docs(RankedHits hits) {
    var docs = new HashSet<Integer>();
    for (ScoreDoc hit : hits.top().scoreDocs) {
      docs.add(hit.doc);
    }
    return docs;
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.3, 0.6, 0.9})
  void aProbableSearchNeverFindsBetterHitsThanThereAre(double share) throws Exception {
    RankedSettings probable = SETTINGS.with(new Probable(share));
    List<Query> queries = queries(25, 13);
    try (Curtail curtail = Curtail.with(new FixedDegree(3)).cores(3).start()) {
      for (Query query : queries) {
        ScoreDoc[] best = search(query).run(Termination.OFF).top().scoreDocs;
        for (ChunkSharing sharing : ChunkSharing.values()) {
          var searcher =
              new RankedSearcher(new IndexSearcher(reader), curtail, probable.with(sharing));
          ScoreDoc[] found = searcher.search(query, TOP_HITS).top().scoreDocs;
          assertThat(found).as("%s, %s", query, sharing).hasSameSizeAs(best);
          for (int i = 0; i < best.length; i++) {
            assertThat(found[i].score)
                .as("%s, %s", query, sharing)
                .isLessThanOrEqualTo(best[i].score);
          }
        }
      }
    }
  }

  /** Reference: every order of training and other queries. */
  @Test
  void theAllowedLossesMakeTheRateUnlikelyForOtherQueries() {
    for (int training = 1; training <= Cases.count(9, 12); training++) {
      for (int others = 1; others <= Cases.count(7, 9); others++) {
        for (double rate : List.of(0.2, 0.35, 0.5, 0.8, 0.99)) {
          int allowed = TerminationLearning.allowedBeyond(training, others, rate);
          String label = "%d and %d queries, rate %s".formatted(training, others, rate);
          assertThat(allowed).as(label).isBetween(-1, training - 1);
          if (allowed >= 0) {
            assertThat(reached(allowed, training, others, rate))
                .as(label)
                .isLessThanOrEqualTo(0.01);
          }
          if (allowed + 1 < training) {
            assertThat(reached(allowed + 1, training, others, rate)).as(label).isGreaterThan(0.01);
          }
        }
      }
    }
  }

  /** Share of all orders in which as many others as the rate lie beyond. */
  private static double reached(int beyond, int training, int others, double rate) {
    int orders = 0;
    int reached = 0;
    for (int order = 0; order < 1 << (training + others); order++) {
      if (Integer.bitCount(order) != training) {
        continue;
      }
      orders++;
      // From the greatest down: training queries are ones.
      int seen = 0;
      int lost = 0;
      for (int place = 0; place < training + others && seen <= beyond; place++) {
        if ((order >> place & 1) == 1) {
          seen++;
        } else {
          lost++;
        }
      }
      reached += lost >= rate * others ? 1 : 0;
    }
    return (double) reached / orders;
  }

  @Test
  void manyQueriesNeitherOverflowNorUnderflow() {
    // Difference of two shares, by the normal approximation.
    double deviation = Math.sqrt(2 * 20_000 * 0.3 * 0.7);
    assertThat((double) TerminationLearning.allowedBeyond(20_000, 20_000, 0.3))
        .isBetween(6000 - 2.326 * deviation - 30, 6000 - 2.326 * deviation + 30);
  }

  @Test
  void tooFewQueriesLearnNothing() throws IOException {
    var learning = new TerminationLearning(index, TOP_HITS);
    // Six of 120 others lie beyond all of 120 in one of 69 orders, seven of 121 in one of 139.
    assertThat(learning.learn(queries(2 * 120, 17), 0.05, 1).termination().share()).isEqualTo(1);
    assertThat(learning.learn(List.of(), 0.05, 1).termination().share()).isEqualTo(1);
    assertThat(learning.learn(List.of(), 0.05, 1).heldOutLossRate()).isZero();
    assertThat(learning.learn(queries(2 * 121, 17), 0.05, 1).termination().share()).isLessThan(1);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1, -0.1, 2, Double.NaN})
  void aLossRateThatIsNoneIsRefused(double lossRate) {
    assertThatThrownBy(
            () -> new TerminationLearning(index, TOP_HITS).learn(queries(10, 1), lossRate, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("found " + lossRate);
  }

  @Test
  void queriesWithoutScoreBoundsNeverStopAndNeedNoShare() throws IOException {
    Query unbounded = new UnboundedQuery(queries(1, 3).getFirst());
    assertThat(search(unbounded).neededShare()).isZero();
    assertThat(search(unbounded).run(new Probable(0)).endedEarly()).isFalse();
  }
}
