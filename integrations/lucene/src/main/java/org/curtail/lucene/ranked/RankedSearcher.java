package org.curtail.lucene.ranked;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.ThreadInterruptedException;
import org.curtail.lucene.SharedSearch;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.RequestOptions;
import org.curtail.runtime.Ticket;

/**
 * Searcher in order of importance, on several threads. The searcher stops when the rest cannot
 * matter (Jeon, He, Elnikety, Cox, Rixner: Adaptive Parallelism for Web Search, EuroSys'13).
 *
 * <pre>{@code
 * // The index: IndexWriterConfig.setIndexSort(new Sort(new SortField("rank", SortField.Type.DOUBLE, true)))
 * Curtail curtail = Curtail.with(Adaptive.of(profile)).start();
 * var searcher = new RankedSearcher(new IndexSearcher(reader), curtail, RankedSettings.defaults());
 * TopDocs hits = searcher.search(query, 10).top();
 * }</pre>
 *
 * <p>Relevance is the query's score plus a share of the weight that grows with the document's
 * {@link StaticRank}. With {@link Termination#SAFE} the hits are exactly the top of the whole
 * index, equal scores by document, for any division of the work.
 *
 * <p>If a query does not support parts of a leaf or two scorers, whole leaves are scored; the hits
 * are the same. If its scorers have no upper bound of scores, the search does not end early.
 *
 * <p>An index that is not sorted by rank is searched completely, by score alone. A searcher keeps
 * the reader's state at its creation; commits and newer readers do not change it. Thread-safe.
 */
public final class RankedSearcher {
  private final RankedIndex index;
  private final Curtail curtail;

  /** Searches an index that is already cut into chunks. */
  public RankedSearcher(RankedIndex index, Curtail curtail) {
    this.index = requireNonNull(index, "index");
    this.curtail = requireNonNull(curtail, "curtail");
  }

  /**
   * Cuts an index into chunks and searches it.
   *
   * @param searcher gives the reader, similarity and caches; its executor is not used
   * @throws IllegalArgumentException if a rank is negative, infinite or not a number
   * @throws IOException if the index cannot be read
   */
  public RankedSearcher(IndexSearcher searcher, Curtail curtail, RankedSettings settings)
      throws IOException {
    this(RankedIndex.of(searcher, settings), curtail);
  }

  /**
   * Returns the best hits. The calling thread takes part in the search.
   *
   * @param topHits number of hits wanted, at least 1
   * @throws ThreadInterruptedException if this thread is interrupted while it waits for its start
   *     or for a helper's end, as in Lucene
   */
  public RankedHits search(Query query, int topHits) throws IOException {
    return SharedSearch.run(curtail, index.work(query, topHits), RequestOptions.NONE);
  }

  /**
   * Submits a search to the engine's threads. After its deadline, the result has the hits found
   * until then; see {@link org.curtail.runtime.Outcome#PARTIAL}.
   */
  public Ticket<RankedHits> submit(Query query, int topHits, RequestOptions options) {
    return curtail.submit(index.work(query, topHits), options);
  }

  /** The searched index. */
  public RankedIndex index() {
    return index;
  }
}
