package org.curtail.app.search;

import java.util.List;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.search.Query;

/**
 * An index and the queries asked of it.
 *
 * @param reader the index; stays open as long as the workload is used
 * @param queries in the order of the query log, ranking included; at least one
 * @param topHits how many results a query wants, at least 1
 */
public record Workload(IndexReader reader, List<Query> queries, int topHits) {
  public Workload {
    queries = List.copyOf(queries);
    if (queries.isEmpty()) {
      throw new IllegalArgumentException("a workload needs at least one query");
    }
    if (topHits < 1) {
      throw new IllegalArgumentException("topHits must be at least 1: " + topHits);
    }
  }
}
