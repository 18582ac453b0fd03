package org.curtail.lucene.ranked;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.curtail.Prediction;
import org.curtail.lucene.QueryPredictor;
import org.curtail.runtime.DelegatingWork;
import org.curtail.runtime.SharedWork;
import org.curtail.runtime.Timeline;
import org.jspecify.annotations.Nullable;

/**
 * Open index in order of importance, cut into chunks, with its search settings. The open index
 * keeps the reader's state at its creation; commits and newer readers do not change it. Immutable
 * and thread-safe.
 */
public final class RankedIndex {
  private final IndexSearcher searcher;
  private final QueryPredictor.@Nullable ForSearcher predictor;
  private final RankedSettings settings;
  private final StaticScore score;
  private final RankedChunks chunks;

  private RankedIndex(
      IndexSearcher searcher,
      RankedSettings settings,
      StaticScore score,
      RankedChunks chunks,
      QueryPredictor.@Nullable ForSearcher predictor) {
    this.searcher = searcher;
    this.predictor = predictor;
    this.settings = settings;
    this.score = score;
    this.chunks = chunks;
  }

  /**
   * Cuts an index into chunks.
   *
   * @param searcher gives the reader, similarity and caches; its executor is not used
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

  /** Returns a copy with another termination. */
  public RankedIndex with(Termination termination) {
    return new RankedIndex(searcher, settings.with(termination), score, chunks, predictor);
  }

  /** Returns a copy with another way to share. */
  public RankedIndex with(ChunkSharing sharing) {
    return new RankedIndex(searcher, settings.with(sharing), score, chunks, predictor);
  }

  /**
   * Returns a copy with predictions for its searches. Use the predictor for this kind of search
   * only.
   */
  public RankedIndex with(QueryPredictor other) {
    return new RankedIndex(searcher, settings, score, chunks, other.forSearcher(searcher));
  }

  /**
   * Returns a search as work that threads can share. Submit it once.
   *
   * @param topHits number of hits wanted, at least 1
   */
  public SharedWork<?, RankedHits> work(Query query, int topHits) {
    requireNonNull(query, "query");
    var work = new RankedWork(source(query), settings.sharing(), termination(), limited(topHits));
    return predictor == null ? work : new PredictedWork(work, predictor, query);
  }

  /** Searches on the calling thread alone: the sequential reference for comparisons. */
  public RankedHits search(Query query, int topHits) throws IOException {
    return new SequentialSearch(source(query), limited(topHits)).run(termination());
  }

  /**
   * Records a search, for replays with any sharing, termination and degree.
   *
   * @param topHits number of hits wanted, at least 1
   * @param runs number of runs whose median gives the costs, at least 1; each visits all chunks
   */
  public RecordedSearch record(Query query, int topHits, int runs) throws IOException {
    if (runs < 1) {
      throw new IllegalArgumentException("expected 1 or more runs, found " + runs);
    }
    return new SearchRecorder(() -> source(query), chunks, limited(topHits)).record(runs);
  }

  /**
   * Returns a query with the same relevance for any searcher on the same reader, such as Lucene's
   * own. The query cannot be boosted.
   */
  public Query asQuery(Query query) {
    return new RankedQuery(query, score);
  }

  /**
   * The static rank. The static rank has the field of the order of importance, or the reason why
   * there is no order.
   */
  public StaticRank rank() {
    return score.rank();
  }

  /** The search settings. */
  public RankedSettings settings() {
    return settings;
  }

  /** Number of chunks. */
  public int chunks() {
    return chunks.count();
  }

  /** Returns the termination; {@code OFF} for an index without order. */
  private Termination termination() {
    return score.rank().isOrder() ? settings.termination() : Termination.OFF;
  }

  LuceneChunks source(Query query) {
    return new LuceneChunks(searcher, score, chunks, query);
  }

  /** Limits the number of hits to the number of documents. */
  int limited(int topHits) {
    if (topHits < 1) {
      throw new IllegalArgumentException("expected 1 or more top hits, found " + topHits);
    }
    return Math.min(topHits, Math.max(1, searcher.getIndexReader().maxDoc()));
  }

  /** Search in order of importance with a prediction of its duration. */
  private static final class PredictedWork extends DelegatingWork<RankedWork.Worker, RankedHits> {
    private final QueryPredictor.ForSearcher predictor;
    private final Query query;
    private QueryPredictor.@Nullable PredictedSearch asked;

    PredictedWork(RankedWork work, QueryPredictor.ForSearcher predictor, Query query) {
      super(work);
      this.predictor = predictor;
      this.query = query;
    }

    @Override
    public Prediction prediction() {
      QueryPredictor.PredictedSearch about = predictor.predict(query, ScoreMode.TOP_SCORES);
      asked = about;
      return about.predictionOrUnsure();
    }

    @Override
    public boolean wantsCpuTime() {
      return true;
    }

    @Override
    public void ended(Timeline timeline) {
      QueryPredictor.PredictedSearch about = asked;
      if (about != null) {
        about.ended(timeline);
      }
    }
  }
}
