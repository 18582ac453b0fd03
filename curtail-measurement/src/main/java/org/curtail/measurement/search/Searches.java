package org.curtail.measurement.search;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.apache.lucene.search.IndexSearcher;
import org.curtail.Prediction;
import org.curtail.lucene.CurtailSearcher;
import org.curtail.lucene.LeafSplitting;
import org.curtail.lucene.QueryPredictor;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.SharedWork;
import org.curtail.runtime.Timeline;

/** The searches of a workload, in the way it wants them. Safe for all threads. */
public sealed interface Searches {
  /** On an engine. */
  static Searches on(Curtail engine, Workload workload) {
    return workload
        .ranked()
        .<Searches>map(ranked -> new Ranked(ranked, workload.topHits()))
        .orElseGet(() -> new Plain(workload, new CurtailSearcher(workload.reader(), engine)));
  }

  /** On an engine that is told beforehand how long searches will take. */
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

  /** A search as work for the engine, to be submitted once. */
  default SharedWork<?, SearchAnswer> work(int query) {
    return work(query, () -> {});
  }

  /**
   * A search as work for the engine, to be submitted once.
   *
   * @param beforeChunk called before each chunk by the thread that searches it
   */
  SharedWork<?, SearchAnswer> work(int query, Runnable beforeChunk);

  /** A search on the calling thread, with the help that the engine gives it. */
  default SearchAnswer run(Curtail engine, int query) throws IOException {
    return run(engine, work(query));
  }

  /** Work on the calling thread, with the help that the engine gives it. */
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

  /** A search on the calling thread alone. */
  static SearchAnswer alone(Workload workload, IndexSearcher searcher, int query)
      throws IOException {
    if (workload.ranked().isPresent()) {
      RankedQueries ranked = workload.ranked().get();
      return SearchAnswer.of(
          ranked.index().search(ranked.queries().get(query), workload.topHits()));
    }
    return SearchAnswer.of(searcher.search(workload.queries().get(query), workload.topHits()));
  }

  /** By score or relevance, over windows of the whole index. */
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
      return mapped(
          searcher.work(workload.queries().get(query), searcher.topHitsManager(workload.topHits())),
          SearchAnswer::of,
          beforeChunk);
    }
  }

  /** In order of importance. */
  record Ranked(RankedQueries ranked, int topHits) implements Searches {
    @Override
    public SharedWork<?, SearchAnswer> work(int query, Runnable beforeChunk) {
      return mapped(
          ranked.index().work(ranked.queries().get(query), topHits), SearchAnswer::of, beforeChunk);
    }
  }

  private static <W, R> SharedWork<W, SearchAnswer> mapped(
      SharedWork<W, R> work, Function<R, SearchAnswer> result, Runnable beforeChunk) {
    return new Mapped<>(work, result, beforeChunk);
  }

  /** The same work with another result, and something to do before each chunk. */
  record Mapped<W, R>(SharedWork<W, R> in, Function<R, SearchAnswer> result, Runnable beforeChunk)
      implements SharedWork<W, SearchAnswer> {
    @Override
    public Prediction prediction() {
      return in.prediction();
    }

    @Override
    public boolean wantsCpuTime() {
      return in.wantsCpuTime();
    }

    @Override
    public void ended(Timeline timeline) {
      in.ended(timeline);
    }

    @Override
    public void begin(int degree) throws Exception {
      in.begin(degree);
    }

    @Override
    public int chunks() throws Exception {
      return in.chunks();
    }

    @Override
    public W join() throws Exception {
      return in.join();
    }

    @Override
    public void run(W worker, int chunk, Checkpoint checkpoint) throws Exception {
      beforeChunk.run();
      in.run(worker, chunk, checkpoint);
    }

    @Override
    public SearchAnswer complete(List<W> workers) throws Exception {
      return result.apply(in.complete(workers));
    }

    @Override
    public Optional<SearchAnswer> partial(List<W> workers) throws Exception {
      return in.partial(workers).map(result);
    }
  }
}
