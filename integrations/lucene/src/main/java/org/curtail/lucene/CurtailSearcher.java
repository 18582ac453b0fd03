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
 * An {@code IndexSearcher} whose searches start on one thread and gain threads while they run. The
 * engine's policy decides when.
 *
 * <pre>{@code
 * Curtail curtail = Curtail.with(new FewToMany(table)).start();       // one per process
 * IndexSearcher searcher = new CurtailSearcher(reader, curtail);      // one per reader, as usual
 * TopDocs hits = searcher.search(query, 10);                          // as usual
 * }</pre>
 *
 * <p>Results are the same in every run and for any number of threads:
 *
 * <ul>
 *   <li>Top hits, by score or by fields, are those of a plain {@code IndexSearcher}: the same
 *       documents in the same order with the same scores and values.
 *   <li>If a search may skip documents, Lucene's number of total hits is a lower bound. The lower
 *       bound depends on how the work was divided, here as with Lucene's own concurrency. A search
 *       that may not skip returns the exact number.
 *   <li>Other collectors get whole leaves, each document once and in order. One collector gets
 *       neighbouring leaves only, and {@code reduce} gets collectors in the order of their
 *       documents. So counts, sets and groups are those of a plain searcher. The number of
 *       collectors and their leaves differ from run to run. So sums of floating-point numbers, such
 *       as facets of weights, may differ in their last bits. On one thread there is one collector,
 *       and the result is a plain searcher's to the last bit.
 * </ul>
 *
 * <p>Some queries do not support scoring in parts of a leaf or by two scorers, such as {@code
 * DrillSidewaysQuery}, {@code ParentsChildrenBlockJoinQuery} or custom ones. Such queries are
 * scored leaf by leaf. The searcher detects this while the query runs. The searcher may ask a query
 * outside of Lucene's core to score an empty range, to make a second scorer for a leaf, or to make
 * a second weight. If the query refuses with any {@code RuntimeException}, the search does not
 * fail.
 *
 * <p>The calling thread serves its own search, as in Lucene; {@link #submit} uses the engine's
 * threads instead. The engine serves all forms of {@code search} with a {@code CollectorManager},
 * given or made by Lucene. The methods {@code count}, {@code explain}, query rewriting and the
 * deprecated {@code search(Query, Collector)} run on the calling thread. {@link LeafSplitting}
 * decides which collectors get parts of leaves.
 *
 * <p>With a {@link QueryPredictor} the engine gets a prediction of the duration of each search.
 * Results are the same.
 *
 * <p>A class that must extend another searcher, such as OpenSearch's, runs its searches by {@link
 * SharedSearch}, as this class does.
 *
 * <p>Exceptions, closed readers and {@code QueryTimeout} behave as in Lucene. If the engine is
 * {@linkplain Curtail#brokenBy broken}, the calling thread searches as a plain searcher does. The
 * engine's {@link org.curtail.runtime.Metrics} count such a search as refused. Thread-safe.
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
   * @throws ThreadInterruptedException if this thread is interrupted while it waits for its start
   *     or for a helper's end, as in Lucene
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

  /**
   * True if the engine broke. A broken engine then fails its running searches with the error that
   * broke it.
   */
  private boolean isFromBrokenEngine(Throwable e) {
    Throwable broken = curtail.brokenBy().orElse(null);
    return broken != null && (broken.equals(e) || broken.equals(e.getCause()));
  }

  /** Submits a search to the engine's threads. */
  public <C extends Collector, T> Ticket<T> submit(Query query, CollectorManager<C, T> manager) {
    return submit(query, manager, RequestOptions.NONE);
  }

  /**
   * Submits a search to the engine's threads. After its deadline, the result has the hits collected
   * until then; see {@link org.curtail.runtime.Outcome#PARTIAL}.
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
