package org.curtail.lucene.ranked;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TotalHits;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.lucene.QueryPredictor;
import org.curtail.lucene.RandomPolicy;
import org.curtail.lucene.SlicedSearcher;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.TailIndex;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.RequestOptions;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reference: {@link BruteForce}. */
@Timeout(300)
class RankedSearcherPropertyTest {
  private static final int QUERIES_PER_INDEX = 6;

  static LongStream seeds() {
    return LongStream.rangeClosed(1, Cases.count(8, 24));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aSearchThatMayStopEarlyFindsTheTopOfTheWholeIndex(long seed) throws Exception {
    var random = new Random(seed);
    Policy policy = policy(seed, random);
    int cores = policy instanceof FixedDegree fixed ? fixed.degree() : 2;
    try (var index = new RandomRankedIndex(random);
        Curtail curtail = Curtail.with(policy).cores(cores).start();
        ExecutorService executor = Executors.newFixedThreadPool(2)) {
      double weight = List.of(0.0, 0.3, 3.0, 10.0, 1000.0, 1e7).get(random.nextInt(6));
      var bruteForce = new BruteForce(index.reader, index.storedRanks(), weight);
      for (int i = 0; i < QUERIES_PER_INDEX; i++) {
        int chunks = 1 + random.nextInt(List.of(8, 60, 400, 5000).get(random.nextInt(4)));
        var settings = new RankedSettings(weight, chunks, ChunkSharing.DYNAMIC, Termination.SAFE);
        Query query = RandomRankedIndex.query(random);
        int topHits = topHits(random, index.reader.maxDoc());
        List<ScoreDoc> all = bruteForce.all(query);
        List<String> expected = BruteForce.texts(all, topHits);
        String label =
            "seed %d, query %d %s, top %d of %d, weight %s, %d chunks, %s, %s"
                .formatted(
                    seed, i, query, topHits, all.size(), weight, chunks, policy, index.shape);

        for (ChunkSharing sharing : ChunkSharing.values()) {
          RankedIndex ranked =
              RankedIndex.of(delayed(index.reader, random), settings.with(sharing));
          var searcher =
              new RankedSearcher(
                  seed % 2 == 0 ? ranked.with(new QueryPredictor()) : ranked, curtail);
          assertThat(searcher.index().chunks())
              .as(label)
              .isLessThanOrEqualTo(index.reader.maxDoc());
          RankedHits hits =
              random.nextBoolean()
                  ? searcher.search(query, topHits)
                  : searcher.submit(query, topHits, RequestOptions.NONE).get();
          check(hits, expected, all.size(), topHits, label + ", " + sharing);
        }
        sequentialAndPlain(index, settings, query, topHits, expected, all, executor, label);
      }
    }
  }

  private static void sequentialAndPlain(
      RandomRankedIndex index,
      RankedSettings settings,
      Query query,
      int topHits,
      List<String> expected,
      List<ScoreDoc> all,
      ExecutorService executor,
      String label)
      throws IOException {
    RankedIndex ranked = RankedIndex.of(new IndexSearcher(index.reader), settings);
    check(ranked.search(query, topHits), expected, all.size(), topHits, label + ", sequential");
    RankedHits off =
        RankedIndex.of(new IndexSearcher(index.reader), settings.with(Termination.OFF))
            .search(query, topHits);
    check(off, expected, all.size(), topHits, label + ", off");
    assertThat(off.endedEarly()).as(label).isFalse();
    check(
        RankedIndex.of(new IndexSearcher(index.reader), settings.with(new Termination.Probable(1)))
            .search(query, topHits),
        expected,
        all.size(),
        topHits,
        label + ", probable with share 1");

    Query asQuery = ranked.asQuery(query);
    assertThat(BruteForce.texts(new IndexSearcher(index.reader).search(asQuery, topHits)))
        .as(label + ", plain Lucene")
        .isEqualTo(expected);
    assertThat(
            BruteForce.texts(
                new SlicedSearcher(index.reader, executor, 150).search(asQuery, topHits)))
        .as(label + ", plain Lucene in slices")
        .isEqualTo(expected);
    assertThat(new IndexSearcher(index.reader).count(asQuery)).as(label).isEqualTo(all.size());
  }

  private static void check(
      RankedHits hits, List<String> expected, int matches, int topHits, String label) {
    assertThat(BruteForce.texts(hits.top())).as(label).isEqualTo(expected);
    assertThat(hits.chunksVisited()).as(label).isLessThanOrEqualTo(hits.chunks());
    TotalHits total = hits.top().totalHits;
    if (total.relation() == TotalHits.Relation.EQUAL_TO) {
      assertThat(total.value()).as(label).isEqualTo(matches);
    } else {
      assertThat(total.value()).as(label).isBetween((long) expected.size(), (long) matches);
    }
    if (matches < topHits) {
      assertThat(hits.endedEarly()).as(label).isFalse();
    }
  }

  private static int topHits(Random random, int documents) {
    return switch (random.nextInt(5)) {
      case 0 -> 1;
      case 1 -> 1 + random.nextInt(Math.max(1, documents));
      case 2 -> documents + 1 + random.nextInt(100);
      default -> 1 + random.nextInt(20);
    };
  }

  /** Sometimes the scoring of a match takes long; the bounds of scores are unchanged. */
  private static IndexSearcher delayed(IndexReader reader, Random random) {
    var searcher = new IndexSearcher(reader);
    if (random.nextInt(4) > 0) {
      searcher.setSimilarity(
          new SlowSimilarity(20 + random.nextInt(2000), 1 + random.nextInt(150_000)));
    }
    return searcher;
  }

  private static Policy policy(long seed, Random random) throws IOException {
    return switch ((int) (seed % 10)) {
      case 0 -> RandomPolicy.of(random);
      case 9 -> TailIndex.queueing(profile());
      default -> new FixedDegree((int) (seed % 10));
    };
  }

  private static Profile profile() {
    var timesMs = new double[20][];
    for (int i = 0; i < timesMs.length; i++) {
      timesMs[i] = new double[] {0.05 + 0.05 * i, 0.03 + 0.03 * i, 0.02 + 0.02 * i};
    }
    return Profile.of("a test", timesMs);
  }
}
