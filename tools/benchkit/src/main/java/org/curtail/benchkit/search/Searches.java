package org.curtail.benchkit.search;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import org.apache.lucene.search.IndexSearcher;
import org.curtail.lucene.CurtailSearcher;
import org.curtail.lucene.LeafSplitting;
import org.curtail.lucene.QueryPredictor;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.DelegatingWork;
import org.curtail.runtime.SharedWork;

/** The searches of a workload, in the workload's mode. Thread-safe. */
public sealed interface Searches {
  /** Returns the searches for an engine. */
  static Searches on(Curtail engine, Workload workload) {
    return workload
        .ranked()
        .<Searches>map(ranked -> new Ranked(ranked, workload.topHits()))
        .orElseGet(() -> new Plain(workload, new CurtailSearcher(workload.reader(), engine)));
  }

  /** Returns the searches for an engine with predictions of demand. */
  static Searches on(Curtail engine, Workload workload, QueryPredictor predictor) {
    return workload
        .ranked()
        .<Searches>map(ranked -> new Ranked(ranked.with(predictor), workload.topHits()))
        .orElseGet(() ->
            new Plain(
                workload,
                new CurtailSearcher(
                    workload.reader(), engine, LeafSplitting.KNOWN_COLLECTORS, predictor)));
  }

  /** Returns a search as work for the engine, to be submitted once. */
  default SharedWork<?, SearchAnswer> work(int query) {
    return work(query, () -> {});
  }

  /**
   * Returns a search as work for the engine, to be submitted once.
   *
   * @param beforeChunk action before each chunk, on the thread of the chunk
   */
  SharedWork<?, SearchAnswer> work(int query, Runnable beforeChunk);

  /** Runs a search on the calling thread, with help of the engine. */
  default SearchAnswer run(Curtail engine, int query) throws IOException {
    return run(engine, work(query));
  }

  /** Runs work on the calling thread, with help of the engine. */
  static <R> R run(Curtail engine, SharedWork<?, R> work) throws IOException {
    try {
      return engine.run(work);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (ExecutionException e) {
      throw new IOException("a search failed: " + e.getCause(), e.getCause());
    }
  }

  /** Runs a search on the calling thread alone. */
  static SearchAnswer alone(Workload workload, IndexSearcher searcher, int query)
      throws IOException {
    if (workload.ranked().isPresent()) {
      RankedQueries ranked = workload.ranked().get();
      return SearchAnswer.of(
          ranked.index().search(ranked.queries().get(query), workload.topHits()));
    }
    return SearchAnswer.of(searcher.search(workload.queries().get(query), workload.topHits()));
  }

  /** Searches by score or relevance, over windows of the whole index. */
  final class Plain implements Searches {
    private final Workload workload;
    private final CurtailSearcher searcher;

    private Plain(Workload workload, CurtailSearcher searcher) {
      this.workload = workload;
      this.searcher = searcher;
      searcher.setQueryCache(null);
    }

    @Override
    public SharedWork<?, SearchAnswer> work(int query, Runnable beforeChunk) {
      return before(
          beforeChunk,
          searcher
              .work(workload.queries().get(query), searcher.topHitsManager(workload.topHits()))
              .map(SearchAnswer::of));
    }
  }

  /** Searches in order of importance. */
  record Ranked(RankedQueries ranked, int topHits) implements Searches {
    @Override
    public SharedWork<?, SearchAnswer> work(int query, Runnable beforeChunk) {
      return before(
          beforeChunk,
          ranked.index().work(ranked.queries().get(query), topHits).map(SearchAnswer::of));
    }
  }

  /** Returns the work with an action before each chunk. */
  private static <W, R> SharedWork<W, R> before(Runnable chunk, SharedWork<W, R> work) {
    return new DelegatingWork<W, R>(work) {
      @Override
      public void run(W worker, int number, Checkpoint checkpoint) throws Exception {
        chunk.run();
        super.run(worker, number, checkpoint);
      }
    };
  }
}
