package org.curtail.opensearch;

import java.io.IOException;
import java.util.LinkedList;
import java.util.function.Supplier;
import org.apache.lucene.search.Query;
import org.curtail.runtime.Reservation;
import org.curtail.runtime.SharedWork;
import org.opensearch.search.aggregations.AggregationProcessor;
import org.opensearch.search.internal.ContextIndexSearcher;
import org.opensearch.search.internal.SearchContext;
import org.opensearch.search.query.ConcurrentQueryPhaseSearcher;
import org.opensearch.search.query.QueryCollectorContext;
import org.opensearch.search.query.QueryPhaseSearcher;
import org.opensearch.search.query.QueryPhaseSearcherWrapper;

/** Runs query phases on the node's engine where the {@link Route} says so. Safe for all threads. */
final class EngineQueryPhase implements QueryPhaseSearcher {
  /** As OpenSearch runs it, on this thread. */
  private interface Search {
    boolean run() throws IOException;
  }

  private final QueryPhaseSearcher plain = new QueryPhaseSearcherWrapper();
  private final QueryPhaseSearcher byManagers = new ConcurrentQueryPhaseSearcher();
  private final Supplier<NodeParts> node;
  private final RouteCounts counts;

  /**
   * Of a node.
   *
   * @param node what it has from before the first search
   */
  EngineQueryPhase(Supplier<NodeParts> node, RouteCounts counts) {
    this.node = node;
    this.counts = counts;
  }

  @Override
  @SuppressWarnings("NonApiType") // OpenSearch's signature.
  public boolean searchWith(
      SearchContext context,
      ContextIndexSearcher searcher,
      Query search,
      LinkedList<QueryCollectorContext> collectors,
      boolean hasFilterCollector,
      boolean hasTimeout)
      throws IOException {
    long fromNanos = System.nanoTime();
    NodeParts at = node.get();
    ShardQuery query = at.queries().of(context);
    Reservation place = query == null ? null : query.takePlace();
    Route route =
        Route.of(
            context,
            at.engine().isEnabled(),
            at.terms().isAside(context.indexShard().indexSettings().getIndexMetadata()),
            place != null || !at.line().isOpen(),
            at.engine().givesOneThread());
    boolean without = place == null && route.isOnEngine();
    if (without && !at.line().letsThrough()) {
      without = false;
      route = Route.WITHOUT_PLACE;
    }
    counts.count(route);
    var run = new QueryRun(at, context, query, place);
    Search whole =
        () ->
            plain.searchWith(context, searcher, search, collectors, hasFilterCollector, hasTimeout);
    try {
      return switch (route) {
        case WINDOWS, SLICES ->
            byManagers.searchWith(
                context,
                new EngineSearcher(searcher, context, run, route),
                search,
                collectors,
                hasFilterCollector,
                hasTimeout);
        case WHOLE -> run.run(() -> SharedWork.of(1, chunk -> whole.run(), Boolean::logicalOr));
        case SWITCHED_OFF,
            ASIDE,
            WITHOUT_PLACE,
            PROFILED,
            STREAMED,
            TERMINATED_AFTER,
            COUNTED,
            TIME_SERIES,
            FOREIGN_COLLECTOR,
            SORTED_BY_SCRIPT,
            APPROXIMATED,
            NOT_CONCURRENT ->
            whole.run();
      };
    } finally {
      if (without) {
        at.line().leftWithout();
      }
      if (query != null) {
        query.times.searched(System.nanoTime() - fromNanos);
      }
    }
  }

  /** As OpenSearch decides: it has made the aggregators before the search. */
  @Override
  public AggregationProcessor aggregationProcessor(SearchContext context) {
    return plain.aggregationProcessor(context);
  }
}
