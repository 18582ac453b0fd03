package org.curtail.cli.bench;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TopDocs;
import org.curtail.benchkit.search.SearchAnswer;
import org.curtail.benchkit.search.Workload;
import org.curtail.runtime.Autopilot;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.EngineExecutor;
import org.curtail.runtime.RequestListener;
import org.curtail.runtime.RequestOptions;
import org.curtail.runtime.Setup;
import org.curtail.runtime.Timeline;
import org.jspecify.annotations.Nullable;

/**
 * A policy on curtail's engine behind Lucene's own searcher. Request threads call {@code search} on
 * an {@code IndexSearcher} whose executor is the engine's.
 *
 * <p>Request threads are those of {@link LuceneContender}. Slices are finer than Lucene's default,
 * since threads cannot share a slice that has begun, and an index of one segment would be one
 * slice. There are four per core, at most 16, the number from which slicing pays.
 */
final class ExecutorContender implements Contender {
  private static final int SLICES_PER_CORE = 4;
  private static final int MOST_SLICES = 16;

  private final String name;
  private final Workload workload;
  private final Curtail curtail;
  private final EngineExecutor executor;
  private final ExecutorService requests;
  private final IndexSearcher searcher;

  private final Map<Long, Search> running = new ConcurrentHashMap<>();

  /** The search of the current request thread. */
  private static final ThreadLocal<@Nullable Search> CURRENT = new ThreadLocal<>();

  ExecutorContender(String name, Setup setup, Workload workload, int cores) {
    this.name = name;
    this.workload = workload;
    this.curtail = setup.listener(new Watcher()).start();
    this.executor = curtail.executor();
    this.requests =
        Executors.newFixedThreadPool(
            LuceneContender.requestThreads(cores), LuceneContender.named(name + "-request"));
    int slices = Math.min(SLICES_PER_CORE * cores, MOST_SLICES);
    this.searcher = new FinelySliced(workload.reader(), executor, slices);
    searcher.setQueryCache(null);
    rest();
  }

  @Override
  public Optional<Autopilot> autopilot() {
    return curtail.autopilot();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Answer submit(int query, Runnable poll) {
    var search = new Search(query, poll);
    search.result = requests.submit(search);
    return search;
  }

  @Override
  public void close() {
    requests.shutdownNow();
    curtail.close();
  }

  private static final class FinelySliced extends IndexSearcher {
    private final int slices;

    FinelySliced(IndexReader reader, EngineExecutor executor, int slices) {
      super(reader, executor);
      this.slices = slices;
    }

    @Override
    protected LeafSlice[] slices(List<LeafReaderContext> leaves) {
      int docs = Math.max(Math.ceilDiv(getIndexReader().maxDoc(), slices), 1);
      return slices(leaves, docs, Integer.MAX_VALUE, true);
    }
  }

  /** Matches the engine's events to searches. */
  private final class Watcher implements RequestListener {
    @Override
    public void arrived(long request, long atNanos, RequestOptions options) {
      Search search = CURRENT.get();
      if (search != null) {
        running.put(request, search);
      }
    }

    @Override
    public void degreeChanged(long request, long atNanos, int degree) {
      Search search = running.get(request);
      if (search != null) {
        search.poll.run();
      }
    }

    @Override
    public void ended(long request, Timeline timeline) {
      Search search = running.remove(request);
      if (search != null) {
        search.timeline = timeline;
      }
    }
  }

  private final class Search implements Answer, Callable<TopDocs> {
    private final int query;
    private final Runnable poll;
    private volatile @Nullable Timeline timeline;
    private Future<TopDocs> result = new CompletableFuture<>();

    Search(int query, Runnable poll) {
      this.query = query;
      this.poll = poll;
    }

    @Override
    public TopDocs call() throws Exception {
      CURRENT.set(this);
      try {
        return executor.request(
            () -> searcher.search(workload.queries().get(query), workload.topHits()));
      } finally {
        CURRENT.remove();
        poll.run();
      }
    }

    @Override
    public SearchAnswer await() throws Exception {
      try {
        return SearchAnswer.of(result.get());
      } catch (ExecutionException e) {
        throw e.getCause() instanceof Exception cause ? cause : e;
      }
    }

    @Override
    public Times times() {
      Timeline known = timeline;
      if (known == null) {
        throw new IllegalStateException("the search has not ended");
      }
      return Times.of(known);
    }
  }
}
