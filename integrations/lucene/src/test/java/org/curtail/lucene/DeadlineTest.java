package org.curtail.lucene;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TotalHits;
import org.curtail.policy.Sequential;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.RequestOptions;
import org.curtail.runtime.Ticket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Searches ended early, by a deadline or by their caller. */
@Timeout(300)
class DeadlineTest {
  private static final int WINDOW_DOCS = 8;

  private static RandomIndex bigIndex() throws IOException {
    for (long seed = 1; ; seed++) {
      var index = new RandomIndex(new Random(seed));
      if (index.reader.numDocs() > 500) {
        return index;
      }
      index.close();
    }
  }

  @Test
  void aSearchAtItsDeadlineReturnsItsHitsAsALowerBound() throws Exception {
    var nowNanos = new AtomicLong();
    try (var index = bigIndex();
        Curtail curtail =
            Curtail.with(new Sequential()).threads(1).clock(nowNanos::incrementAndGet).start()) {
      var searcher =
          new CurtailSearcher(index.reader, curtail, LeafSplitting.KNOWN_COLLECTORS, WINDOW_DOCS);
      int documents = index.reader.numDocs();
      TopDocs all = new IndexSearcher(index.reader).search(new MatchAllDocsQuery(), documents);
      // The clock advances at every reading, so the deadline comes after a few windows.
      Ticket<TopDocs> ticket =
          searcher.submit(
              new MatchAllDocsQuery(), documents, RequestOptions.NONE.within(Duration.ofNanos(30)));
      TopDocs some = ticket.get(30, SECONDS);
      assertThat(ticket.timeline().outcome()).isEqualTo(Outcome.PARTIAL);
      assertThat(some.scoreDocs.length).isPositive().isLessThan(all.scoreDocs.length);
      assertThat(some.totalHits.relation()).isEqualTo(TotalHits.Relation.GREATER_THAN_OR_EQUAL_TO);
      for (int i = 0; i < some.scoreDocs.length; i++) {
        assertThat(some.scoreDocs[i].doc).isEqualTo(all.scoreDocs[i].doc);
      }
    }
  }

  @Test
  void aSearchCanBeCancelledBeforeAndWhileItRuns() throws Exception {
    try (var index = bigIndex();
        Curtail curtail = Curtail.with(new Sequential()).threads(1).start()) {
      var searcher =
          new CurtailSearcher(index.reader, curtail, LeafSplitting.KNOWN_COLLECTORS, WINDOW_DOCS);
      var entered = new CountDownLatch(1);
      var release = new CountDownLatch(1);
      var slow =
          new HookedQuery(
              new MatchAllDocsQuery(),
              (leaf, minDoc) -> {
                entered.countDown();
                try {
                  release.await();
                } catch (InterruptedException e) {
                  throw new IOException(e);
                }
              });
      Ticket<TopDocs> runs = searcher.submit(slow, 10);
      entered.await();
      Ticket<TopDocs> waits = searcher.submit(new MatchAllDocsQuery(), 10);
      assertThat(waits.cancel()).isTrue();
      assertThat(runs.cancel()).isTrue();
      release.countDown();
      assertThatThrownBy(() -> waits.get(30, SECONDS)).isInstanceOf(CancellationException.class);
      assertThatThrownBy(() -> runs.get(30, SECONDS)).isInstanceOf(CancellationException.class);
      assertThat(searcher.search(new MatchAllDocsQuery(), 3).scoreDocs).hasSize(3);
    }
  }
}
