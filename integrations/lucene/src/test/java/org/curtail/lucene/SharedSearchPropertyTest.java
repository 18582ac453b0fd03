package org.curtail.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.CollectionStatistics;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.TermStatistics;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.search.Weight;
import org.apache.lucene.search.similarities.LMDirichletSimilarity;
import org.curtail.Policy;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.RequestOptions;
import org.curtail.testkit.Cases;
import org.curtail.testkit.Eventually;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Searchers that extend another class. Reference: that class itself, on the same reader. */
@Timeout(300)
class SharedSearchPropertyTest {
  private static final int QUERIES_PER_INDEX = 15;

  /** Another library's searcher, with statistics of several shards and its own similarity. */
  private static class CustomSearcher extends IndexSearcher {
    final AtomicInteger weights = new AtomicInteger();

    CustomSearcher(IndexReader reader) {
      super(reader);
      setSimilarity(new LMDirichletSimilarity(500));
    }

    @Override
    public Weight createWeight(Query query, ScoreMode mode, float boost) throws IOException {
      weights.incrementAndGet();
      return super.createWeight(query, mode, 3 * boost);
    }

    @Override
    public TermStatistics termStatistics(Term term, int docFreq, long totalTermFreq)
        throws IOException {
      return new TermStatistics(term.bytes(), 2L * docFreq, 7 * totalTermFreq);
    }

    @Override
    public @Nullable CollectionStatistics collectionStatistics(String field) throws IOException {
      CollectionStatistics here = super.collectionStatistics(field);
      return here == null
          ? null
          : new CollectionStatistics(
              field,
              5 * here.maxDoc(),
              5 * here.docCount(),
              9 * here.sumTotalTermFreq(),
              5 * here.sumDocFreq());
    }
  }

  /** The same searcher, with its searches on the engine. */
  private static final class SharedCustomSearcher extends CustomSearcher {
    private final Curtail curtail;
    final SharedSearch shared;

    SharedCustomSearcher(IndexReader reader, Curtail curtail, int windowDocs) {
      super(reader);
      this.curtail = curtail;
      this.shared = new SharedSearch(this, LeafSplitting.KNOWN_COLLECTORS, windowDocs);
    }

    @Override
    public <C extends Collector, T> T search(Query query, CollectorManager<C, T> manager)
        throws IOException {
      return shared.search(curtail, query, manager);
    }

    @Override
    public boolean timedOut() {
      return shared.timedOut() || super.timedOut();
    }
  }

  static LongStream seeds() {
    return LongStream.rangeClosed(1, Cases.count(6, 16));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aSubclassOfAnotherSearcherReturnsWhatThatOneReturns(long seed) throws Exception {
    var random = new Random(seed);
    Policy policy = RandomPolicy.of(random);
    try (var index = new RandomIndex(random);
        Curtail curtail = Curtail.with(policy).cores(2).start()) {
      int windowDocs = 1 + random.nextInt(400);
      var theirs = new CustomSearcher(index.reader);
      var ours = new SharedCustomSearcher(index.reader, curtail, windowDocs);
      for (int i = 0; i < QUERIES_PER_INDEX; i++) {
        Query query = RandomIndex.query(random);
        Query slow =
            random.nextBoolean()
                ? query
                : new HookedQuery(query, (leaf, minDoc) -> LockSupport.parkNanos(20_000));
        Query asked = random.nextBoolean() ? slow : ours.rewrite(slow);
        String label =
            "seed %d, query %d %s, %s, %s, windows of %d"
                .formatted(seed, i, asked, policy, index.shape, windowDocs);
        SameResultsPropertyTest.compare(theirs, ours, query, asked, random, label);
        assertThat(
                curtail.submit(ours.shared.work(asked, new SeenDocs()), RequestOptions.NONE).get())
            .as(label + ", submitted")
            .isEqualTo(theirs.search(query, new SeenDocs()));
      }
      assertThat(ours.weights).as("seed %d", seed).hasPositiveValue();
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void theSubclassIsWhatScores(long seed) throws Exception {
    var random = new Random(seed);
    try (var index = new RandomIndex(random);
        Curtail curtail = Curtail.with(new FixedDegree(2)).cores(2).start()) {
      var ours = new SharedCustomSearcher(index.reader, curtail, 100);
      int differences = 0;
      int hits = 0;
      for (int i = 0; i < 20; i++) {
        Query query = RandomIndex.query(random);
        var plain = new IndexSearcher(index.reader).search(query, 10);
        hits += plain.scoreDocs.length;
        if (!SameResultsPropertyTest.hits(plain)
            .equals(SameResultsPropertyTest.hits(ours.search(query, 10)))) {
          differences++;
        }
      }
      assertThat(differences > 0).as("seed %d, %s", seed, index.shape).isEqualTo(hits > 0);
    }
  }

  @Test
  void severalThreadsServeTheSearchesOfTheSubclass() throws Exception {
    try (var index = new RandomIndex(new Random(3));
        Curtail curtail = Curtail.with(new FixedDegree(2)).cores(2).start()) {
      var ours = new SharedCustomSearcher(index.reader, curtail, 10);
      var threads = ConcurrentHashMap.<Thread>newKeySet();
      Query watched =
          new HookedQuery(
              new MatchAllDocsQuery(),
              (leaf, minDoc) -> {
                threads.add(Thread.currentThread());
                Eventually.is("a second thread has come", () -> threads.size() == 2);
              });
      assertThat(ours.search(watched, 10_000).scoreDocs).hasSize(index.reader.numDocs());
      assertThat(threads).hasSize(2).contains(Thread.currentThread());
    }
  }

  @Test
  void aTimeoutOfTheSubclassEndsItsSearchAndSaysSo() throws Exception {
    try (var index = new RandomIndex(new Random(3));
        Curtail curtail = Curtail.with(new FixedDegree(2)).cores(2).start()) {
      var ours = new SharedCustomSearcher(index.reader, curtail, 10);
      assertThat(ours.search(new MatchAllDocsQuery(), 10_000).scoreDocs)
          .hasSize(index.reader.numDocs());
      assertThat(ours.timedOut()).isFalse();
      var polls = new AtomicInteger();
      ours.setTimeout(() -> polls.incrementAndGet() > 3);
      assertThat(ours.search(new MatchAllDocsQuery(), 10_000).scoreDocs.length)
          .isBetween(1, index.reader.numDocs() - 1);
      assertThat(ours.timedOut()).isTrue();
    }
  }

  /** Windows are whole leaves, so that only the documents count. */
  @Test
  void aTimeoutThatIsToBeAskedSeldomIsAskedLess() throws Exception {
    try (var index = new RandomIndex(new Random(3));
        Curtail curtail = Curtail.with(new Sequential()).threads(1).start()) {
      var theirs = new CustomSearcher(index.reader);
      var polls = new AtomicInteger();
      theirs.setTimeout(() -> polls.incrementAndGet() < 0);
      var often =
          new SharedSearch(theirs, LeafSplitting.KNOWN_COLLECTORS, index.reader.maxDoc())
              .withFirstTimeoutCheck(2);
      var manager = new TopScoreDocCollectorManager(10_000, null, Integer.MAX_VALUE);
      assertThat(often.search(curtail, new MatchAllDocsQuery(), manager).scoreDocs)
          .hasSize(index.reader.numDocs());
      int oftenAsked = polls.getAndSet(0);
      var seldom = often.withFirstTimeoutCheck(index.reader.maxDoc());
      assertThat(seldom.search(curtail, new MatchAllDocsQuery(), manager).scoreDocs)
          .hasSize(index.reader.numDocs());
      assertThat(polls.get()).as("once for each leaf").isEqualTo(index.reader.leaves().size());
      assertThat(oftenAsked).isGreaterThan(3 * polls.get());
      assertThatIllegalArgumentException().isThrownBy(() -> often.withFirstTimeoutCheck(1));
    }
  }

  @Test
  void whatATimeoutThrowsReachesTheCallerAsItWasThrown() throws Exception {
    var cancelled = new IllegalStateException("task cancelled");
    try (var index = new RandomIndex(new Random(3));
        Curtail curtail = Curtail.with(new FixedDegree(2)).cores(2).start()) {
      var ours = new SharedCustomSearcher(index.reader, curtail, 10);
      ours.setTimeout(() -> {
        throw cancelled;
      });
      assertThatThrownBy(() -> ours.search(new MatchAllDocsQuery(), 10)).isSameAs(cancelled);
    }
  }

  @Test
  void aDeadlineEndsASearchWithItsHits() throws Exception {
    var nowNanos = new AtomicLong();
    try (var index = new RandomIndex(new Random(3));
        Curtail curtail =
            Curtail.with(new Sequential()).threads(1).clock(nowNanos::incrementAndGet).start()) {
      var ours = new SharedCustomSearcher(index.reader, curtail, 8);
      int documents = index.reader.numDocs();
      // The clock advances at every reading, so the deadline comes after a few windows.
      var some =
          ours.shared.search(
              curtail,
              new MatchAllDocsQuery(),
              new TopScoreDocCollectorManager(documents, null, Integer.MAX_VALUE),
              RequestOptions.NONE.within(Duration.ofNanos(30)));
      assertThat(some.scoreDocs.length).isBetween(1, documents - 1);
      assertThat(some.totalHits.relation()).isEqualTo(TotalHits.Relation.GREATER_THAN_OR_EQUAL_TO);
    }
  }
}
