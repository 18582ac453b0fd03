package org.curtail.lucene.ranked;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.DoubleDocValuesField;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.curtail.lucene.RandomIndex;
import org.curtail.policy.FixedDegree;
import org.curtail.runtime.Curtail;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Recorded searches compared with the searches themselves. */
@Timeout(300)
class RecordedSearchTest {
  private static final int TOP = 5;
  private static final int CHUNKS = 40;
  private static final SimulatedComputation NOTHING = nanos -> {};

  @Test
  void aReplayFindsWhatTheSearchFinds() throws Exception {
    for (long seed = 1; seed <= 6; seed++) {
      var random = new Random(seed);
      try (var directory = new ByteBuffersDirectory();
          DirectoryReader reader = index(directory, random)) {
        RankedIndex index = ranked(reader);
        for (int q = 0; q < 6; q++) {
          Query query = RandomIndex.query(random);
          int topHits = q == 5 ? 5000 : TOP;
          RecordedSearch recorded = index.record(query, topHits, 1);
          for (Termination termination :
              List.of(Termination.SAFE, Termination.OFF, new Termination.Probable(0.9))) {
            RankedHits sequential = index.with(termination).search(query, topHits);
            ReplayedSearch alone = recorded.replay(ChunkSharing.DYNAMIC, termination, 1, 0);
            String what = "seed %d, %s, %s".formatted(seed, query, termination);
            assertThat(alone.hits().visited()).as(what).isEqualTo(sequential.visited());
            assertSameHits(alone.hits(), sequential, what);
            assertThat(alone.nanos()).as(what).isEqualTo(costNanos(recorded, sequential));
            if (!(termination instanceof Termination.Probable)) {
              for (int degree = 1; degree <= 8; degree++) {
                for (ChunkSharing sharing : ChunkSharing.values()) {
                  ReplayedSearch replayed = recorded.replay(sharing, termination, degree, 1000);
                  assertSameHits(replayed.hits(), sequential, what + ", " + sharing + degree);
                }
              }
            }
          }
        }
      }
    }
  }

  @Test
  void theEngineReplaysItAsItWouldSearch() throws Exception {
    for (long seed = 11; seed <= 13; seed++) {
      var random = new Random(seed);
      try (var directory = new ByteBuffersDirectory();
          DirectoryReader reader = index(directory, random)) {
        RankedIndex index = ranked(reader);
        for (int degree : new int[] {1, 2, 5}) {
          try (Curtail engine =
              Curtail.with(new FixedDegree(degree)).cores(degree).threads(degree).start()) {
            for (int q = 0; q < 4; q++) {
              Query query = RandomIndex.query(random);
              RankedHits sequential = index.search(query, TOP);
              RecordedSearch recorded = index.record(query, TOP, 3);
              for (ChunkSharing sharing : ChunkSharing.values()) {
                String what = "seed %d, degree %d, %s, %s".formatted(seed, degree, query, sharing);
                var spent = new AtomicLong();
                RankedHits hits =
                    engine.run(recorded.work(sharing, Termination.SAFE, spent::addAndGet));
                assertSameHits(hits, sequential, what);
                if (degree == 1) {
                  assertThat(hits.visited()).as(what).isEqualTo(sequential.visited());
                  assertThat(spent.get()).as(what).isEqualTo(costNanos(recorded, sequential));
                }
              }
            }
          }
        }
      }
    }
  }

  @Test
  void threadsInLockstepVisitAtMostOneChunkEachTooMany() {
    for (long seed = 1; seed <= 300; seed++) {
      var random = new Random(seed);
      RecordedSearch search = synthetic(random, random.nextBoolean() ? 1000 : 0);
      int sequential = visited(search, ChunkSharing.DYNAMIC, 1);
      for (int degree = 2; degree <= 12; degree++) {
        String what = "seed %d, degree %d".formatted(seed, degree);
        int chunks = visited(search, ChunkSharing.DYNAMIC, degree);
        assertThat(chunks).as(what).isBetween(sequential, sequential + degree - 1);
        // In lockstep, dynamic sharing alternates.
        assertThat(visited(search, ChunkSharing.ALTERNATING, degree)).as(what).isEqualTo(chunks);
        assertThat(search.replay(ChunkSharing.DYNAMIC, Termination.SAFE, degree, 0).nanos())
            .as(what)
            .isEqualTo(7 + 1000L * Math.ceilDiv(chunks, degree) + (opens(search) ? 1000 : 0));
      }
    }
  }

  @Test
  void lateHelpersMakeASearchNoFasterAndChangeNoHit() {
    for (long seed = 1; seed <= 100; seed++) {
      RecordedSearch search = synthetic(new Random(seed), 0);
      ReplayedSearch early = search.replay(ChunkSharing.COARSE, Termination.OFF, 4, 0);
      ReplayedSearch late = search.replay(ChunkSharing.COARSE, Termination.OFF, 4, 5000);
      assertThat(late.nanos() - early.nanos()).as("seed " + seed).isBetween(0L, 5000L);
      assertSameHits(late.hits(), early.hits(), "seed " + seed);
    }
  }

  @Test
  void senselessRequestsAreRefused() throws IOException {
    RecordedSearch search = synthetic(new Random(1), 0);
    assertThatThrownBy(() -> search.replay(ChunkSharing.DYNAMIC, Termination.SAFE, 0, 0))
        .hasMessageContaining("found 0 and 0");
    assertThatThrownBy(() -> search.replay(ChunkSharing.DYNAMIC, Termination.SAFE, 1, -1))
        .hasMessageContaining("found 1 and -1");
    try (var directory = new ByteBuffersDirectory();
        DirectoryReader reader = index(directory, new Random(1))) {
      RankedIndex index = ranked(reader);
      assertThatThrownBy(() -> index.record(RandomIndex.query(new Random(1)), TOP, 0))
          .hasMessageContaining("expected 1 or more runs, found 0");
    }
  }

  @Test
  void anInterruptedReplayFails() throws Exception {
    RecordedSearch search = synthetic(new Random(1), 0);
    try (Curtail engine = Curtail.with(new FixedDegree(1)).cores(1).threads(1).start()) {
      var work =
          search.work(
              ChunkSharing.DYNAMIC,
              Termination.SAFE,
              nanos -> {
                throw new InterruptedException("stopped");
              });
      assertThatThrownBy(() -> engine.run(work)).hasMessageContaining("stopped");
      engine.run(search.work(ChunkSharing.DYNAMIC, Termination.SAFE, NOTHING));
    }
  }

  /** Chunks of equal cost with some hits in each, and falling static scores. */
  private static RecordedSearch synthetic(Random random, long openNanos) {
    int count = 1 + random.nextInt(60);
    double dynamicBound = 1 + 9 * random.nextDouble();
    double[] greatestStatic = new double[count];
    int[] firstDocs = new int[count];
    long[][] hits = new long[count][];
    double greatest = 10;
    for (int chunk = 0; chunk < count; chunk++) {
      greatest *= 1 - 0.2 * random.nextDouble();
      double rank = greatest;
      greatestStatic[chunk] = rank;
      firstDocs[chunk] = chunk * 10;
      int first = chunk * 10;
      hits[chunk] =
          LongStream.range(0, random.nextInt(4))
              .map(i ->
                  HitOrder.encode(
                      (float) (rank + dynamicBound * random.nextDouble()), (int) (first + i)))
              .toArray();
    }
    long[] chunkNanos = new long[count];
    Arrays.fill(chunkNanos, 1000);
    return new RecordedSearch(
        ChunkBounds.of(greatestStatic, firstDocs),
        3,
        dynamicBound,
        new RecordedSearch.Costs(7, new long[] {openNanos}, new int[count], chunkNanos),
        hits);
  }

  private static boolean opens(RecordedSearch search) {
    return search.openNanos(0) > 0;
  }

  private static int visited(RecordedSearch search, ChunkSharing sharing, int degree) {
    return search.replay(sharing, Termination.SAFE, degree, 0).hits().chunksVisited();
  }

  /** Cost of a sequential search by the recorded times. */
  private static long costNanos(RecordedSearch recorded, RankedHits hits) {
    long nanos = recorded.fixedNanos();
    var opened = new HashSet<Integer>();
    for (int chunk : hits.visited().stream().toArray()) {
      nanos += recorded.chunkNanos(chunk);
      nanos += opened.add(recorded.leaf(chunk)) ? recorded.openNanos(chunk) : 0;
    }
    return nanos;
  }

  private static void assertSameHits(RankedHits found, RankedHits expected, String what) {
    assertThat(Arrays.stream(found.top().scoreDocs).map(RecordedSearchTest::text).toList())
        .as(what)
        .isEqualTo(Arrays.stream(expected.top().scoreDocs).map(RecordedSearchTest::text).toList());
    assertThat(found.top().totalHits.relation()).isEqualTo(expected.top().totalHits.relation());
  }

  private static String text(ScoreDoc hit) {
    return hit.doc + " " + hit.score;
  }

  private static RankedIndex ranked(DirectoryReader reader) throws IOException {
    var searcher = new IndexSearcher(reader);
    searcher.setQueryCache(null);
    return RankedIndex.of(searcher, RankedSettings.defaults().withChunks(CHUNKS));
  }

  private static DirectoryReader index(ByteBuffersDirectory directory, Random random)
      throws IOException {
    var config =
        new IndexWriterConfig(new StandardAnalyzer())
            .setMergePolicy(NoMergePolicy.INSTANCE)
            .setIndexSort(new Sort(new SortField("rank", SortField.Type.DOUBLE, true)));
    try (var writer = new IndexWriter(directory, config)) {
      for (int segment = 0; segment <= random.nextInt(3); segment++) {
        for (int i = 0; i < 800; i++) {
          var text = new StringBuilder();
          for (int w = 0; w < 12; w++) {
            double u = random.nextDouble();
            text.append("w").append((int) (u * u * 60)).append(' ');
          }
          var document = new Document();
          document.add(new TextField("text", text.toString(), Field.Store.NO));
          document.add(new DoubleDocValuesField("rank", Math.exp(10 * random.nextDouble())));
          writer.addDocument(document);
        }
        writer.commit();
      }
    }
    return DirectoryReader.open(directory);
  }
}
