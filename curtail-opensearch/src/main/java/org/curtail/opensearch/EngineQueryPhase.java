package org.curtail.opensearch;

import java.io.IOException;
import java.util.LinkedList;
import java.util.function.Supplier;
import org.apache.lucene.search.Query;
import org.opensearch.search.aggregations.AggregationProcessor;
import org.opensearch.search.internal.ContextIndexSearcher;
import org.opensearch.search.internal.SearchContext;
import org.opensearch.search.query.ConcurrentQueryPhaseSearcher;
import org.opensearch.search.query.QueryCollectorContext;
import org.opensearch.search.query.QueryPhaseSearcher;
import org.opensearch.search.query.QueryPhaseSearcherWrapper;

/** Runs query phases on the node's engine where the {@link Route} says so. Safe for all threads. */
final class EngineQueryPhase implements QueryPhaseSearcher {
  private final QueryPhaseSearcher plain = new QueryPhaseSearcherWrapper();
  private final QueryPhaseSearcher byManagers = new ConcurrentQueryPhaseSearcher();
  private final Supplier<NodeEngine> node;
  private final RouteCounts counts;

  /**
   * Of a node.
   *
   * @param node its engine; there is one before the first search
   */
  EngineQueryPhase(Supplier<NodeEngine> node, RouteCounts counts) {
    this.node = node;
    this.counts = counts;
  }

  @Override
  @SuppressWarnings("NonApiType") // OpenSearch's signature.
  public boolean searchWith(
      SearchContext context,
      ContextIndexSearcher searcher,
      Query query,
      LinkedList<QueryCollectorContext> collectors,
      boolean hasFilterCollector,
      boolean hasTimeout)
      throws IOException {
    NodeEngine engine = node.get();
    Route route = Route.of(context, engine.isEnabled());
    counts.count(route);
    if (route != Route.WINDOWS && route != Route.SLICES) {
      return plain.searchWith(context, searcher, query, collectors, hasFilterCollector, hasTimeout);
    }
    return byManagers.searchWith(
        context,
        new EngineSearcher(searcher, context, engine, route == Route.SLICES),
        query,
        collectors,
        hasFilterCollector,
        hasTimeout);
  }

  /** As OpenSearch decides: it has made the aggregators before the search. */
  @Override
  public AggregationProcessor aggregationProcessor(SearchContext context) {
    return plain.aggregationProcessor(context);
  }
}
