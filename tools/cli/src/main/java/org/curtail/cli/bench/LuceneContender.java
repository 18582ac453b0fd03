package org.curtail.cli.bench;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TopDocs;
import org.curtail.benchkit.search.SearchAnswer;
import org.curtail.benchkit.search.Workload;
import org.jspecify.annotations.Nullable;

/**
 * Unmodified Lucene as in a service: request threads call {@code search} on an {@code
 * IndexSearcher}. There are two forms. With an executor of N threads, searches have Lucene's
 * default slices, and request threads number one and a half per core and one, the default of
 * OpenSearch's search pool. Without an executor, each search gets its own thread at once.
 */
final class LuceneContender implements Contender {
  /** Time of a task that found no slice left and did no work. */
  private static final long NOTHING_LEFT_NANOS = 2_000;

  private final String name;
  private final Workload workload;
  private final ExecutorService requests;

  /** Threads of the executor; null if each search has one thread. */
  private final @Nullable ExecutorService helpers;

  private final IndexSearcher searcher;

  /** The search of the current request thread. */
  private static final ThreadLocal<@Nullable Search> CURRENT = new ThreadLocal<>();

  private LuceneContender(
      String name, Workload workload, ExecutorService requests, @Nullable ExecutorService helpers) {
    this.name = name;
    this.workload = workload;
    this.requests = requests;
    this.helpers = helpers;
    this.searcher =
        helpers == null
            ? new IndexSearcher(workload.reader())
            : new IndexSearcher(workload.reader(), task -> help(task, helpers));
    searcher.setQueryCache(null);
  }

  /** Shares searches among a number of helper threads. */
  static LuceneContender withHelpers(
      String name, int executorThreads, Workload workload, int cores) {
    return new LuceneContender(
        name,
        workload,
        Executors.newFixedThreadPool(requestThreads(cores), named(name + "-request")),
        Executors.newFixedThreadPool(executorThreads, named(name + "-helper")));
  }

  /** Gives each search its own thread of an unbounded pool; the kernel shares the cores. */
  static LuceneContender threadForEach(String name, Workload workload) {
    return new LuceneContender(
        name, workload, Executors.newCachedThreadPool(named(name + "-request")), null);
  }

  static int requestThreads(int cores) {
    return cores * 3 / 2 + 1;
  }

  static ThreadFactory named(String prefix) {
    return Thread.ofPlatform().daemon().name(prefix + "-", 0).factory();
  }

  /** Hands Lucene's tasks to the helpers unchanged, and sums their time. */
  private static void help(Runnable task, Executor helpers) {
    Search search = CURRENT.get();
    helpers.execute(search == null ? task : () -> search.helped(task));
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
    if (helpers != null) {
      helpers.shutdownNow();
    }
  }

  private final class Search implements Answer, Callable<TopDocs> {
    private final int query;
    private final Runnable poll;
    private final AtomicLong helperNanos = new AtomicLong();
    private final AtomicInteger serving = new AtomicInteger();
    private final AtomicInteger mostServing = new AtomicInteger();
    private volatile long startNanos;
    private volatile long endNanos;
    private Future<TopDocs> result = new CompletableFuture<>();

    Search(int query, Runnable poll) {
      this.query = query;
      this.poll = poll;
    }

    @Override
    public TopDocs call() throws Exception {
      startNanos = System.nanoTime();
      mostServing.accumulateAndGet(serving.incrementAndGet(), Math::max);
      CURRENT.set(this);
      try {
        return searcher.search(workload.queries().get(query), workload.topHits());
      } finally {
        endNanos = System.nanoTime();
        serving.decrementAndGet();
        CURRENT.remove();
        poll.run();
      }
    }

    void helped(Runnable task) {
      long fromNanos = System.nanoTime();
      int degree = serving.incrementAndGet();
      task.run();
      long toNanos = System.nanoTime();
      serving.decrementAndGet();
      poll.run();
      if (endNanos == 0 && toNanos - fromNanos > NOTHING_LEFT_NANOS) {
        mostServing.accumulateAndGet(degree, Math::max);
        helperNanos.addAndGet(toNanos - fromNanos);
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
      return new Times(
          startNanos, endNanos, endNanos - startNanos + helperNanos.get(), mostServing.get());
    }
  }
}
