package org.curtail.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopScoreDocCollector;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.EngineExecutor;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.RequestListener;
import org.curtail.runtime.RequestOptions;
import org.curtail.runtime.Setup;
import org.curtail.runtime.Timeline;
import org.curtail.testkit.Eventually;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Unmodified searchers on the engine's executor: helpers, failures, deadlines, and references kept.
 */
@Timeout(300)
class ExecutorModeTest {
  private final List<Timeline> ended = Collections.synchronizedList(new ArrayList<>());
  private RandomIndex index;
  private Curtail curtail;
  private EngineExecutor executor;
  private IndexSearcher searcher;

  @BeforeEach
  void open() throws IOException {
    long seed = 0;
    do {
      index = new RandomIndex(new Random(seed++));
    } while (index.reader.numDocs() < 500 || index.reader.leaves().size() < 2);
    open(Curtail.with(new FixedDegree(2)).cores(2));
  }

  private void open(Setup setup) {
    RequestListener listener =
        new RequestListener() {
          @Override
          public void ended(long request, Timeline timeline) {
            ended.add(timeline);
          }
        };
    curtail = setup.listener(listener).start();
    executor = curtail.executor();
    searcher = new SlicedSearcher(index.reader, executor, 100);
  }

  @AfterEach
  void close() throws IOException {
    curtail.close();
    index.close();
  }

  @Test
  void aHelperServesSlicesOfAPlainSearcher() throws Exception {
    var threads = ConcurrentHashMap.<Thread>newKeySet();
    var both = new CountDownLatch(2);
    Query watched =
        new HookedQuery(
            new MatchAllDocsQuery(),
            (leaf, minDoc) -> {
              if (threads.add(Thread.currentThread())) {
                both.countDown();
              }
              await(both);
            });
    assertThat(executor.request(() -> searcher.search(watched, 10)).scoreDocs).hasSize(10);
    assertThat(threads).hasSize(2).contains(Thread.currentThread());
    assertThat(ended.getFirst().peakDegree()).isEqualTo(2);
    assertThat(ended.getFirst().outcome()).isEqualTo(Outcome.COMPLETED);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void anExceptionReachesTheCallerAsItWasThrown() {
    Query failing =
        new HookedQuery(
            new MatchAllDocsQuery(),
            (leaf, minDoc) -> {
              throw new IOException("disk on fire");
            });
    assertThatThrownBy(() -> executor.request(() -> searcher.search(failing, 10)))
        .isExactlyInstanceOf(IOException.class)
        .hasMessage("disk on fire");
    assertThat(ended.getFirst().outcome()).isEqualTo(Outcome.FAILED);
    assertThatThrownBy(() -> searcher.search(failing, 10)).hasMessage("disk on fire");
  }

  @Test
  void aSearchEndsAtItsDeadlineIfItsSearcherAsks() throws Exception {
    searcher.setTimeout(executor::isOver);
    Query endless =
        new HookedQuery(
            new MatchAllDocsQuery(),
            (leaf, minDoc) -> {
              while (!executor.isOver()) {
                Thread.onSpinWait();
              }
            });
    RequestOptions soon = RequestOptions.NONE.within(Duration.ofMillis(30));
    int found = executor.request(() -> searcher.search(endless, 10_000), soon).scoreDocs.length;
    assertThat(found).isLessThan(index.reader.numDocs());
    assertThat(searcher.timedOut()).isTrue();
    assertThat(ended.getFirst().outcome()).isEqualTo(Outcome.PARTIAL);
  }

  @Test
  void aVectorQuerySRoundsAndItsSearchAreOneRequest() throws Exception {
    try (var directory = new ByteBuffersDirectory();
        var vectors = vectorIndex(directory)) {
      var plain = new IndexSearcher(vectors);
      var submissions = new AtomicInteger();
      IndexSearcher curtailed =
          new SlicedSearcher(
              vectors,
              run -> {
                submissions.incrementAndGet();
                executor.execute(run);
              },
              100);
      for (int i = 0; i < 20; i++) {
        // So few documents match the filter that they are compared exhaustively: the answer is
        // unique.
        var query =
            new KnnFloatVectorQuery(
                "vector",
                new float[] {i, 20 - i},
                30,
                new TermQuery(new Term("group", "" + i % 10)));
        ended.clear();
        submissions.set(0);
        var found = executor.request(() -> curtailed.search(query, 10));
        assertThat(SameResultsPropertyTest.hits(found))
            .isEqualTo(SameResultsPropertyTest.hits(plain.search(query, 10)));
        assertThat(submissions.get()).isGreaterThanOrEqualTo(6);
        assertThat(ended).hasSize(1);
      }
    }
  }

  private static DirectoryReader vectorIndex(ByteBuffersDirectory directory) throws IOException {
    var random = new Random(5);
    var config = new IndexWriterConfig().setMergePolicy(NoMergePolicy.INSTANCE);
    try (var writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < 800; i++) {
        var document = new Document();
        float[] vector = {random.nextInt(40), random.nextInt(40)};
        document.add(new KnnFloatVectorField("vector", vector));
        document.add(new StringField("group", "" + i % 10, Field.Store.NO));
        writer.addDocument(document);
        if (i % 200 == 199) {
          writer.commit();
        }
      }
    }
    return DirectoryReader.open(directory);
  }

  @Test
  void collectorsAreNotKeptAliveByWhatWasHeld() throws Exception {
    curtail.close();
    open(Curtail.with(new Sequential()).cores(2));
    var collectors = new ArrayList<WeakReference<TopScoreDocCollector>>();
    executor.request(() -> searcher.search(new MatchAllDocsQuery(), remembering(collectors)));
    searcher.search(new MatchAllDocsQuery(), remembering(collectors));
    assertThat(collectors).hasSizeGreaterThan(8);
    // The end of the second search is not visible to the engine: this thread rests, and an idle
    // thread checks for it.
    for (var collector : collectors) {
      Eventually.isCollected("a collector is collected", () -> collector.get() == null);
    }
    Eventually.is("all threads rest", () -> curtail.threadsBusy() == 0);
    assertThat(ended).hasSize(2);
  }

  private static TopScoreDocCollectorManager remembering(
      List<WeakReference<TopScoreDocCollector>> collectors) {
    return new TopScoreDocCollectorManager(10, null, 1000) {
      @Override
      public TopScoreDocCollector newCollector() {
        TopScoreDocCollector collector = super.newCollector();
        collectors.add(new WeakReference<>(collector));
        return collector;
      }
    };
  }

  @Test
  void anIndexOfOneSliceGetsNoHelpAndServesAsEver() throws Exception {
    var one = new SlicedSearcher(index.reader, executor, Integer.MAX_VALUE);
    assertThat(one.getSlices()).hasSize(1);
    assertThat(executor.request(() -> one.search(new MatchAllDocsQuery(), 10)).scoreDocs)
        .hasSize(10);
    assertThat(ended.getFirst().peakDegree()).isEqualTo(1);
    assertThat(ended.getFirst().chunks()).isZero();
  }
}
