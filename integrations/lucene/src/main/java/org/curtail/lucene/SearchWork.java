package org.curtail.lucene;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopFieldDocs;
import org.apache.lucene.search.TotalHits;
import org.curtail.Prediction;
import org.curtail.runtime.SharedWork;
import org.curtail.runtime.Timeline;
import org.jspecify.annotations.Nullable;

/**
 * Search as work that threads can share. A chunk is a window of documents. A collector is made for
 * a worker that joins, and for one that continues after a leaf of another worker. So a search on
 * one thread has exactly one collector, like a plain sequential search.
 */
final class SearchWork<C extends Collector, T> implements SharedWork<SearchWork.Worker<C>, T> {
  private final SharedSearch search;
  private final Query query;
  private final CollectorManager<C, T> manager;

  private QueryPredictor.@Nullable PredictedSearch asked;
  private @Nullable C first;
  private @Nullable ScoreMode scoreMode;
  private @Nullable SharedLeaves leaves;
  private List<Window> windows = List.of();

  /** True if collectors get parts of leaves; if not, each gets neighbouring leaves only. */
  private boolean inParts;

  SearchWork(SharedSearch search, Query query, CollectorManager<C, T> manager) {
    this.search = search;
    this.query = requireNonNull(query, "query");
    this.manager = requireNonNull(manager, "manager");
  }

  /** Predicts for the score mode of a new collector, which the first worker then uses. */
  @Override
  public Prediction prediction() {
    QueryPredictor.ForSearcher predictor = search.predictor();
    if (predictor == null) {
      return Prediction.NONE;
    }
    C collector;
    try {
      collector = manager.newCollector();
    } catch (IOException | RuntimeException e) {
      return Prediction.NONE; // thrown again when the search begins
    }
    first = collector;
    QueryPredictor.PredictedSearch about = predictor.predict(query, collector.scoreMode());
    asked = about;
    return about.predictionOrUnsure();
  }

  @Override
  public boolean wantsCpuTime() {
    return search.predictor() != null;
  }

  @Override
  public void ended(Timeline timeline) {
    QueryPredictor.PredictedSearch about = asked;
    if (about != null) {
      about.ended(timeline);
    }
  }

  @Override
  public void begin(int degree) throws IOException {
    C made = first;
    C collector = made == null ? manager.newCollector() : made;
    ScoreMode mode = collector.scoreMode();
    leaves = SharedLeaves.of(search.searcher(), query, mode);
    inParts = search.maySplit(collector);
    windows = search.windows(inParts);
    first = collector;
    scoreMode = mode;
  }

  @Override
  public int chunks() {
    return windows.size();
  }

  @Override
  public Worker<C> join() throws IOException {
    return new Worker<>(scan());
  }

  private LeafScan<C> scan() throws IOException {
    SharedLeaves begun = leaves;
    if (begun == null) {
      throw new IllegalStateException("joined before the search began");
    }
    return new LeafScan<>(collector(), begun, search);
  }

  /** Makes one collector at a time, since a manager may rely on that. */
  private synchronized C collector() throws IOException {
    C collector = first;
    first = null;
    if (collector != null) {
      return collector;
    }
    collector = manager.newCollector();
    if (collector.scoreMode() != scoreMode) {
      throw new IllegalStateException(
          "the collector manager makes collectors of different score modes: "
              + scoreMode
              + " and "
              + collector.scoreMode());
    }
    return collector;
  }

  @Override
  public void run(Worker<C> worker, int chunk, Checkpoint checkpoint) throws IOException {
    Window window = windows.get(chunk);
    if (!inParts && !worker.scan().reaches(window.leaf())) {
      worker.begin(scan());
    }
    LeafScan<C> scan = worker.scan();
    scan.score(window, checkpoint);
    if (window.isLastOfLeaf() || checkpoint.isOver()) {
      scan.finishLeaf(); // on this thread, since a collector may read the leaf again
    }
    if (scan.timedOut()) {
      search.noteTimeout();
    }
  }

  /** Reduces collectors in the order of their documents, since some break ties by it. */
  @Override
  public T complete(List<Worker<C>> workers) throws IOException {
    var scans = new ArrayList<LeafScan<C>>(workers.size());
    for (Worker<C> worker : workers) {
      worker.scan().finishLeaf();
      scans.addAll(worker.scans());
    }
    if (scans.size() > 1) {
      scans.sort(Comparator.comparingInt(LeafScan::firstDoc));
    }
    var collectors = new ArrayList<C>(scans.size());
    for (LeafScan<C> scan : scans) {
      collectors.add(scan.collector());
    }
    return manager.reduce(collectors);
  }

  /** Returns the hits found before the deadline; the number of total hits is then a lower bound. */
  @Override
  public Optional<T> partial(List<Worker<C>> workers) throws IOException {
    return Optional.ofNullable(asLowerBound(complete(workers)));
  }

  @SuppressWarnings("unchecked") // A TopDocs is replaced by one of the same class.
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

  /** Worker of a search: its current scan and its finished ones. Not thread-safe. */
  static final class Worker<C extends Collector> {
    private final List<LeafScan<C>> scans = new ArrayList<>(1);

    Worker(LeafScan<C> first) {
      scans.add(first);
    }

    LeafScan<C> scan() {
      return scans.getLast();
    }

    /** Continues with another scan. */
    void begin(LeafScan<C> next) throws IOException {
      scan().finishLeaf();
      scans.add(next);
    }

    List<LeafScan<C>> scans() {
      return scans;
    }
  }
}
