package org.curtail.benchkit.search;

import java.util.List;
import java.util.OptionalDouble;
import org.apache.lucene.search.Query;
import org.curtail.lucene.QueryPredictor;
import org.curtail.lucene.ranked.ChunkSharing;
import org.curtail.lucene.ranked.RankedIndex;
import org.curtail.lucene.ranked.Termination;

/**
 * Queries of an index in order of importance.
 *
 * @param index index with its settings
 * @param queries queries of the log, without the static rank
 * @param askedLossRate share of queries that may lose a hit: above 0, below 1; empty if the user
 *     set none
 */
public record RankedQueries(RankedIndex index, List<Query> queries, OptionalDouble askedLossRate) {
  public RankedQueries {
    queries = List.copyOf(queries);
  }

  /** Returns these queries with another chunk sharing. */
  RankedQueries with(ChunkSharing sharing) {
    return new RankedQueries(index.with(sharing), queries, askedLossRate);
  }

  /** Returns these queries with predictions of searches. */
  RankedQueries with(QueryPredictor predictor) {
    return new RankedQueries(index.with(predictor), queries, askedLossRate);
  }

  /** True if an answer may lack hits, by probable termination. */
  public boolean mayLoseHits() {
    return index.settings().termination() instanceof Termination.Probable;
  }
}
