package org.curtail.lucene.ranked;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.curtail.lucene.QueryPredictor;
import org.curtail.runtime.SharedWork;
import org.jspecify.annotations.Nullable;

/**
 * An open index in order of importance, cut into chunks, and how it is searched. Sees its reader as
 * it was opened: commits and newer readers do not touch it. Immutable, safe for all threads.
 */
public final class RankedIndex {
  private final IndexSearcher searcher;
  private final QueryPredictor.@Nullable OfSearcher predictor;
  private final RankedSettings settings;
  private final StaticScore score;
  private final RankedChunks chunks;

  private RankedIndex(
      IndexSearcher searcher,
      RankedSettings settings,
      StaticScore score,
      RankedChunks chunks,
      QueryPredictor.@Nullable OfSearcher predictor) {
    this.searcher = searcher;
    this.predictor = predictor;
    this.settings = settings;
    this.score = score;
    this.chunks = chunks;
  }

  /**
   * Cuts an index into chunks.
   *
   * @param searcher whose reader, similarity and caches are used; not its executor
   * @throws IllegalArgumentException if a rank is negative, infinite or not a number; the message
   *     names field, segment, document and value
   * @throws IOException if the index cannot be read
   */
  public static RankedIndex of(IndexSearcher searcher, RankedSettings settings) throws IOException {
    StaticRank rank = StaticRank.of(searcher.getIndexReader());
    var score = new StaticScore(rank, settings.staticWeight());
    return new RankedIndex(
        searcher,
        settings,
        score,
        RankedChunks.of(score, searcher.getIndexReader().leaves(), settings.chunks()),
        null);
  }

  /** The same with another termination. */
  public RankedIndex with(Termination termination) {
    return new RankedIndex(searcher, settings.with(termination), score, chunks, predictor);
  }

  /** The same with another way to share. */
  public RankedIndex with(ChunkSharing sharing) {
    return new RankedIndex(searcher, settings.with(sharing), score, chunks, predictor);
  }

  /** The same with searches that are predicted, by a predictor that is for them alone. */
  public RankedIndex with(QueryPredictor other) {
    return new RankedIndex(searcher, settings, score, chunks, other.of(searcher));
  }

  /**
   * A search as work that can be shared, to be submitted once.
   *
   * @param topHits how many hits are wanted, at least 1
   */
  public SharedWork<?, RankedHits> work(Query query, int topHits) {
    requireNonNull(query, "query");
    var work = new RankedWork(source(query), settings.sharing(), termination(), limited(topHits));
    return predictor == null ? work : new PredictedWork(work, predictor, query);
  }

  /** A search on this thread alone: the sequential execution that others are measured against. */
  public RankedHits search(Query query, int topHits) throws IOException {
    return new SequentialSearch(source(query), limited(topHits)).run(termination());
  }

  /**
   * Records a search, to be replayed with any sharing, termination and degree.
   *
   * @param topHits how many hits are wanted, at least 1
   * @param runs over how many runs the costs are medians, at least 1; each goes over all chunks
   */
  public RecordedSearch record(Query query, int topHits, int runs) throws IOException {
    if (runs < 1) {
      throw new IllegalArgumentException("expected 1 or more runs, found " + runs);
    }
    return new SearchRecorder(() -> source(query), chunks, limited(topHits)).record(runs);
  }

  /**
   * The same relevance as a query for any searcher on the same reader, such as Lucene's own.
   * Relevance of such a query cannot be boosted.
   */
  public Query asQuery(Query query) {
    return new RankedQuery(query, score);
  }

  /** Whether, and by which field, the index is in order of importance. */
  public StaticRank rank() {
    return score.rank();
  }

  /** How it is searched. */
  public RankedSettings settings() {
    return settings;
  }

  /** Into how many chunks it is cut. */
  public int chunks() {
    return chunks.count();
  }

  /** A search without order has no early end. */
  private Termination termination() {
    return score.rank().isOrder() ? settings.termination() : Termination.OFF;
  }

  LuceneChunks source(Query query) {
    return new LuceneChunks(searcher, score, chunks, query);
  }

  /** More hits than documents need no room. */
  int limited(int topHits) {
    if (topHits < 1) {
      throw new IllegalArgumentException("expected 1 or more top hits, found " + topHits);
    }
    return Math.min(topHits, Math.max(1, searcher.getIndexReader().maxDoc()));
  }
}
