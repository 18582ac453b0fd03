package org.curtail.lucene.ranked;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.util.BytesRef;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.RequestOptions;
import org.curtail.runtime.Ticket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Indexes without order, with bad ranks or no documents, and searches with faults. */
@Timeout(300)
class RankedEdgeCasesTest {
  private static final SortField BY_DOUBLE = new SortField("rank", SortField.Type.DOUBLE, true);
  private static final Query COMMON = new TermQuery(new Term("text", "w1"));

  private static IndexWriter writer(ByteBuffersDirectory directory, SortField... by)
      throws IOException {
    var config = new IndexWriterConfig(new StandardAnalyzer());
    if (by.length > 0) {
      config.setIndexSort(new Sort(by));
    }
    return new IndexWriter(directory, config);
  }

  private static Document document(int id, long bits, Random random) {
    Document document = RandomRankedIndex.text(id, random);
    document.add(new NumericDocValuesField("rank", bits));
    return document;
  }

  private static ByteBuffersDirectory index(int documents, SortField... by) throws IOException {
    var directory = new ByteBuffersDirectory();
    var random = new Random(documents);
    try (IndexWriter writer = writer(directory, by)) {
      for (int id = 0; id < documents; id++) {
        Document document = document(id, Double.doubleToRawLongBits(id), random);
        document.add(new SortedDocValuesField("name", new BytesRef("n" + id)));
        writer.addDocument(document);
      }
    }
    return directory;
  }

  private static RankedIndex open(IndexReader reader) throws IOException {
    return RankedIndex.of(
        new IndexSearcher(reader),
        new RankedSettings(5, 50, ChunkSharing.DYNAMIC, Termination.SAFE));
  }

  private static void isSearchedWhole(IndexReader reader, String reason) throws IOException {
    RankedIndex index = open(reader);
    assertThat(index.rank().isOrder()).isFalse();
    assertThat(index.rank().reason()).contains(reason);
    RankedHits hits = index.search(COMMON, 3);
    assertThat(hits.endedEarly()).isFalse();
    assertThat(BruteForce.texts(hits.top()))
        .isEqualTo(
            BruteForce.texts(
                new BruteForce(reader, new double[reader.maxDoc()], 5).all(COMMON), 3));
  }

  @Test
  void anIndexWithoutOrderIsSearchedWholeAndSaysWhy() throws IOException {
    var plain = DirectoryReader.open(index(200));
    var sorted = DirectoryReader.open(index(100, BY_DOUBLE));
    isSearchedWhole(plain, "not sorted");
    isSearchedWhole(
        DirectoryReader.open(index(200, new SortField("rank", SortField.Type.DOUBLE))),
        "not by a plain numeric field in descending order");
    isSearchedWhole(
        DirectoryReader.open(index(200, new SortField("name", SortField.Type.STRING, true))),
        "not by a plain numeric field in descending order");
    isSearchedWhole(new MultiReader(sorted, plain), "sorted differently");
    isSearchedWhole(
        new MultiReader(
            sorted,
            DirectoryReader.open(index(50, new SortField("rank", SortField.Type.LONG, true)))),
        "sorted differently");
  }

  @Test
  void anOrderByAFieldThatNoDocumentHasMakesAllEqual() throws IOException {
    var reader =
        DirectoryReader.open(index(200, new SortField("absent", SortField.Type.DOUBLE, true)));
    RankedIndex index = open(reader);
    assertThat(index.rank().field()).contains("absent");
    assertThat(index.rank().greatest()).isZero();
    assertThat(BruteForce.texts(index.search(COMMON, 7).top()))
        .isEqualTo(BruteForce.texts(new BruteForce(reader, new double[200], 5).all(COMMON), 7));
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, -0.5, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY})
  void anInvalidRankIsRejectedWithItsPlace(double bad) throws IOException {
    var withMissing = new SortField("rank", SortField.Type.DOUBLE, true);
    withMissing.setMissingValue(-1.0);
    for (SortField by : List.of(BY_DOUBLE, withMissing)) {
      var directory = new ByteBuffersDirectory();
      try (IndexWriter writer = writer(directory, by)) {
        var random = new Random(1);
        writer.addDocument(document(0, Double.doubleToRawLongBits(4), random));
        writer.addDocument(document(1, Double.doubleToRawLongBits(bad), random));
        writer.addDocument(RandomRankedIndex.text(2, random)); // without a rank
      }
      assertThatThrownBy(() -> open(DirectoryReader.open(directory)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("field rank")
          .hasMessageContaining("found " + bad)
          .hasMessageMatching(".*in document \\d+ of .*");
    }
  }

  @Test
  void ranksAreReadAsTheSortReadsThem() throws IOException {
    var directory = new ByteBuffersDirectory();
    long beyondInt = (1L << 32) + 3; // 3 to a sort of ints
    try (IndexWriter writer = writer(directory, new SortField("rank", SortField.Type.INT, true))) {
      writer.addDocument(document(0, 70, new Random(1)));
      writer.addDocument(document(1, beyondInt, new Random(1)));
    }
    var reader = DirectoryReader.open(directory);
    assertThat(open(reader).rank().greatest()).isEqualTo(70);
    assertThat(BruteForce.texts(open(reader).search(new MatchAllDocsQuery(), 2).top()))
        .isEqualTo(
            BruteForce.texts(
                new BruteForce(reader, new double[] {70, 3}, 5).all(new MatchAllDocsQuery()), 2));
  }

  @Test
  void childrenOfBlocksAreInNoOrder() throws IOException {
    var directory = new ByteBuffersDirectory();
    var config = new IndexWriterConfig(new StandardAnalyzer());
    config.setIndexSort(new Sort(BY_DOUBLE));
    config.setParentField("parent");
    try (var writer = new IndexWriter(directory, config)) {
      var random = new Random(1);
      for (int i = 0; i < 20; i++) {
        writer.addDocuments(
            List.of(
                RandomRankedIndex.text(2 * i, random),
                document(2 * i + 1, Double.doubleToRawLongBits(i), random)));
      }
    }
    isSearchedWhole(DirectoryReader.open(directory), "blocks");
  }

  @Test
  void anEmptyIndexHasNoHits() throws Exception {
    try (Curtail curtail = Curtail.with(new FixedDegree(2)).cores(2).start()) {
      RankedIndex index = open(DirectoryReader.open(index(0, BY_DOUBLE)));
      assertThat(index.rank().reason()).isEqualTo("the index is empty");
      assertThat(index.search(COMMON, 3).top().scoreDocs).isEmpty();
      for (ChunkSharing sharing : ChunkSharing.values()) {
        var searcher =
            new RankedSearcher(
                new IndexSearcher(new MultiReader()),
                curtail,
                RankedSettings.defaults().with(sharing));
        assertThat(searcher.search(COMMON, 3).top().scoreDocs).isEmpty();
      }
    }
  }

  @Test
  void noHitsCannotBeAskedFor() throws IOException {
    RankedIndex index = open(DirectoryReader.open(index(10, BY_DOUBLE)));
    assertThatThrownBy(() -> index.search(COMMON, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected 1 or more top hits, found 0");
    assertThatThrownBy(() -> index.work(COMMON, -1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void queriesWithoutScoreBoundsAreSearchedCompletely() throws IOException {
    var reader = DirectoryReader.open(index(300, BY_DOUBLE));
    RankedIndex index = open(reader);
    RankedHits bounded = index.search(COMMON, 2);
    RankedHits unbounded = index.search(new UnboundedQuery(COMMON), 2);
    assertThat(bounded.endedEarly()).isTrue();
    assertThat(unbounded.endedEarly()).isFalse();
    assertThat(BruteForce.texts(unbounded.top())).isEqualTo(BruteForce.texts(bounded.top()));
  }

  @Test
  void deletedTopDocumentsAreNotFoundAndCommitsDoNotTouchARunningSearch() throws Exception {
    ByteBuffersDirectory directory = index(2000, BY_DOUBLE);
    var ranks = new double[2000];
    for (int doc = 0; doc < 2000; doc++) {
      ranks[doc] = 1999 - doc;
    }
    var before = DirectoryReader.open(directory);
    List<String> expected = BruteForce.texts(new BruteForce(before, ranks, 5).all(COMMON), 10);
    try (Curtail curtail = Curtail.with(new FixedDegree(3)).cores(3).start();
        ExecutorService clients = Executors.newFixedThreadPool(4);
        IndexWriter writer = writer(directory, BY_DOUBLE)) {
      var searcher = new RankedSearcher(open(before), curtail);
      var searches = new ArrayList<Future<?>>();
      for (int client = 0; client < 4; client++) {
        searches.add(
            clients.submit(() -> {
              for (int i = 0; i < 50; i++) {
                assertThat(BruteForce.texts(searcher.search(COMMON, 10).top())).isEqualTo(expected);
              }
              return null;
            }));
      }
      for (int id = 1999; id >= 1500; id--) {
        writer.deleteDocuments(new Term("id", Integer.toString(id)));
        if (id % 50 == 0) {
          writer.commit();
          DirectoryReader.open(directory).close();
        }
      }
      for (Future<?> search : searches) {
        search.get();
      }
    }
    var after = DirectoryReader.open(directory);
    if (after.maxDoc() == 2000) { // not merged away
      RankedHits hits = open(after).search(COMMON, 10);
      assertThat(BruteForce.texts(hits.top()))
          .isEqualTo(BruteForce.texts(new BruteForce(after, ranks, 5).all(COMMON), 10));
    }
  }

  @Test
  void aSearchAtItsDeadlineReturnsItsHitsAsALowerBound() throws Exception {
    var nowNanos = new AtomicLong();
    try (Curtail curtail =
        Curtail.with(new Sequential()).threads(1).clock(nowNanos::incrementAndGet).start()) {
      var searcher = new RankedSearcher(open(DirectoryReader.open(index(500, BY_DOUBLE))), curtail);
      Ticket<RankedHits> ticket =
          searcher.submit(
              new MatchAllDocsQuery(), 500, RequestOptions.NONE.within(Duration.ofNanos(30)));
      RankedHits some = ticket.get(30, SECONDS);
      assertThat(ticket.timeline().outcome()).isEqualTo(Outcome.PARTIAL);
      assertThat(some.top().scoreDocs.length).isPositive().isLessThan(500);
      assertThat(some.endedEarly()).isTrue();
      assertThat(some.top().totalHits.relation())
          .isEqualTo(TotalHits.Relation.GREATER_THAN_OR_EQUAL_TO);
    }
  }

  @Test
  void aClosedEngineTakesNoSearch() throws Exception {
    Curtail curtail = Curtail.with(new Sequential()).threads(1).start();
    var searcher = new RankedSearcher(open(DirectoryReader.open(index(20, BY_DOUBLE))), curtail);
    curtail.close();
    assertThatThrownBy(() -> searcher.search(COMMON, 3))
        .isInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void explanationsSumUpToTheScore() throws IOException {
    var reader = DirectoryReader.open(index(300, BY_DOUBLE));
    Query ranked = open(reader).asQuery(COMMON);
    var searcher = new IndexSearcher(reader);
    for (ScoreDoc hit : searcher.search(ranked, 300).scoreDocs) {
      Explanation text = searcher.explain(ranked, hit.doc);
      assertThat(text.getValue().floatValue()).isEqualTo(hit.score);
      double sum = 0;
      for (Explanation part : text.getDetails()) {
        sum += part.getValue().doubleValue();
      }
      assertThat(sum).isEqualTo(hit.score, within(1e-5));
    }
    assertThat(searcher.explain(open(reader).asQuery(new TermQuery(new Term("text", "no"))), 0))
        .matches(text -> !text.isMatch());
  }

  @Test
  void aSearchWhoseDeadlinePassesBeforeItBeginsHasFoundNothing() throws Exception {
    try (var index = new RandomRankedIndex(new Random(1))) {
      var ranked = RankedIndex.of(new IndexSearcher(index.reader), RankedSettings.defaults());
      RankedHits found = ranked.work(COMMON, 10).partial(List.of()).orElseThrow();
      assertThat(found.top().scoreDocs).isEmpty();
      assertThat(found.chunksVisited()).isZero();
    }
  }
}
