package org.curtail.opensearch;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.CollectionStatistics;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.TermStatistics;
import org.apache.lucene.search.Weight;
import org.curtail.lucene.SharedSearch;
import org.curtail.runtime.DelegatingWork;
import org.curtail.runtime.SharedWork;
import org.jspecify.annotations.Nullable;
import org.opensearch.search.internal.ContextIndexSearcher;
import org.opensearch.search.internal.SearchContext;
import org.opensearch.search.query.QueryPhase.TimeExceededException;

/**
 * A shard's searcher for one query phase, whose search runs on the node's engine. Reader,
 * similarity, statistics, cache, timeout and cancellation are those of OpenSearch's searcher.
 */
final class EngineSearcher extends ContextIndexSearcher {
  /** Documents of a segment before its second timeout check, as in OpenSearch's own searches. */
  private static final int FIRST_TIMEOUT_DOCS = 2_048;

  private final ContextIndexSearcher plain;
  private final SearchContext context;
  private final EngineRun engine;

  /** Null for slices. */
  private final @Nullable SharedSearch windows;

  /**
   * Creates the searcher of one query phase.
   *
   * @param plain OpenSearch's own searcher
   * @param route windows of documents, or slices as in {@link SliceWork}
   */
  EngineSearcher(ContextIndexSearcher plain, SearchContext context, EngineRun engine, Route route)
      throws IOException {
    super(
        plain.getIndexReader(),
        plain.getSimilarity(),
        plain.getQueryCache(),
        plain.getQueryCachingPolicy(),
        false, // The plain one's reader already ends when the search is over.
        null,
        context);
    this.plain = plain;
    this.context = context;
    this.engine = engine;
    var timeout = new ShardTimeout(plain.getTimeout(), context);
    addQueryCancellation(timeout::check); // for slices
    setTimeout(timeout); // for windows
    windows =
        route == Route.SLICES
            ? null
            : new SharedSearch(this, new ShardLeafSplitting())
                .withFirstTimeoutCheck(FIRST_TIMEOUT_DOCS);
  }

  @Override
  public <C extends Collector, T> T search(Query query, CollectorManager<C, T> manager)
      throws IOException {
    if (!engine.claim()) {
      return super.search(query, manager);
    }
    T found = engine.run(work(query, manager));
    if (windows != null && windows.timedOut()) {
      context.setSearchTimedOut(true);
    }
    return found;
  }

  private <C extends Collector, T> SharedWork<?, T> work(
      Query query, CollectorManager<C, T> manager) {
    return windows == null
        ? new SliceWork<>(this, query, manager)
        : untilTimeout(windows.work(query, manager));
  }

  private <W, T> SharedWork<W, T> untilTimeout(SharedWork<W, T> work) {
    return new WorkUntilTimeout<>(work, context);
  }

  /** The slices that OpenSearch searches concurrently. */
  List<LeafSlice> openSearchSlices() {
    return List.of(slices(getLeafContexts()));
  }

  Weight weight(Query query, ScoreMode mode) throws IOException {
    Query scored = mode.needsScores() ? query : new ConstantScoreQuery(query);
    return createWeight(rewrite(scored), mode, 1);
  }

  /** Searches a slice as OpenSearch does. */
  void search(LeafSlice slice, Weight weight, Collector collector) throws IOException {
    search(slice.partitions, weight, collector);
  }

  // The plain searcher knows the statistics of the whole index, if a search has asked for them.

  @Override
  public TermStatistics termStatistics(Term term, int docFreq, long totalTermFreq)
      throws IOException {
    return plain.termStatistics(term, docFreq, totalTermFreq);
  }

  @Override
  public CollectionStatistics collectionStatistics(String field) throws IOException {
    return plain.collectionStatistics(field);
  }

  /**
   * A search with a time limit. OpenSearch ends it by an exception, maybe in the middle of a
   * segment. The search then ends with its hits so far.
   */
  private static final class WorkUntilTimeout<W, R> extends DelegatingWork<W, R> {
    private final SearchContext context;

    WorkUntilTimeout(SharedWork<W, R> work, SearchContext context) {
      super(work);
      this.context = context;
    }

    @Override
    public void run(W worker, int chunk, Checkpoint checkpoint) throws Exception {
      try {
        super.run(worker, chunk, checkpoint);
      } catch (TimeExceededException e) {
        context.setSearchTimedOut(true);
        checkpoint.enough();
      }
    }
  }
}
