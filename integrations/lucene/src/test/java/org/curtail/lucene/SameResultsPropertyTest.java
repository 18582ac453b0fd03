package org.curtail.lucene;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MultiCollectorManager;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.search.TotalHitCountCollectorManager;
import org.apache.lucene.util.Version;
import org.curtail.Policy;
import org.curtail.runtime.Curtail;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reference: Lucene's plain IndexSearcher on the same reader. */
@Timeout(300)
class SameResultsPropertyTest {
  private static final int QUERIES_PER_INDEX = Cases.count(10, 25);

  static List<Long> seeds() {
    var seeds = new ArrayList<Long>();
    for (long seed = 1; seed <= Cases.count(10, 24); seed++) {
      seeds.add(seed);
    }
    return seeds;
  }

  @Test
  void theseTestsRunOnTheLuceneTheyClaim() {
    assertThat(Version.LATEST).hasToString(System.getProperty("expectedLucene"));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void everyManagerReturnsWhatPlainLuceneReturns(long seed) throws Exception {
    var random = new Random(seed);
    Policy policy = RandomPolicy.of(random);
    try (var index = new RandomIndex(random);
        Curtail curtail = Curtail.with(policy).cores(2).start()) {
      int windowDocs = 1 + random.nextInt(400);
      var plain = new IndexSearcher(index.reader);
      var curtailed =
          new CurtailSearcher(
              index.reader,
              curtail,
              LeafSplitting.KNOWN_COLLECTORS,
              windowDocs,
              seed % 2 == 0 ? new QueryPredictor() : null);
      for (int i = 0; i < QUERIES_PER_INDEX; i++) {
        Query query = RandomIndex.query(random);
        // Sometimes a window takes long enough for helpers to join in the middle.
        Query slow =
            random.nextBoolean()
                ? query
                : new HookedQuery(query, (leaf, minDoc) -> LockSupport.parkNanos(20_000));
        String label =
            "seed %d, query %d %s, %s, %s, windows of %d"
                .formatted(seed, i, query, policy, index.shape, windowDocs);
        int topHits = 1 + random.nextInt(30);
        assertSame(
            plain.search(query, topHits),
            curtailed.submit(slow, topHits).get(),
            label + ", submitted");
        compare(plain, curtailed, query, slow, random, label);
      }
    }
  }

  /** All kinds of searches, by score, by fields and with other collectors. */
  static void compare(
      IndexSearcher plain,
      IndexSearcher curtailed,
      Query query,
      Query slow,
      Random random,
      String label)
      throws Exception {
    int topHits = 1 + random.nextInt(30);
    int threshold = List.of(topHits, 1000, Integer.MAX_VALUE).get(random.nextInt(3));
    Sort byNumber =
        new Sort(
            new SortField("number", SortField.Type.LONG, random.nextBoolean()),
            SortField.FIELD_SCORE);
    Sort byScore = new Sort(SortField.FIELD_SCORE, new SortField("number", SortField.Type.LONG));

    assertSame(plain.search(query, topHits), curtailed.search(slow, topHits), label);
    assertSame(
        plain.search(query, byScoreManager(topHits, threshold)),
        curtailed.search(slow, byScoreManager(topHits, threshold)),
        label + ", threshold " + threshold);
    for (Sort sort : List.of(byNumber, byScore, new Sort(SortField.FIELD_DOC))) {
      assertSame(
          plain.search(query, new TopFieldCollectorManager(sort, topHits, null, threshold)),
          curtailed.search(slow, new TopFieldCollectorManager(sort, topHits, null, threshold)),
          label + ", by " + sort);
    }
    TopDocs page = plain.search(query, topHits);
    if (page.scoreDocs.length > 0) {
      var last = page.scoreDocs[page.scoreDocs.length - 1];
      assertSame(
          plain.searchAfter(last, query, topHits),
          curtailed.searchAfter(last, slow, topHits),
          label + ", second page");
    }
    assertThat(curtailed.search(slow, new SeenDocs()))
        .as(label)
        .isEqualTo(plain.search(query, new SeenDocs()));
    assertThat(
            (int) curtailed.search(slow, new TotalHitCountCollectorManager(curtailed.getSlices())))
        .as(label)
        .isEqualTo(plain.search(query, new TotalHitCountCollectorManager(plain.getSlices())));
    assertThat(curtailed.count(slow)).as(label).isEqualTo(plain.count(query));

    Object[] expected = plain.search(query, several(topHits, byNumber, true));
    Object[] actual = curtailed.search(slow, several(topHits, byNumber, true));
    assertSame((TopDocs) expected[0], (TopDocs) actual[0], label + ", several");
    assertSame((TopDocs) expected[1], (TopDocs) actual[1], label + ", several");
    assertThat(actual[2]).as(label).isEqualTo(expected[2]);
    Object[] expectedSplit = plain.search(query, several(topHits, byNumber, false));
    Object[] actualSplit = curtailed.search(slow, several(topHits, byNumber, false));
    assertSame((TopDocs) expectedSplit[0], (TopDocs) actualSplit[0], label + ", several split");
    assertSame((TopDocs) expectedSplit[1], (TopDocs) actualSplit[1], label + ", several split");
  }

  private static CollectorManager<?, ? extends TopDocs> byScoreManager(int topHits, int threshold) {
    return new TopScoreDocCollectorManager(topHits, null, threshold);
  }

  private static MultiCollectorManager several(int topHits, Sort sort, boolean withOwn) {
    var byScore = new TopScoreDocCollectorManager(topHits, null, 1000);
    var byField = new TopFieldCollectorManager(sort, topHits, null, 1000);
    return withOwn
        ? new MultiCollectorManager(byScore, byField, new SeenDocs())
        : new MultiCollectorManager(byScore, byField);
  }

  static void assertSame(TopDocs expected, TopDocs actual, String label) {
    assertThat(hits(actual)).as(label).isEqualTo(hits(expected));
  }

  static List<String> hits(TopDocs top) {
    var hits = new ArrayList<String>();
    for (var hit : top.scoreDocs) {
      String fields = hit instanceof FieldDoc field ? List.of(field.fields).toString() : "";
      hits.add(hit.doc + " " + hit.score + " " + fields);
    }
    return hits;
  }
}
