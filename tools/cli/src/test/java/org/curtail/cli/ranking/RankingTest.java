package org.curtail.cli.ranking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BulkScorer;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.SmallFloat;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init") // set before each test
final class RankingTest {
  private static final int DOCUMENTS = 2000;

  @TempDir private Path folder;
  private DirectoryReader reader;
  private IndexSearcher searcher;

  @BeforeEach
  void makeIndexOfTwoSegments() throws IOException {
    var random = new SplittableRandom(3);
    try (var directory = FSDirectory.open(folder);
        var writer = new IndexWriter(directory, new IndexWriterConfig(new StandardAnalyzer()))) {
      for (int i = 0; i < DOCUMENTS; i++) {
        var document = new Document();
        var body = new StringBuilder();
        for (int word = random.nextInt(3, 60); word > 0; word--) {
          body.append("w").append((int) Math.pow(300, random.nextDouble())).append(' ');
        }
        document.add(new TextField("body", body.toString(), Field.Store.NO));
        document.add(new TextField("title", "title " + i % 7, Field.Store.NO));
        if (i % 5 > 0) {
          document.add(new NumericDocValuesField("feature_age", random.nextInt(1000)));
        }
        writer.addDocument(document);
        if (i == DOCUMENTS / 3) {
          writer.commit();
        }
      }
    }
    reader = DirectoryReader.open(FSDirectory.open(folder));
    searcher = new IndexSearcher(reader);
  }

  @AfterEach
  void close() throws IOException {
    reader.directory().close();
    reader.close();
  }

  @Test
  void namesAreParsedAndPrinted() {
    assertThat(Ranking.parse("bm25")).isEqualTo(new Ranking.Bm25()).hasToString("bm25");
    assertThat(Ranking.parse("trees-20")).isEqualTo(new Ranking.Trees(20)).hasToString("trees-20");
    for (String wrong : List.of("trees", "trees-0", "trees--1", "trees-999999", "BM25", "")) {
      assertThatThrownBy(() -> Ranking.parse(wrong))
          .as(wrong)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("expected ");
    }
  }

  @Test
  void bm25LeavesTheQueryAsItIs() throws IOException {
    Query query = words(1, 5);
    assertThat(new Ranking.Bm25().apply(query, reader)).isSameAs(query);
  }

  @Test
  void featuresAreTheScoreTheFieldLengthsAndTheNumbersMadeForRanking() {
    assertThat(Feature.of(reader))
        .containsExactly(
            new Feature.Score(),
            new Feature.Length("body"),
            new Feature.Length("title"),
            new Feature.Stored("feature_age"));
  }

  @Test
  void theScoreOfEachMatchIsItsTextScoreAndOneLeafOfEachTree() throws IOException {
    var trees = new Ranking.Trees(20);
    Forest forest = ForestGrower.of(trees, reader);
    for (Query query : List.of(words(1, 5), words(2, 40), words(100, 7, 13))) {
      Map<Integer, Float> textScores = scores(query);
      Map<Integer, Float> scores = scores(trees.apply(query, reader));
      assertThat(scores).hasSameSizeAs(textScores);
      for (Map.Entry<Integer, Float> match : textScores.entrySet()) {
        double expected = match.getValue() + reference(forest, match.getKey(), match.getValue());
        assertThat(scores.get(match.getKey())).isEqualTo((float) expected);
        assertThat(expected).isFinite().isNotNegative();
      }
    }
  }

  @Test
  void theTopIsThatOfScoringEverything() throws IOException {
    Query query = new Ranking.Trees(20).apply(words(1, 5, 60), reader);
    List<Integer> best =
        scores(query).entrySet().stream()
            .sorted(
                Map.Entry.<Integer, Float>comparingByValue(Comparator.reverseOrder())
                    .thenComparing(Map.Entry.comparingByKey()))
            .limit(10)
            .map(Map.Entry::getKey)
            .toList();
    var top = new ArrayList<Integer>();
    for (ScoreDoc hit : searcher.search(query, 10).scoreDocs) {
      top.add(hit.doc);
    }
    assertThat(top).isEqualTo(best);
  }

  @Test
  void partsOfASegmentScoredBySeveralScorersGiveTheSame() throws IOException {
    Query query = searcher.rewrite(new Ranking.Trees(5).apply(words(1, 5), reader));
    var weight = searcher.createWeight(query, ScoreMode.COMPLETE, 1);
    var scores = new HashMap<Integer, Float>();
    for (LeafReaderContext leaf : reader.leaves()) {
      for (int from = 0; from < leaf.reader().maxDoc(); from += 100) {
        BulkScorer part = weight.bulkScorer(leaf);
        if (part != null) {
          part.score(into(scores, leaf.docBase), null, from, from + 100);
        }
      }
    }
    assertThat(scores).isEqualTo(scores(query));
  }

  @Test
  void theSameSeedGivesTheSameTreesOnAnotherReader() throws IOException {
    try (var directory = FSDirectory.open(folder);
        DirectoryReader other = DirectoryReader.open(directory)) {
      Query query = words(1);
      Query ranked = new Ranking.Trees(20).apply(query, reader);
      Query again = new Ranking.Trees(20).apply(query, other);
      assertThat(again).isEqualTo(ranked).hasSameHashCodeAs(ranked);
      assertThat(new Ranking.Trees(20, 2).apply(query, reader)).isNotEqualTo(ranked);
      assertThat(new Ranking.Trees(19).apply(query, reader)).isNotEqualTo(ranked);
    }
  }

  @Test
  void mostBranchesAreTaken() throws IOException {
    Forest forest = ForestGrower.of(new Ranking.Trees(10), reader);
    Set<Integer> taken = new HashSet<>();
    for (int word = 1; word < 300; word++) {
      for (Map.Entry<Integer, Float> match : scores(words(word, word + 1)).entrySet()) {
        float[] row = row(forest, match.getKey(), match.getValue());
        for (int tree = 0; tree < 10; tree++) {
          taken.add(tree * Forest.LEAVES + leaf(forest, tree, row));
        }
      }
    }
    assertThat(taken.size()).isGreaterThan(10 * Forest.LEAVES * 8 / 10);
  }

  @Test
  void anIndexWithoutNumbersIsRankedByScoreAndLengths(@TempDir Path other) throws IOException {
    try (var directory = FSDirectory.open(other)) {
      try (var writer = new IndexWriter(directory, new IndexWriterConfig())) {
        var document = new Document();
        document.add(new TextField("text", "w1", Field.Store.NO));
        writer.addDocument(document);
      }
      try (DirectoryReader small = DirectoryReader.open(directory)) {
        Query query = new Ranking.Trees(3).apply(new TermQuery(new Term("text", "w1")), small);
        assertThat(new IndexSearcher(small).search(query, 10).scoreDocs).hasSize(1);
      }
    }
  }

  /** Reference computation, tree by tree from the definition. */
  private double reference(Forest forest, int document, float score) throws IOException {
    float[] row = row(forest, document, score);
    double sum = 0;
    for (int tree = 0; tree < forest.trees(); tree++) {
      sum += forest.leaf(tree, leaf(forest, tree, row));
    }
    return sum;
  }

  private static int leaf(Forest forest, int tree, float[] row) {
    int node = 0;
    while (node < Forest.INNER) {
      boolean right = row[forest.splitFeature(tree, node)] > forest.threshold(tree, node);
      node = right ? 2 * node + 2 : 2 * node + 1;
    }
    return node - Forest.INNER;
  }

  private float[] row(Forest forest, int document, float score) throws IOException {
    float[] row = new float[forest.features().size()];
    LeafReaderContext leaf =
        reader.leaves().stream()
            .filter(context -> document >= context.docBase)
            .reduce((first, second) -> second)
            .orElseThrow();
    LeafReader segment = leaf.reader();
    int local = document - leaf.docBase;
    for (int i = 0; i < row.length; i++) {
      row[i] =
          switch (forest.features().get(i)) {
            case Feature.Score() -> score;
            case Feature.Length(String field) ->
                SmallFloat.byte4ToInt((byte) value(segment.getNormValues(field), local));
            case Feature.Stored(String field) -> value(segment.getNumericDocValues(field), local);
          };
    }
    return row;
  }

  private static long value(@Nullable NumericDocValues values, int document) throws IOException {
    return values != null && values.advanceExact(document) ? values.longValue() : 0;
  }

  private Map<Integer, Float> scores(Query query) throws IOException {
    var scores = new HashMap<Integer, Float>();
    var weight = searcher.createWeight(searcher.rewrite(query), ScoreMode.COMPLETE, 1);
    for (LeafReaderContext leaf : reader.leaves()) {
      BulkScorer scorer = weight.bulkScorer(leaf);
      if (scorer != null) {
        scorer.score(into(scores, leaf.docBase), null, 0, leaf.reader().maxDoc());
      }
    }
    return scores;
  }

  private static LeafCollector into(Map<Integer, Float> scores, int docBase) {
    return new LeafCollector() {
      private Scorable current =
          new Scorable() {
            @Override
            public float score() {
              throw new IllegalStateException("no scorer yet");
            }
          };

      @Override
      public void setScorer(Scorable scorer) {
        current = scorer;
      }

      @Override
      public void collect(int document) throws IOException {
        assertThat(scores.put(docBase + document, current.score())).isNull();
      }
    };
  }

  private static Query words(int... words) {
    var query = new BooleanQuery.Builder();
    for (int word : words) {
      query.add(new TermQuery(new Term("body", "w" + word)), Occur.SHOULD);
    }
    return query.build();
  }
}
