package org.curtail.lucene;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.search.ScoreMode;

/**
 * A user's own manager: collects all matching documents, and checks that each leaf is begun and
 * finished once, as many real collectors assume.
 */
final class SeenDocs implements CollectorManager<SeenDocs.Gatherer, Set<Integer>> {
  private final List<Integer> leavesBegun = new ArrayList<>();

  static final class Gatherer implements Collector {
    final List<Integer> leaves = new ArrayList<>();
    final List<Integer> docs = new ArrayList<>();
    int finished;

    @Override
    public LeafCollector getLeafCollector(LeafReaderContext context) {
      leaves.add(context.ord);
      return new LeafCollector() {
        @Override
        public void setScorer(Scorable scorer) {}

        @Override
        public void collect(int doc) {
          docs.add(context.docBase + doc);
        }

        @Override
        public void finish() {
          finished++;
        }
      };
    }

    @Override
    public ScoreMode scoreMode() {
      return ScoreMode.COMPLETE_NO_SCORES;
    }
  }

  @Override
  public Gatherer newCollector() {
    return new Gatherer();
  }

  @Override
  public Set<Integer> reduce(Collection<Gatherer> collectors) {
    var docs = new TreeSet<Integer>();
    int count = 0;
    for (Gatherer gatherer : collectors) {
      if (gatherer.finished != gatherer.leaves.size()) {
        throw new IllegalStateException(
            gatherer.leaves.size() + " leaves begun, " + gatherer.finished + " finished");
      }
      leavesBegun.addAll(gatherer.leaves);
      docs.addAll(gatherer.docs);
      count += gatherer.docs.size();
    }
    if (new HashSet<>(leavesBegun).size() != leavesBegun.size()) {
      throw new IllegalStateException("a leaf was seen twice: " + leavesBegun);
    }
    if (count != docs.size()) {
      throw new IllegalStateException("a document was collected twice");
    }
    return docs;
  }
}
