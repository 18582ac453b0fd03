package org.curtail.lucene.ranked;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.curtail.lucene.HookedQuery;
import org.curtail.lucene.RefusingQuery;
import org.curtail.lucene.RefusingQuery.Refuses;
import org.curtail.policy.FixedDegree;
import org.curtail.runtime.Curtail;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * In order of importance: queries that cannot be scored in parts of a leaf or by several scorers.
 * Reference: {@link BruteForce}.
 */
@Timeout(300)
class RankedRefusingQueriesPropertyTest {
  private static final int SEEDS = Cases.count(1, 6);
  private static final double WEIGHT = 3;

  @ParameterizedTest
  @EnumSource(Refuses.class)
  void aQueryThatRefusesFindsTheTopOfTheWholeIndex(Refuses refuses) throws Exception {
    for (long seed = 1; seed <= SEEDS; seed++) {
      var random = new Random(seed);
      var policy = new FixedDegree(1 + random.nextInt(3));
      try (var index = new RandomRankedIndex(random);
          Curtail curtail = Curtail.with(policy).cores(3).start()) {
        var bruteForce = new BruteForce(index.reader, index.storedRanks(), WEIGHT);
        Query matching = RandomRankedIndex.query(random);
        int chunks = 1 + random.nextInt(60);
        int topHits = 1 + random.nextInt(20);
        for (Query query : queries(matching, refuses)) {
          List<String> expected = BruteForce.texts(bruteForce.all(query), topHits);
          for (ChunkSharing sharing : ChunkSharing.values()) {
            for (Termination termination : List.of(Termination.SAFE, Termination.OFF)) {
              var settings = new RankedSettings(WEIGHT, chunks, sharing, termination);
              String label =
                  "seed %d, %s, top %d, %d chunks, %s, %s, %s, %s"
                      .formatted(
                          seed, query, topHits, chunks, sharing, termination, policy, index.shape);
              var ranked = RankedIndex.of(new IndexSearcher(index.reader), settings);
              RankedHits hits = new RankedSearcher(ranked, curtail).search(query, topHits);
              assertThat(BruteForce.texts(hits.top())).as(label).isEqualTo(expected);
              if (termination.equals(Termination.OFF)) {
                assertThat(hits.endedEarly()).as(label).isFalse();
              }
              assertThat(BruteForce.texts(ranked.search(query, topHits).top()))
                  .as(label + ", sequential")
                  .isEqualTo(expected);
            }
          }
        }
      }
    }
  }

  private static List<Query> queries(Query matching, Refuses refuses) {
    var refusing =
        new RefusingQuery(
            new HookedQuery(matching, (leaf, minDoc) -> LockSupport.parkNanos(20_000)), refuses);
    return List.of(
        refusing,
        new BoostQuery(refusing, 2),
        new ConstantScoreQuery(refusing),
        new BooleanQuery.Builder().add(refusing, Occur.MUST).build(),
        new HookedQuery(refusing, (leaf, minDoc) -> LockSupport.parkNanos(10_000)));
  }

  @ParameterizedTest
  @EnumSource(Refuses.class)
  void terminationCanBeLearnedFromAQueryThatRefuses(Refuses refuses) throws Exception {
    var random = new Random(5);
    try (var index = new RandomRankedIndex(random)) {
      var settings = new RankedSettings(WEIGHT, 20, ChunkSharing.DYNAMIC, Termination.SAFE);
      var ranked = RankedIndex.of(new IndexSearcher(index.reader), settings);
      Query query = new RefusingQuery(RandomRankedIndex.query(random), refuses);
      double share = new SequentialSearch(ranked.source(query), 5).neededShare();
      assertThat(share).isBetween(0.0, 1.0);
      RankedHits probable =
          ranked.with(new Termination.Probable(Math.max(share, 1e-9))).search(query, 5);
      assertThat(BruteForce.texts(probable.top()))
          .isEqualTo(BruteForce.texts(ranked.search(query, 5).top()));
    }
  }
}
