package org.curtail.benchkit.search;

import java.util.List;
import java.util.Optional;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.curtail.lucene.ranked.ChunkSharing;

/**
 * An index and its queries.
 *
 * @param reader index, which must stay open
 * @param queries queries in the order of the log, including the ranking, for any searcher; at least
 *     one
 * @param topHits number of wanted hits of a query: at least 1
 * @param ranked queries for searches in order of importance; empty without such searches
 */
public record Workload(
    IndexReader reader, List<Query> queries, int topHits, Optional<RankedQueries> ranked) {
  public Workload {
    queries = List.copyOf(queries);
    if (queries.isEmpty()) {
      throw new IllegalArgumentException("a workload needs at least one query");
    }
    if (topHits < 1) {
      throw new IllegalArgumentException("topHits must be at least 1: " + topHits);
    }
    if (ranked.isPresent() && ranked.get().queries().size() != queries.size()) {
      throw new IllegalArgumentException(
          "expected as many ranked queries as queries, %d, found %d"
              .formatted(queries.size(), ranked.get().queries().size()));
    }
  }

  /** Creates a workload without searches in order of importance. */
  public Workload(IndexReader reader, List<Query> queries, int topHits) {
    this(reader, queries, topHits, Optional.empty());
  }

  /** Returns this workload with another chunk sharing of searches in order of importance. */
  public Workload with(ChunkSharing sharing) {
    return new Workload(reader, queries, topHits, ranked.map(it -> it.with(sharing)));
  }

  /** Returns the number of slices of the index in plain Lucene. */
  public int luceneSlices() {
    return new IndexSearcher(reader, Runnable::run).getSlices().length;
  }
}
