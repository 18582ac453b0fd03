package org.curtail.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopFieldDocs;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.search.Weight;
import org.curtail.runtime.SharedWork;
import org.jspecify.annotations.Nullable;

/**
 * One search as work that can be shared: a chunk is a window of documents, a worker a collector. A
 * collector is made only for a worker that joins, so a search that stays on one thread has exactly
 * one, like a plain sequential search.
 */
final class SearchWork<C extends Collector, T> implements SharedWork<LeafScan<C>, T> {
  private final CurtailSearcher searcher;
  private final Query query;
  private final CollectorManager<C, T> manager;

  private @Nullable C first;
  private @Nullable ScoreMode scoreMode;
  private @Nullable Weight weight;
  private List<Window> windows = List.of();
  private boolean inOnePiece;

  SearchWork(CurtailSearcher searcher, Query query, CollectorManager<C, T> manager) {
    this.searcher = searcher;
    this.query = query;
    this.manager = manager;
  }

  @Override
  public void begin() throws IOException {
    C collector = manager.newCollector();
    ScoreMode mode = collector.scoreMode();
    Query rewritten = searcher.rewrite(mode.needsScores() ? query : new ConstantScoreQuery(query));
    weight = searcher.createWeight(rewritten, mode, 1);
    inOnePiece = wantsWholeLeaves(rewritten);
    windows = searcher.windows(collector, inOnePiece);
    first = collector;
    scoreMode = mode;
  }

  @Override
  public int chunks() {
    return windows.size();
  }

  @Override
  public LeafScan<C> join() throws IOException {
    Weight begun = weight;
    if (begun == null) {
      throw new IllegalStateException("joined before the search began");
    }
    C collector = first;
    first = null;
    if (collector == null) {
      collector = manager.newCollector();
      if (collector.scoreMode() != scoreMode) {
        throw new IllegalStateException(
            "the collector manager makes collectors of different score modes: "
                + scoreMode
                + " and "
                + collector.scoreMode());
      }
    }
    int checkpointDocs = inOnePiece ? DocIdSetIterator.NO_MORE_DOCS : searcher.windowDocs();
    return new LeafScan<>(collector, begun, searcher.getTimeout(), checkpointDocs);
  }

  /** The facet module's drill-sideways scorer refuses any range but a whole leaf. */
  private static boolean wantsWholeLeaves(Query query) {
    return query.getClass().getName().equals("org.apache.lucene.facet.DrillSidewaysQuery");
  }

  @Override
  public void run(LeafScan<C> scan, int chunk, Checkpoint checkpoint) throws IOException {
    scan.score(windows.get(chunk), checkpoint);
    if (scan.timedOut()) {
      searcher.noteTimeout();
    }
  }

  @Override
  public T complete(List<LeafScan<C>> scans) throws IOException {
    var collectors = new ArrayList<C>(scans.size());
    for (LeafScan<C> scan : scans) {
      scan.finishLeaf();
      collectors.add(scan.collector());
    }
    return manager.reduce(collectors);
  }

  /** What was found until the deadline; of top hits the total is then a lower bound. */
  @Override
  public Optional<T> partial(List<LeafScan<C>> scans) throws IOException {
    return Optional.ofNullable(asLowerBound(complete(scans)));
  }

  @SuppressWarnings("unchecked") // A TopDocs of the same class takes the place of the other.
  private T asLowerBound(T found) {
    if (found instanceof TopFieldDocs hits) {
      return (T) new TopFieldDocs(atLeast(hits), hits.scoreDocs, hits.fields);
    }
    return found != null && found.getClass() == TopDocs.class
        ? (T) new TopDocs(atLeast((TopDocs) found), ((TopDocs) found).scoreDocs)
        : found;
  }

  private static TotalHits atLeast(TopDocs hits) {
    return new TotalHits(hits.totalHits.value(), TotalHits.Relation.GREATER_THAN_OR_EQUAL_TO);
  }
}
