package org.curtail.cli.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.DoubleDocValuesField;
import org.apache.lucene.document.DoubleField;
import org.apache.lucene.document.FeatureField;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FloatDocValuesField;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Term;
import org.apache.lucene.queries.function.FunctionScoreQuery;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.DoubleValuesSource;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;
import org.curtail.benchkit.search.Fields;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.documents.DocumentSource;
import org.curtail.cli.lucene.Analysis;
import org.curtail.cli.lucene.OpenIndex;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SortedCopyTest {
  private final Console console = StaticRankTest.quiet();

  @TempDir private Path folder;
  private Path old = Path.of("");
  private Path copy = Path.of("");

  @BeforeEach
  void name() {
    old = folder.resolve("old");
    copy = folder.resolve("copy");
  }

  private SortSummary sort(String rank, Optional<NumberType> type, int segments)
      throws IOException {
    return SortedCopy.make(
        new SortRequest(old, copy, RankKind.parse(rank), type, segments, true), console);
  }

  private void write(IndexWriterConfig config, Writing writing) throws IOException {
    try (var directory = FSDirectory.open(old);
        var writer = new IndexWriter(directory, config)) {
      writing.write(writer);
    }
  }

  private interface Writing {
    void write(IndexWriter writer) throws IOException;
  }

  private static IndexWriterConfig config() {
    return new IndexWriterConfig(new WhitespaceAnalyzer()).setMergePolicy(NoMergePolicy.INSTANCE);
  }

  private static Document row(String id, Consumer<Document> fields) {
    var row = new Document();
    row.add(new StringField("id", id, Field.Store.YES));
    fields.accept(row);
    return row;
  }

  /** Segments with gaps from deletions, and fields of all sorts. Returns its ranks by id. */
  private Map<String, Double> writeRich(long seed) throws IOException {
    var random = new Random(seed);
    var ranks = new TreeMap<String, Double>();
    write(
        config(),
        writer -> {
          for (int i = 0; i < 400; i++) {
            var body = new StringBuilder();
            for (int w = 1 + random.nextInt(30); w > 0; w--) {
              body.append((char) ('a' + random.nextInt(8))).append(' ');
            }
            int rank = random.nextInt(100);
            int number = i;
            ranks.put("" + i, (double) rank);
            writer.addDocument(
                row(
                    "" + i,
                    row -> {
                      row.add(new TextField("body", body.toString(), Field.Store.YES));
                      row.add(new NumericDocValuesField("views", rank));
                      row.add(new DoubleDocValuesField("half", rank / 2.0));
                      row.add(new FloatDocValuesField("float", rank / 2f));
                      row.add(new DoubleField("both", rank / 4.0, Field.Store.NO));
                      row.add(new NumericDocValuesField("feature_words", rank + 1));
                      row.add(new SortedDocValuesField("key", new BytesRef("key" + number % 3)));
                      row.add(new IntPoint("point", number));
                      row.add(new KnnFloatVectorField("vector", new float[] {number, 1}));
                      // Remains of an earlier ordering must not survive.
                      StaticRankFields.addTo(row, 1000 + number);
                    }));
            if (i % 90 == 89) {
              writer.commit();
            }
          }
          for (int i = 0; i < 400; i += 1 + random.nextInt(5)) {
            writer.deleteDocuments(new Term("id", "" + i));
            ranks.remove("" + i);
          }
          writer.setLiveCommitData(Map.of("curtail.analyzer", "code", "mine", "kept").entrySet());
        });
    return ranks;
  }

  private static Map<String, Float> hits(OpenIndex index, Query query) throws IOException {
    var hits = new HashMap<String, Float>();
    StoredFields stored = index.reader().storedFields();
    for (ScoreDoc hit : new IndexSearcher(index.reader()).search(query, 1000).scoreDocs) {
      assertThat(hits.put(stored.document(hit.doc).get("id"), hit.score)).isNull();
    }
    return hits;
  }

  private static List<Query> queries() {
    var queries = new ArrayList<Query>();
    queries.add(MatchAllDocsQuery.INSTANCE);
    queries.add(new TermQuery(new Term("key", "key1")));
    queries.add(new PhraseQuery("body", "a", "b"));
    queries.add(IntPoint.newRangeQuery("point", 50, 300));
    queries.add(new KnnFloatVectorQuery("vector", new float[] {20, 1}, 400));
    for (char c = 'a'; c < 'h'; c++) {
      queries.add(new TermQuery(new Term("body", "" + c)));
      queries.add(
          new BooleanQuery.Builder()
              .add(new TermQuery(new Term("body", "" + c)), BooleanClause.Occur.SHOULD)
              .add(new TermQuery(new Term("body", "a")), BooleanClause.Occur.MUST)
              .build());
    }
    queries.add(
        FunctionScoreQuery.boostByValue(
            new TermQuery(new Term("body", "a")), DoubleValuesSource.fromLongField("views")));
    return queries;
  }

  @Test
  void aCopyHoldsTheSameDocumentsInDescendingOrder() throws IOException {
    for (long seed = 1; seed <= Cases.count(1, 3); seed++) {
      Map<String, Double> ranks = writeRich(seed);
      // Scores depend on statistics, in which deleted documents count until a merge.
      Path merged = folder.resolve("merged");
      try (var from = FSDirectory.open(old);
          var to = FSDirectory.open(merged);
          var writer =
              new IndexWriter(
                  to, new IndexWriterConfig().setOpenMode(IndexWriterConfig.OpenMode.CREATE))) {
        writer.addIndexes(from);
        writer.forceMerge(1);
      }
      for (int segments : new int[] {0, 1}) {
        SortSummary summary = sort("views", Optional.empty(), segments);
        assertThat(summary.documents()).isEqualTo(ranks.size());
        assertThat(summary.deleted()).isEqualTo(400 - ranks.size());
        assertThat(summary.segments()).isEqualTo(segments == 1 ? 1 : 5);
        try (OpenIndex original = OpenIndex.open(merged);
            OpenIndex sorted = OpenIndex.open(copy)) {
          assertThat(StaticRankTest.ranks(sorted)).as("seed %d", seed).isEqualTo(ranks);
          assertThat(sorted.reader().hasDeletions()).isFalse();
          assertThat(sorted.analysis()).contains(Analysis.CODE);
          assertThat(sorted.reader().getIndexCommit().getUserData())
              .containsEntry("mine", "kept")
              .containsEntry("curtail.static-rank", "views");
          for (Query query : queries()) {
            assertThat(hits(sorted, query))
                .as("seed %d, %s", seed, query)
                .isEqualTo(hits(original, query));
          }
          Map<String, Float> features =
              hits(
                  sorted, FeatureField.newLinearQuery(Fields.RANK_FEATURES, Fields.STATIC_RANK, 1));
          ranks.forEach(
              (id, rank) -> assertThat(features.getOrDefault(id, 0f)).isEqualTo(rank.floatValue()));
        }
      }
      try (Stream<Path> files = Files.list(old)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
    }
  }

  @Test
  void valuesAreWhatTheirTypeSays() throws IOException {
    Map<String, Double> ranks = writeRich(4);
    for (Map.Entry<String, NumberType> column :
        Map.of("half", NumberType.DOUBLE, "float", NumberType.FLOAT, "both", NumberType.DOUBLE)
            .entrySet()) {
      sort(column.getKey(), Optional.of(column.getValue()), 1);
      try (OpenIndex sorted = OpenIndex.open(copy)) {
        double divisor = column.getKey().equals("both") ? 4 : 2;
        StaticRankTest.ranks(sorted)
            .forEach(
                (id, rank) -> assertThat(rank).isEqualTo(ranks.getOrDefault(id, -1.0) / divisor));
      }
    }
  }

  @Test
  void lengthIsTheNumberOfWordsThatCurtailCounted() throws IOException {
    Map<String, Double> ranks = writeRich(5);
    assertThat(sort("length", Optional.empty(), 0).staticRank().kind()).isEqualTo("length");
    try (OpenIndex sorted = OpenIndex.open(copy)) {
      StaticRankTest.ranks(sorted)
          .forEach((id, rank) -> assertThat(rank).isEqualTo(ranks.getOrDefault(id, -9.0) + 1));
    }
  }

  @Test
  void aCopyOfASortedIndexKeepsItsRanksAndTheirKind() throws IOException {
    Path documents = folder.resolve("d.jsonl");
    Files.writeString(
        documents,
        "{\"id\":\"1\",\"body\":\"x y\"}\n{\"id\":\"2\",\"body\":\"x y z\"}\n{\"id\":\"3\",\"body\":\"\"}\n");
    IndexBuilder.build(
        new IndexRequest(
            new DocumentSource(List.of(documents), false),
            old,
            0,
            Analysis.ENGLISH,
            0,
            0,
            1,
            new RankKind.Length(),
            false),
        console);
    assertThat(sort("static_rank", Optional.empty(), 0).staticRank())
        .isEqualTo(new RankSummary("length", 3, 2));
    try (OpenIndex sorted = OpenIndex.open(copy)) {
      assertThat(StaticRankTest.ranks(sorted)).isEqualTo(Map.of("1", 2.0, "2", 3.0, "3", 0.0));
    }
  }

  @Test
  void anIndexCanBeReplacedByItsSortedCopy() throws IOException {
    Map<String, Double> ranks = writeRich(6);
    copy = old;
    sort("views", Optional.empty(), 0);
    try (OpenIndex sorted = OpenIndex.open(old)) {
      assertThat(StaticRankTest.ranks(sorted)).isEqualTo(ranks);
    }
  }

  @Test
  void softlyDeletedDocumentsAreLeftOut() throws IOException {
    write(
        config().setSoftDeletesField("gone"),
        writer -> {
          for (int i = 0; i < 9; i++) {
            int rank = i;
            writer.addDocument(
                row("" + i, row -> row.add(new NumericDocValuesField("views", rank))));
          }
          writer.softUpdateDocument(
              new Term("id", "3"),
              row("3", row -> row.add(new NumericDocValuesField("views", 30))),
              new NumericDocValuesField("gone", 1));
        });
    SortSummary summary = sort("views", Optional.empty(), 0);
    assertThat(summary.documents()).isEqualTo(9);
    assertThat(summary.deleted()).isEqualTo(1);
    assertThat(summary.staticRank().greatest()).isEqualTo(30);
    try (OpenIndex sorted = OpenIndex.open(copy)) {
      assertThat(sorted.reader().maxDoc()).isEqualTo(9);
    }
  }

  private void assertRefused(String rank, Optional<NumberType> type, String... parts)
      throws IOException {
    assertThatThrownBy(() -> sort(rank, type, 0))
        .isInstanceOf(UsageError.class)
        .hasMessageStartingWith(old.toString())
        .hasMessageContainingAll(parts);
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(old);
    }
  }

  @Test
  void whatCannotBeARankIsNamedAndNothingIsLeft() throws IOException {
    write(
        config(),
        writer -> {
          writer.addDocument(
              row(
                  "fine",
                  row -> {
                    row.add(new NumericDocValuesField("below", 1));
                    row.add(new NumericDocValuesField("some", 1));
                    row.add(new DoubleDocValuesField("odd", 1));
                    row.add(new SortedDocValuesField("text", new BytesRef("x")));
                  }));
          writer.commit();
          writer.addDocument(
              row(
                  "broken",
                  row -> {
                    row.add(new NumericDocValuesField("below", -7));
                    row.add(new DoubleDocValuesField("odd", Double.NaN));
                  }));
        });
    assertRefused("below", Optional.empty(), "document 1 (id broken)", "below", "found -7");
    assertRefused("some", Optional.empty(), "document 1 (id broken)", "some", "found none");
    assertRefused("odd", Optional.of(NumberType.DOUBLE), "document 1 (id broken)", "NaN");
    assertRefused("text", Optional.empty(), "(below, odd, some)", "found text");
    assertRefused("none such", Optional.empty(), "(below, odd, some)", "found none such");
    assertRefused("length", Optional.empty(), "feature_words");
    assertRefused("links", Optional.empty(), "expected documents");
  }

  @Test
  void blocksOfDocumentsAreRefused() throws IOException {
    write(
        config(),
        writer ->
            writer.addDocuments(
                List.of(
                    row("child", row -> row.add(new NumericDocValuesField("views", 1))),
                    row("parent", row -> row.add(new NumericDocValuesField("views", 1))))));
    assertRefused("views", Optional.empty(), "blocks");
  }

  @Test
  void foreignFieldsOfOurNamesAreRefused() throws IOException {
    write(
        config(),
        writer ->
            writer.addDocument(
                row(
                    "1",
                    row -> {
                      row.add(new NumericDocValuesField("views", 1));
                      row.add(new FeatureField(Fields.RANK_FEATURES, "pagerank", 3));
                    })));
    assertRefused("views", Optional.empty(), "rank_features", "pagerank");
  }

  @Test
  void aDamagedIndexIsNamed() throws IOException {
    writeRich(7);
    try (Stream<Path> files = Files.list(old)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".cfs")).toList()) {
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 0x55;
        Files.write(file, bytes);
      }
    }
    assertRefused("views", Optional.empty(), "damaged");
  }
}
