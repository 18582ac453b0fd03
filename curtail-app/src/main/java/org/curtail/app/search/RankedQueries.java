package org.curtail.app.search;

import java.util.List;
import org.apache.lucene.search.Query;
import org.curtail.lucene.RankedIndex;

/**
 * Queries asked of an index in order of importance.
 *
 * @param index how it is searched
 * @param queries as the query log has them, without the static rank
 */
public record RankedQueries(RankedIndex index, List<Query> queries) {
  public RankedQueries {
    queries = List.copyOf(queries);
  }
}
