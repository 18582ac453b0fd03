package org.curtail.lucene;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.concurrent.RejectedExecutionException;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.util.ThreadInterruptedException;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.RequestOptions;
import org.curtail.runtime.SharedWork;
import org.curtail.runtime.Ticket;
import org.jspecify.annotations.Nullable;

/**
 * An {@code IndexSearcher} whose searches start on one thread and gain threads while they run, as
 * the engine's policy decides.
 *
 * <pre>{@code
 * Curtail curtail = Curtail.with(new FewToMany(table)).start();       // one per process
 * IndexSearcher searcher = new CurtailSearcher(reader, curtail);      // one per reader, as usual
 * TopDocs hits = searcher.search(query, 10);                          // as usual
 * }</pre>
 *
 * <p>What is promised of results, in every run and however many threads there were:
 *
 * <ul>
 *   <li>Top hits, by score or by fields, are those of a plain {@code IndexSearcher}: the same
 *       documents in the same order with the same scores and values.
 *   <li>The number of total hits of a search that may skip documents is a lower bound in Lucene,
 *       and how low depends on how the work was divided, here as with Lucene's own concurrency. A
 *       search that may not skip has the exact number.
 *   <li>Other collectors see whole leaves, each document once and in order; one collector sees
 *       neighbouring leaves only, and {@code reduce} gets collectors in the order of their
 *       documents. So counts, sets and groups are those of a plain searcher. How many collectors
 *       there are, and which leaves each one sees, differs from run to run: sums of floating-point
 *       numbers, such as facets of weights, may differ in their last bits. On one thread there is
 *       one collector, and the result is a plain searcher's to the last bit.
 * </ul>
 *
 * <p>A query that cannot be scored in parts of a leaf, or by two scorers, such as {@code
 * DrillSidewaysQuery}, {@code ParentsChildrenBlockJoinQuery} or one of your own, is scored leaf by
 * leaf. The searcher notices while the query runs: a query that is not of Lucene's core may be
 * asked to score an empty range, and to make a second scorer for a leaf or a second weight; that it
 * refuses, with any {@code RuntimeException}, is no failure of the search.
 *
 * <p>The calling thread serves its own search, as in Lucene; {@link #submit} hands it over to the
 * engine's threads instead. All forms of {@code search} that take or make a {@code
 * CollectorManager} are served by the engine; {@code count}, {@code explain}, query rewriting and
 * the deprecated {@code search(Query, Collector)} run on the calling thread as ever. Which
 * collectors see split leaves is decided by {@link LeafSplitting}.
 *
 * <p>With a {@link QueryPredictor} the engine knows beforehand how long a search will take. Results
 * are the same.
 *
 * <p>A class that must extend another searcher, such as OpenSearch's, runs its searches by {@link
 * SharedSearch}, as this class does.
 *
 * <p>Exceptions, closed readers and {@code QueryTimeout} behave as in Lucene. If the engine is
 * {@linkplain Curtail#brokenBy broken}, the calling thread searches as a plain searcher does; the
 * engine's {@link org.curtail.runtime.Metrics} count such a search as refused. Safe for all
 * threads.
 */
public final class CurtailSearcher extends IndexSearcher {
  /** As in {@code IndexSearcher.search(Query, int)}. */
  private static final int TOTAL_HITS_THRESHOLD = 1000;

  private final Curtail curtail;
  private final SharedSearch shared;

  /** Splits leaves for collectors that {@link LeafSplitting#KNOWN_COLLECTORS} allows. */
  public CurtailSearcher(IndexReader reader, Curtail curtail) {
    this(reader, curtail, LeafSplitting.KNOWN_COLLECTORS);
  }

  /** Splits leaves as {@code splitting} allows. */
  public CurtailSearcher(IndexReader reader, Curtail curtail, LeafSplitting splitting) {
    this(reader, curtail, splitting, Window.docsFor(reader.maxDoc()));
  }

  /** Predicts the durations of its searches, for policies that use predictions. */
  public CurtailSearcher(
      IndexReader reader, Curtail curtail, LeafSplitting splitting, QueryPredictor predictor) {
    this(reader, curtail, splitting, Window.docsFor(reader.maxDoc()), predictor);
  }

  CurtailSearcher(IndexReader reader, Curtail curtail, LeafSplitting splitting, int windowDocs) {
    this(reader, curtail, splitting, windowDocs, null);
  }

  CurtailSearcher(
      IndexReader reader,
      Curtail curtail,
      LeafSplitting splitting,
      int windowDocs,
      @Nullable QueryPredictor predictor) {
    super(reader);
    this.curtail = requireNonNull(curtail, "curtail");
    this.shared = new SharedSearch(this, splitting, windowDocs, predictor);
  }

  /**
   * {@inheritDoc}
   *
   * @throws ThreadInterruptedException if this thread is interrupted while it waits to start or for
   *     a helper to end, as in Lucene
   */
  @Override
  public <C extends Collector, T> T search(Query query, CollectorManager<C, T> manager)
      throws IOException {
    try {
      return shared.search(curtail, query, manager);
    } catch (RejectedExecutionException | Error e) {
      if (isFromBrokenEngine(e)) {
        return super.search(query, manager);
      }
      throw e;
    }
  }

  /** True if the engine broke: it fails its running searches with the error that broke it. */
  private boolean isFromBrokenEngine(Throwable e) {
    Throwable broken = curtail.brokenBy().orElse(null);
    return broken != null && (broken.equals(e) || broken.equals(e.getCause()));
  }

  /** Submits a search to the engine's threads. */
  public <C extends Collector, T> Ticket<T> submit(Query query, CollectorManager<C, T> manager) {
    return submit(query, manager, RequestOptions.NONE);
  }

  /**
   * Submits a search to the engine's threads. If its deadline passes, the result is what it had
   * collected until then, as {@link org.curtail.runtime.Outcome#PARTIAL} says.
   */
  public <C extends Collector, T> Ticket<T> submit(
      Query query, CollectorManager<C, T> manager, RequestOptions options) {
    return curtail.submit(work(query, manager), options);
  }

  /** Submits a search for the top hits by score. */
  public Ticket<TopDocs> submit(Query query, int topHits, RequestOptions options) {
    return submit(query, topHitsManager(topHits), options);
  }

  /** Returns a search as work not yet submitted, for callers that wrap it. Submit it once. */
  public <C extends Collector, T> SharedWork<?, T> work(
      Query query, CollectorManager<C, T> manager) {
    return shared.work(query, manager);
  }

  /** Submits a search for the top hits by score, without options. */
  public Ticket<TopDocs> submit(Query query, int topHits) {
    return submit(query, topHitsManager(topHits));
  }

  /** Returns the collector manager of {@code search(Query, int)}. */
  public TopScoreDocCollectorManager topHitsManager(int topHits) {
    int limit = Math.max(1, getIndexReader().maxDoc());
    return new TopScoreDocCollectorManager(Math.min(topHits, limit), null, TOTAL_HITS_THRESHOLD);
  }

  @Override
  public boolean timedOut() {
    return shared.timedOut() || super.timedOut();
  }
}
