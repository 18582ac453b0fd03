package org.curtail.lucene;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.ThreadInterruptedException;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.RequestOptions;
import org.curtail.runtime.Reservation;
import org.curtail.runtime.SharedWork;
import org.jspecify.annotations.Nullable;

/**
 * Searches of any {@code IndexSearcher} on the engine. For searchers that must extend another class
 * than {@link CurtailSearcher}, such as OpenSearch's {@code ContextIndexSearcher}.
 *
 * <pre>{@code
 * class YourSearcher extends TheirSearcher {
 *   private final SharedSearch shared = new SharedSearch(this, LeafSplitting.KNOWN_COLLECTORS);
 *
 *   @Override
 *   public <C extends Collector, T> T search(Query query, CollectorManager<C, T> manager)
 *       throws IOException {
 *     return shared.search(curtail, query, manager);
 *   }
 *
 *   @Override
 *   public boolean timedOut() {
 *     return shared.timedOut() || super.timedOut();
 *   }
 * }
 * }</pre>
 *
 * <p>This class uses these methods of the searcher, so a subclass may override them: {@code
 * rewrite}, {@code createWeight} and with it similarity, statistics and query cache, {@code
 * getTimeout} and {@code getLeafContexts}. This class does not use {@code slices}, {@code
 * searchLeaf} and the executor. Every thread of a search checks the timeout at the same points as
 * Lucene: before a leaf, after its first 100 documents, then at growing distances. A timeout that
 * throws, as for a cancelled task, ends the search with its exception. A manager's {@code reduce}
 * is called once, on one thread, after all leaf collectors have finished. The manager may do final
 * work on each collector.
 *
 * <p>Results are the same as for {@link CurtailSearcher}. Thread-safe if the searcher is.
 */
public final class SharedSearch {
  /** As in Lucene's time-limiting scorer. */
  private static final int FIRST_TIMEOUT_DOCS = 100;

  private final IndexSearcher searcher;
  private final QueryPredictor.@Nullable ForSearcher predictor;
  private final LeafSplitting splitting;
  private final int windowDocs;
  private final List<Window> splitLeaves;
  private final List<Window> wholeLeaves;
  private final int firstTimeoutDocs;
  private final int mostTimeoutDocs;
  private volatile boolean timedOut;

  /** Runs the searches of one searcher; splits leaves as {@code splitting} allows. */
  public SharedSearch(IndexSearcher searcher, LeafSplitting splitting) {
    this(searcher, splitting, Window.docsFor(searcher.getIndexReader().maxDoc()), null);
  }

  /** Runs the searches of one searcher with predictions, for policies that use them. */
  public SharedSearch(IndexSearcher searcher, LeafSplitting splitting, QueryPredictor predictor) {
    this(searcher, splitting, Window.docsFor(searcher.getIndexReader().maxDoc()), predictor);
  }

  SharedSearch(IndexSearcher searcher, LeafSplitting splitting, int windowDocs) {
    this(searcher, splitting, windowDocs, null);
  }

  SharedSearch(
      IndexSearcher searcher,
      LeafSplitting splitting,
      int windowDocs,
      @Nullable QueryPredictor predictor) {
    this.searcher = searcher;
    this.predictor = predictor == null ? null : predictor.forSearcher(searcher);
    this.splitting = requireNonNull(splitting, "splitting");
    this.windowDocs = windowDocs;
    this.splitLeaves = Window.split(searcher.getLeafContexts(), windowDocs);
    this.wholeLeaves = Window.whole(searcher.getLeafContexts());
    this.firstTimeoutDocs = FIRST_TIMEOUT_DOCS;
    this.mostTimeoutDocs = Integer.MAX_VALUE;
  }

  private SharedSearch(SharedSearch like, int firstTimeoutDocs) {
    this.searcher = like.searcher;
    this.predictor = like.predictor;
    this.splitting = like.splitting;
    this.windowDocs = like.windowDocs;
    this.splitLeaves = like.splitLeaves;
    this.wholeLeaves = like.wholeLeaves;
    this.firstTimeoutDocs = firstTimeoutDocs;
    this.mostTimeoutDocs = windowDocs;
  }

  /**
   * Returns a copy with another time of timeout checks: in each leaf after {@code docs} documents,
   * then at growing distances, at least once in each window. Each check costs a search that skips
   * most documents a microsecond or more.
   *
   * @param docs number of documents, at least 2
   * @throws IllegalArgumentException if less
   */
  public SharedSearch withFirstTimeoutCheck(int docs) {
    if (docs < 2) {
      throw new IllegalArgumentException("docs must be at least 2: " + docs);
    }
    return new SharedSearch(this, docs);
  }

  /**
   * Searches without options; see {@link #search(Curtail, Query, CollectorManager,
   * RequestOptions)}.
   */
  public <C extends Collector, T> T search(
      Curtail curtail, Query query, CollectorManager<C, T> manager) throws IOException {
    return search(curtail, query, manager, RequestOptions.NONE);
  }

  /**
   * Returns the result of {@code IndexSearcher.search(query, manager)}. The calling thread takes
   * part in its search. After a deadline of the options, returns the hits collected until then.
   *
   * @param query rewritten or not
   * @param manager its collectors name the {@code ScoreMode}, as in Lucene
   * @throws IOException as a plain searcher throws it; unchecked exceptions likewise
   * @throws RejectedExecutionException as {@code Curtail.run} throws it
   * @throws ThreadInterruptedException if this thread is interrupted while it waits for its start
   *     or for a helper's end, as in Lucene
   */
  public <C extends Collector, T> T search(
      Curtail curtail, Query query, CollectorManager<C, T> manager, RequestOptions options)
      throws IOException {
    return run(curtail, work(query, manager), options);
  }

  /**
   * Returns a search as work that is not submitted, for {@code Curtail.submit} or for callers that
   * wrap it. Submit it once.
   */
  public <C extends Collector, T> SharedWork<?, T> work(
      Query query, CollectorManager<C, T> manager) {
    return new SearchWork<>(this, query, manager);
  }

  /**
   * Runs work from {@link #work}, wrapped or not. The calling thread takes part.
   *
   * @throws IOException as a plain searcher throws it; unchecked exceptions likewise
   * @throws RejectedExecutionException as {@code Curtail.run} throws it
   * @throws ThreadInterruptedException if this thread is interrupted while it waits for its start
   *     or for a helper's end, as in Lucene
   */
  public static <T> T run(Curtail curtail, SharedWork<?, T> work, RequestOptions options)
      throws IOException {
    requireNonNull(curtail, "curtail");
    return run(() -> curtail.run(work, options));
  }

  /**
   * Runs work for a reserved request.
   *
   * @throws IOException as a plain searcher throws it; unchecked exceptions likewise
   * @throws IllegalStateException as {@code Reservation.run} throws it
   * @throws ThreadInterruptedException if this thread is interrupted while it waits for its start
   *     or for a helper's end, as in Lucene
   */
  public static <T> T run(Reservation reservation, SharedWork<?, T> work) throws IOException {
    return run(() -> reservation.run(work));
  }

  private interface Run<T> {
    T call() throws InterruptedException, ExecutionException;
  }

  private static <T> T run(Run<T> search) throws IOException {
    try {
      return search.call();
    } catch (InterruptedException e) {
      throw new ThreadInterruptedException(e);
    } catch (ExecutionException e) {
      throw asThrown(e.getCause());
    }
  }

  /** Returns the exception of the search itself, in the type that a plain searcher would throw. */
  private static RuntimeException asThrown(@Nullable Throwable cause) throws IOException {
    return switch (cause) {
      case IOException e -> throw e;
      case RuntimeException e -> e;
      case Error e -> throw e;
      case null, default -> new IllegalStateException("a search threw a checked exception", cause);
    };
  }

  /** True if the searcher's timeout has ended any of its searches early. */
  public boolean timedOut() {
    return timedOut;
  }

  void noteTimeout() {
    timedOut = true;
  }

  IndexSearcher searcher() {
    return searcher;
  }

  /** The predictor, or null. */
  QueryPredictor.@Nullable ForSearcher predictor() {
    return predictor;
  }

  boolean maySplit(Collector collector) {
    return splitting.maySplit(collector, searcher.getLeafContexts());
  }

  List<Window> windows(boolean inParts) {
    return inParts ? splitLeaves : wholeLeaves;
  }

  /** Documents per window. */
  int windowDocs() {
    return windowDocs;
  }

  /** Documents of a leaf before its second timeout check. */
  int firstTimeoutDocs() {
    return firstTimeoutDocs;
  }

  /** Maximum number of documents between later timeout checks. */
  int mostTimeoutDocs() {
    return mostTimeoutDocs;
  }
}
