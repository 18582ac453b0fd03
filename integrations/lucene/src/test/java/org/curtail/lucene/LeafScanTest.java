package org.curtail.lucene;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Collection;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.SimpleCollector;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.curtail.runtime.SharedWork.Checkpoint;
import org.junit.jupiter.api.Test;

class LeafScanTest {
  private static final int DOCS = 2_000;
  private static final long DOC_NANOS = 100_000;

  @Test
  void slowDocumentsHaveABorderAfterEachHalfMillisecond() throws IOException {
    // The hook makes the query one that is not of Lucene's core.
    var slow = new HookedQuery(new MatchAllDocsQuery(), (leaf, minDoc) -> {});
    assertThat(borders(slow, DOC_NANOS)).isGreaterThanOrEqualTo((DOCS - 16) / 5);
  }

  @Test
  void slowCollectorsOfAQueryOfLucenesCoreTooAfterTheFirstDocuments() throws IOException {
    assertThat(borders(new MatchAllDocsQuery(), DOC_NANOS))
        .isGreaterThanOrEqualTo((DOCS - 1024) / 5);
  }

  @Test
  void theNumberOfDocumentsFollowsTheirTime() {
    assertThat(LeafScan.borderDocsAfter(16, 16, 500_000, 10_240)).isEqualTo(16);
    assertThat(LeafScan.borderDocsAfter(16, 16, 250_000, 10_240)).isEqualTo(32);
    assertThat(LeafScan.borderDocsAfter(16, 16, 1, 10_240)).as("four times at most").isEqualTo(64);
    assertThat(LeafScan.borderDocsAfter(16, 16, 0, 10_240)).isEqualTo(64);
    assertThat(LeafScan.borderDocsAfter(10_240, 10_240, 1, 10_240)).isEqualTo(10_240);
    assertThat(LeafScan.borderDocsAfter(1024, 1024, 5_000_000, 10_240)).isEqualTo(102);
    assertThat(LeafScan.borderDocsAfter(1, 1, 1_000_000_000, 10_240)).isEqualTo(1);
    assertThat(LeafScan.borderDocsAfter(16, 16, Long.MAX_VALUE, 10_240)).isEqualTo(1);
  }

  @Test
  void aShortRestOfAWindowLowersTheNumberOnlyIfItIsSlow() {
    assertThat(LeafScan.borderDocsAfter(4096, 3, 10_000, 10_240)).isEqualTo(4096);
    assertThat(LeafScan.borderDocsAfter(4096, 10, 1_000_000, 10_240)).isEqualTo(5);
  }

  /** Returns the number of borders in a search of one leaf whose documents take this time each. */
  private static int borders(Query query, long docNanos) throws IOException {
    try (var directory = new ByteBuffersDirectory()) {
      try (var writer = new IndexWriter(directory, new IndexWriterConfig())) {
        for (int doc = 0; doc < DOCS; doc++) {
          writer.addDocument(new Document());
        }
        writer.forceMerge(1);
      }
      try (var reader = DirectoryReader.open(directory)) {
        var searcher = new IndexSearcher(reader);
        var search = new SharedSearch(searcher, LeafSplitting.ALL_COLLECTORS, DOCS);
        var work = new SearchWork<>(search, query, manager(docNanos));
        work.begin(1);
        var counted = new CountedBorders();
        SearchWork.Worker<WaitingCollector> worker = work.join();
        for (int chunk = 0; chunk < work.chunks(); chunk++) {
          work.run(worker, chunk, counted);
        }
        assertThat(worker.scan().collector().collected).isEqualTo(DOCS);
        return counted.borders;
      }
    }
  }

  private static CollectorManager<WaitingCollector, Integer> manager(long docNanos) {
    return new CollectorManager<>() {
      @Override
      public WaitingCollector newCollector() {
        return new WaitingCollector(docNanos);
      }

      @Override
      public Integer reduce(Collection<WaitingCollector> collectors) {
        return collectors.size();
      }
    };
  }

  private static final class WaitingCollector extends SimpleCollector {
    private final long docNanos;
    private int collected;

    WaitingCollector(long docNanos) {
      this.docNanos = docNanos;
    }

    @Override
    public void collect(int doc) {
      long end = System.nanoTime() + docNanos;
      while (System.nanoTime() < end) {
        Thread.onSpinWait();
      }
      collected++;
    }

    @Override
    public ScoreMode scoreMode() {
      return ScoreMode.COMPLETE_NO_SCORES;
    }
  }

  private static final class CountedBorders implements Checkpoint {
    private int borders;

    @Override
    public void pass() {
      borders++;
    }

    @Override
    public boolean isOver() {
      return false;
    }

    @Override
    public void enough() {}
  }
}
