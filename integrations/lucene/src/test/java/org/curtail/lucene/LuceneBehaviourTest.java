package org.curtail.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopScoreDocCollector;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.util.ThreadInterruptedException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.runtime.Curtail;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Failures, timeouts and closed readers: the same as with a plain IndexSearcher. */
@Timeout(300)
class LuceneBehaviourTest {
  private static final int WINDOW_DOCS = 50;

  private RandomIndex index;
  private Curtail curtail;
  private IndexSearcher plain;
  private CurtailSearcher curtailed;

  @BeforeEach
  void open() throws IOException {
    long seed = 0;
    do {
      index = new RandomIndex(new Random(seed++));
    } while (index.reader.numDocs() < 500 || index.reader.leaves().size() < 2);
    curtail = Curtail.with(new FixedDegree(2)).cores(2).start();
    plain = new IndexSearcher(index.reader);
    curtailed =
        new CurtailSearcher(index.reader, curtail, LeafSplitting.KNOWN_COLLECTORS, WINDOW_DOCS);
  }

  @AfterEach
  void close() throws IOException {
    curtail.close();
    index.close();
  }

  @Test
  void anExceptionWhileScoringReachesTheCallerAsItWasThrown() {
    Query failing =
        new HookedQuery(
            new MatchAllDocsQuery(),
            (leaf, minDoc) -> {
              if (leaf.ord == 1) {
                throw new IOException("disk on fire");
              }
            });
    for (IndexSearcher searcher : new IndexSearcher[] {plain, curtailed}) {
      assertThatThrownBy(() -> searcher.search(failing, 10))
          .isExactlyInstanceOf(IOException.class)
          .hasMessage("disk on fire");
    }
    Query broken =
        new HookedQuery(
            new MatchAllDocsQuery(),
            (leaf, minDoc) -> {
              throw new ArithmeticException("bug");
            });
    assertThatThrownBy(() -> curtailed.search(broken, 10))
        .isExactlyInstanceOf(ArithmeticException.class);
    curtail.close();
    assertThat(curtail.threadsBusy()).isZero();
  }

  @Test
  void aTimeoutThatNeverExpiresChangesNothing() throws IOException {
    plain.setTimeout(() -> false);
    curtailed.setTimeout(() -> false);
    Query query = new TermQuery(new Term("text", "w3"));
    assertThat(curtailed.search(query, 20).scoreDocs)
        .usingRecursiveComparison()
        .isEqualTo(plain.search(query, 20).scoreDocs);
    assertThat(curtailed.timedOut()).isFalse();
  }

  @Test
  void aTimeoutThatNeverExpiresIsCheckedOnALeafOfManyWindows() throws IOException {
    var polls = new AtomicInteger();
    var searcher = new CurtailSearcher(index.reader, curtail, LeafSplitting.KNOWN_COLLECTORS, 2);
    searcher.setTimeout(() -> polls.incrementAndGet() < 0);
    var ranges = ConcurrentHashMap.<String>newKeySet();
    Query watched =
        new HookedQuery(
            new MatchAllDocsQuery(),
            (leaf, minDoc) -> assertThat(ranges.add(leaf.ord + ":" + minDoc)).isTrue());
    assertThat(searcher.search(watched, 10_000).scoreDocs).hasSize(index.reader.numDocs());
    assertThat(polls.get()).isGreaterThan(index.reader.leaves().size());
    assertThat(searcher.timedOut()).isFalse();
  }

  @Test
  void aTimeoutReturnsWhatWasFoundAndSaysSo() throws IOException {
    var polls = new AtomicInteger();
    curtailed.setTimeout(() -> polls.incrementAndGet() > 2);
    var found = curtailed.search(new MatchAllDocsQuery(), 10_000).scoreDocs.length;
    assertThat(found).isPositive().isLessThan(index.reader.numDocs());
    assertThat(curtailed.timedOut()).isTrue();

    var plainPolls = new AtomicInteger();
    plain.setTimeout(() -> plainPolls.incrementAndGet() > 2);
    assertThat(plain.search(new MatchAllDocsQuery(), 10_000).scoreDocs.length)
        .isPositive()
        .isLessThan(index.reader.numDocs());
    assertThat(plain.timedOut()).isTrue();
  }

  /** On one thread: with several, each checks the timeout, as each of Lucene's does. */
  @Test
  void aTimeoutIsAskedWhereLuceneAsksIt() throws IOException {
    var random = new Random(5);
    try (Curtail alone = Curtail.with(new Sequential()).threads(1).start()) {
      for (int i = 0; i < 300; i++) {
        int strikes = 1 + random.nextInt(12);
        Query query = i % 3 == 0 ? new MatchAllDocsQuery() : RandomIndex.query(random);
        for (Query each : List.of(query, new HookedQuery(query, (leaf, minDoc) -> {}))) {
          var byLucene = new IndexSearcher(index.reader);
          var byEngine =
              new CurtailSearcher(
                  index.reader, alone, LeafSplitting.KNOWN_COLLECTORS, 1 + random.nextInt(300));
          String label = "case %d, strikes at %d: %s".formatted(i, strikes, each);
          assertThat(cutShort(byEngine, each, strikes))
              .as(label)
              .isEqualTo(cutShort(byLucene, each, strikes));
        }
      }
    }
  }

  /** Number of timeout checks, early end or not, and hits. */
  private static String cutShort(IndexSearcher searcher, Query query, int strikes)
      throws IOException {
    var polls = new AtomicInteger();
    searcher.setTimeout(() -> polls.incrementAndGet() >= strikes);
    var manager = new TopScoreDocCollectorManager(20, null, Integer.MAX_VALUE);
    List<String> hits = SameResultsPropertyTest.hits(searcher.search(query, manager));
    return "asked %d times, %s, %s".formatted(polls.get(), searcher.timedOut(), hits);
  }

  @Test
  void aTimeoutThatExpiresAtOnceFindsNothing() throws IOException {
    curtailed.setTimeout(() -> true);
    assertThat(curtailed.search(new MatchAllDocsQuery(), 10).scoreDocs).isEmpty();
    assertThat(curtailed.timedOut()).isTrue();
  }

  @Test
  @SuppressWarnings("NullAway") // The test passes null.
  void nothingIsRefusedByNameBeforeASearchBegins() throws IOException {
    var query = new MatchAllDocsQuery();
    var manager = curtailed.topHitsManager(3);
    var shared = new SharedSearch(plain, LeafSplitting.NONE);
    Map<String, ThrowingCallable> calls =
        Map.of(
            "curtail", () -> new CurtailSearcher(index.reader, null),
            "splitting", () -> new CurtailSearcher(index.reader, curtail, null),
            "query", () -> curtailed.submit(null, manager),
            "manager", () -> shared.work(query, null),
            "options", () -> shared.search(curtail, query, manager, null));
    calls.forEach((name, call) ->
        assertThatThrownBy(call).isExactlyInstanceOf(NullPointerException.class).hasMessage(name));
    assertThatThrownBy(() -> shared.search(null, query, manager)).hasMessage("curtail");
    assertThat(curtail.metrics().counts().arrived()).isZero();
  }

  @Test
  void aClosedReaderIsRefusedAsByLucene() throws IOException {
    DirectoryReader reader = index.reader;
    reader.close();
    Query query = new TermQuery(new Term("text", "w1"));
    Throwable expected = catchThrowable(() -> plain.search(query, 10));
    assertThat(expected).isInstanceOf(AlreadyClosedException.class);
    assertThatThrownBy(() -> curtailed.search(query, 10))
        .isExactlyInstanceOf(expected.getClass())
        .hasMessage(expected.getMessage());
  }

  @Test
  void aCollectorManagerOfMixedScoreModesIsRefusedAsByLucene() {
    var calls = new AtomicInteger();
    var mixed =
        new TopScoreDocCollectorManager(5, null, 10) {
          @Override
          public TopScoreDocCollector newCollector() {
            return calls.getAndIncrement() == 0
                ? super.newCollector()
                : new TopScoreDocCollectorManager(5, null, Integer.MAX_VALUE).newCollector();
          }
        };
    Query slow =
        new HookedQuery(
            new MatchAllDocsQuery(),
            (leaf, minDoc) -> {
              try {
                Thread.sleep(5);
              } catch (InterruptedException e) {
                throw new ThreadInterruptedException(e);
              }
            });
    assertThatThrownBy(() -> curtailed.search(slow, mixed))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("score modes");
  }

  @Test
  void anInterruptedSearchThrowsWhatLuceneThrows() throws Exception {
    var reached = new CountDownLatch(1);
    var release = new CountDownLatch(1);
    var seen = new AtomicReference<Throwable>();
    Set<Thread> helpers = ConcurrentHashMap.newKeySet();
    Thread caller =
        new Thread(() ->
            seen.set(
                catchThrowable(() ->
                    curtailed.search(
                        new HookedQuery(
                            new MatchAllDocsQuery(),
                            (leaf, minDoc) -> {
                              if (Thread.currentThread().getName().startsWith("curtail")
                                  && helpers.add(Thread.currentThread())) {
                                reached.countDown();
                                try {
                                  release.await(60, TimeUnit.SECONDS);
                                } catch (InterruptedException e) {
                                  throw new ThreadInterruptedException(e);
                                }
                              } else {
                                Thread.onSpinWait();
                                if (helpers.isEmpty()) {
                                  java.util.concurrent.locks.LockSupport.parkNanos(1_000_000);
                                }
                              }
                            }),
                        10))));
    caller.start();
    assertThat(reached.await(60, TimeUnit.SECONDS)).isTrue();
    caller.interrupt();
    // The search ends only when its helpers have released the reader.
    caller.join(50);
    assertThat(caller.isAlive()).isTrue();
    release.countDown();
    caller.join(10_000);
    assertThat(seen.get()).isInstanceOf(ThreadInterruptedException.class);
  }

  @Test
  void aSearchThatStaysOnOneThreadMakesOneCollectorAndUsesNoOtherThread() throws IOException {
    var collectors = new AtomicInteger();
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    try (Curtail sequential = Curtail.with(new Sequential()).cores(2).start()) {
      var searcher =
          new CurtailSearcher(index.reader, sequential, LeafSplitting.KNOWN_COLLECTORS, 10);
      var manager =
          new TopScoreDocCollectorManager(5, null, 1000) {
            @Override
            public TopScoreDocCollector newCollector() {
              collectors.incrementAndGet();
              return super.newCollector();
            }
          };
      searcher.search(
          new HookedQuery(
              new MatchAllDocsQuery(), (leaf, minDoc) -> threads.add(Thread.currentThread())),
          manager);
    }
    assertThat(collectors).hasValue(1);
    assertThat(threads).containsExactly(Thread.currentThread());
  }
}
