package org.curtail.lucene;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.search.ScoreMode;
import org.curtail.Policy;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.runtime.Curtail;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Leaves that unknown collectors see, and the order of their reduction. */
@Timeout(300)
class CollectorOrderTest {
  @Test
  void collectorsSeeNeighbouringLeavesAndAreReducedInTheOrderOfDocuments() throws Exception {
    int several = 0;
    for (long seed = 1; seed <= Cases.count(8, 30); seed++) {
      var random = new Random(seed);
      try (var index = new RandomIndex(random);
          Curtail curtail = Curtail.with(new FixedDegree(3)).cores(3).start()) {
        Query slow =
            new HookedQuery(
                new MatchAllDocsQuery(), (leaf, minDoc) -> LockSupport.parkNanos(100_000));
        List<List<Integer>> leaves =
            new CurtailSearcher(index.reader, curtail).search(slow, new LeafOrder());
        var all = new ArrayList<Integer>();
        for (List<Integer> seen : leaves) {
          all.addAll(seen);
        }
        var inOrder = new ArrayList<Integer>();
        index.reader.leaves().forEach(leaf -> inOrder.add(leaf.ord));
        // In order and together, so of each collector they are neighbours.
        assertThat(all).as("seed %d, %s", seed, index.shape).isEqualTo(inOrder);
        several += leaves.size() > 1 ? 1 : 0;
      }
    }
    assertThat(several).isPositive();
  }

  @Test
  void onOneThreadOneCollectorSeesAll() throws Exception {
    Policy alone = new Sequential();
    var random = new Random(4);
    try (var index = new RandomIndex(random);
        Curtail curtail = Curtail.with(alone).cores(2).start()) {
      assertThat(
              new CurtailSearcher(index.reader, curtail)
                  .search(new MatchAllDocsQuery(), new LeafOrder()))
          .hasSize(1);
    }
  }

  private static final class LeafOrder
      implements CollectorManager<LeafOrder.One, List<List<Integer>>> {
    static final class One implements Collector {
      final List<Integer> leaves = new ArrayList<>();

      @Override
      public LeafCollector getLeafCollector(LeafReaderContext leaf) {
        leaves.add(leaf.ord);
        return new LeafCollector() {
          @Override
          public void setScorer(Scorable scorer) {}

          @Override
          public void collect(int doc) {}
        };
      }

      @Override
      public ScoreMode scoreMode() {
        return ScoreMode.COMPLETE_NO_SCORES;
      }
    }

    @Override
    public One newCollector() {
      return new One();
    }

    @Override
    public List<List<Integer>> reduce(Collection<One> collectors) {
      return collectors.stream().map(one -> one.leaves).toList();
    }
  }
}
