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
 * Runs the searches of any {@code IndexSearcher} on the engine: for searchers that must extend
 * another class than {@link CurtailSearcher}, such as OpenSearch's {@code ContextIndexSearcher}.
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
 * <p>Of the searcher these are used, so whatever a subclass makes of them holds: {@code rewrite},
 * {@code createWeight} and by that its similarity, statistics and query cache, {@code getTimeout}
 * and {@code getLeafContexts}. Its {@code slices}, {@code searchLeaf} and executor are not. The
 * timeout is asked by every thread of a search, where Lucene asks it: before a leaf, after its
 * first 100 documents, then after ever more. One that throws, as for a cancelled task, ends the
 * search with its exception. A manager's {@code reduce} is called once, on one thread, after all
 * leaf collectors have finished, so what has to be done with each collector before that can be done
 * there.
 *
 * <p>What is promised of results is what {@link CurtailSearcher} promises. Safe for all threads, if
 * the searcher is.
 */
public final class SharedSearch {
  /** As Lucene's time-limiting scorer. */
  private static final int FIRST_TIMEOUT_DOCS = 100;

  private final IndexSearcher searcher;
  private final QueryPredictor.@Nullable OfSearcher predictor;
  private final LeafSplitting splitting;
  private final int windowDocs;
  private final List<Window> splitLeaves;
  private final List<Window> wholeLeaves;
  private final int firstTimeoutDocs;
  private final int mostTimeoutDocs;
  private volatile boolean timedOut;

  /** Of one searcher; splits leaves where {@code splitting} says so. */
  public SharedSearch(IndexSearcher searcher, LeafSplitting splitting) {
    this(searcher, splitting, Window.docsFor(searcher.getIndexReader().maxDoc()), null);
  }

  /** The same, predicting the searches, for policies that want to know how long they will take. */
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
    this.predictor = predictor == null ? null : predictor.of(searcher);
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
   * The same for searchers whose own timeout is asked otherwise than Lucene's: for the second time
   * in a leaf after so many documents, then after ever more, but at least once in each window. A
   * search that skips most documents begins anew each time, which takes it a microsecond or more.
   *
   * @param docs at least 2
   * @throws IllegalArgumentException if less
   */
  public SharedSearch askingTimeoutAfter(int docs) {
    if (docs < 2) {
      throw new IllegalArgumentException("docs must be at least 2: " + docs);
    }
    return new SharedSearch(this, docs);
  }

  /** As {@link #search(Curtail, Query, CollectorManager, RequestOptions)}, without options. */
  public <C extends Collector, T> T search(
      Curtail curtail, Query query, CollectorManager<C, T> manager) throws IOException {
    return search(curtail, query, manager, RequestOptions.NONE);
  }

  /**
   * What {@code IndexSearcher.search(query, manager)} returns; this thread works on its search too.
   * If it runs into a deadline of the options, what was collected until then.
   *
   * @param query rewritten or not: rewriting changes nothing of one that has been rewritten
   * @param manager its collectors say, as in Lucene, in which {@code ScoreMode} they want matches
   * @throws IOException as a plain searcher throws it; so are exceptions that are unchecked
   * @throws RejectedExecutionException as {@code Curtail.run} throws it
   * @throws ThreadInterruptedException if this thread is interrupted while it waits to start or for
   *     a helper to end, as in Lucene
   */
  public <C extends Collector, T> T search(
      Curtail curtail, Query query, CollectorManager<C, T> manager, RequestOptions options)
      throws IOException {
    return run(curtail, work(query, manager), options);
  }

  /**
   * A search as work that has not been submitted, for {@code Curtail.submit} or for callers who
   * want to wrap it; to be submitted once.
   */
  public <C extends Collector, T> SharedWork<?, T> work(
      Query query, CollectorManager<C, T> manager) {
    return new SearchWork<>(this, query, manager);
  }

  /**
   * Runs a search that is work, or made of it; this thread works on it too.
   *
   * @throws IOException as a plain searcher throws it; so are exceptions that are unchecked
   * @throws RejectedExecutionException as {@code Curtail.run} throws it
   * @throws ThreadInterruptedException if this thread is interrupted while it waits to start or for
   *     a helper to end, as in Lucene
   */
  public static <T> T run(Curtail curtail, SharedWork<?, T> work, RequestOptions options)
      throws IOException {
    requireNonNull(curtail, "curtail");
    return run(() -> curtail.run(work, options));
  }

  /**
   * The same, where the request has been reserved.
   *
   * @throws IOException as a plain searcher throws it; so are exceptions that are unchecked
   * @throws IllegalStateException as {@code Reservation.run} throws it
   * @throws ThreadInterruptedException if this thread is interrupted while it waits to start or for
   *     a helper to end, as in Lucene
   */
  public static <T> T run(Reservation reservation, SharedWork<?, T> work) throws IOException {
    return run(() -> reservation.run(work));
  }

  private interface Run<T> {
    T now() throws InterruptedException, ExecutionException;
  }

  private static <T> T run(Run<T> search) throws IOException {
    try {
      return search.now();
    } catch (InterruptedException e) {
      throw new ThreadInterruptedException(e);
    } catch (ExecutionException e) {
      throw asThrown(e.getCause());
    }
  }

  /** The exception of the search itself, as a plain searcher would have thrown it. */
  private static RuntimeException asThrown(@Nullable Throwable cause) throws IOException {
    return switch (cause) {
      case IOException e -> throw e;
      case RuntimeException e -> e;
      case Error e -> throw e;
      case null, default -> new IllegalStateException("a search threw a checked exception", cause);
    };
  }

  /** Whether the searcher's timeout has cut any of its searches short. */
  public boolean timedOut() {
    return timedOut;
  }

  void noteTimeout() {
    timedOut = true;
  }

  IndexSearcher searcher() {
    return searcher;
  }

  /** Null if nobody predicts. */
  QueryPredictor.@Nullable OfSearcher predictor() {
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

  /** After so many documents of a leaf the timeout is asked for the second time. */
  int firstTimeoutDocs() {
    return firstTimeoutDocs;
  }

  /** After so many more it is asked again at the latest. */
  int mostTimeoutDocs() {
    return mostTimeoutDocs;
  }
}
