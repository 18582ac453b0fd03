package org.curtail.lucene;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.curtail.policy.FixedDegree;
import org.curtail.runtime.Curtail;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Parts of a reader are read only by the thread that requested them, as in plain Lucene. */
@Timeout(300)
class ThreadOwnershipTest {
  private static final int SEEDS = 20;
  private static final int WINDOW_DOCS = 10;

  @Test
  void liveDocumentsAndNumbersAreReadByTheThreadThatRequestedThem() throws Exception {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    for (long seed = 1; seed <= SEEDS; seed++) {
      var random = new Random(seed);
      try (var index = new RandomIndex(random);
          Curtail curtail = Curtail.with(new FixedDegree(3)).cores(3).start()) {
        DirectoryReader reader = new ThreadBoundReader(index.reader);
        var plain = new IndexSearcher(reader);
        var curtailed =
            new CurtailSearcher(reader, curtail, LeafSplitting.KNOWN_COLLECTORS, WINDOW_DOCS);
        for (Query query : List.of(RandomIndex.query(random), new MatchAllDocsQuery())) {
          String label = "seed %d, %s, %s".formatted(seed, index.shape, query);
          for (Query each : List.of(query, slow(query, threads))) {
            SameResultsPropertyTest.assertSame(
                plain.search(query, byNumber()), curtailed.search(each, byNumber()), label);
            SameResultsPropertyTest.assertSame(
                plain.search(query, 10), curtailed.search(each, 10), label);
          }
        }
      }
    }
    assertThat(threads).hasSizeGreaterThan(1);
  }

  @Test
  void aLeafCollectorIsFinishedByTheThreadThatMadeIt() throws Exception {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    for (long seed = 1; seed <= SEEDS; seed++) {
      var random = new Random(seed);
      try (var index = new RandomIndex(random);
          Curtail curtail = Curtail.with(new FixedDegree(3)).cores(3).start()) {
        DirectoryReader reader = new ThreadBoundReader(index.reader);
        var curtailed = new CurtailSearcher(reader, curtail);
        Query query = slow(new MatchAllDocsQuery(), threads);
        assertThat(curtailed.search(query, new LastNumbers()))
            .as("seed %d, %s", seed, index.shape)
            .isEqualTo(new IndexSearcher(reader).search(query, new LastNumbers()));
      }
    }
    assertThat(threads).hasSizeGreaterThan(1);
  }

  private static TopFieldCollectorManager byNumber() {
    return new TopFieldCollectorManager(
        new Sort(new SortField("number", SortField.Type.LONG)), 10, null, Integer.MAX_VALUE);
  }

  /** Slow, so that several threads join, and not of Lucene's core. */
  private static Query slow(Query query, Set<Thread> threads) {
    return new HookedQuery(
        query,
        (leaf, minDoc) -> {
          threads.add(Thread.currentThread());
          LockSupport.parkNanos(50_000);
        });
  }

  /** Sum of the numbers of each leaf's last match, read when the leaf is finished. */
  private static final class LastNumbers implements CollectorManager<LastNumber, Long> {
    @Override
    public LastNumber newCollector() {
      return new LastNumber();
    }

    @Override
    public Long reduce(Collection<LastNumber> collectors) {
      return collectors.stream().mapToLong(it -> it.sum).sum();
    }
  }

  private static final class LastNumber implements Collector {
    private long sum;

    @Override
    public LeafCollector getLeafCollector(LeafReaderContext leaf) throws IOException {
      NumericDocValues numbers = DocValues.getNumeric(leaf.reader(), "number");
      return new LeafCollector() {
        private int last = -1;

        @Override
        public void setScorer(Scorable scorer) {}

        @Override
        public void collect(int doc) {
          last = doc;
        }

        @Override
        public void finish() throws IOException {
          if (last >= 0 && numbers.advanceExact(last)) {
            sum += numbers.longValue();
          }
        }
      };
    }

    @Override
    public ScoreMode scoreMode() {
      return ScoreMode.COMPLETE_NO_SCORES;
    }
  }
}
