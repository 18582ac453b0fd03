package org.curtail.opensearch;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.LinkedList;
import java.util.function.Supplier;
import org.apache.lucene.search.Query;
import org.curtail.runtime.RequestOptions;
import org.curtail.runtime.Reservation;
import org.opensearch.search.aggregations.AggregationProcessor;
import org.opensearch.search.internal.ContextIndexSearcher;
import org.opensearch.search.internal.SearchContext;
import org.opensearch.search.query.ConcurrentQueryPhaseSearcher;
import org.opensearch.search.query.QueryCollectorContext;
import org.opensearch.search.query.QueryPhaseSearcher;
import org.opensearch.search.query.QueryPhaseSearcherWrapper;

/** Runs query phases on the node's engine if their {@link Route} says so. Safe for all threads. */
final class EngineQueryPhase implements QueryPhaseSearcher {
  private final QueryPhaseSearcher plain = new QueryPhaseSearcherWrapper();
  private final QueryPhaseSearcher byManagers = new ConcurrentQueryPhaseSearcher();
  private final Supplier<NodeComponents> node;
  private final RouteCounts counts;

  /**
   * Creates the searcher of a node.
   *
   * @param node components, available from before the first search
   */
  EngineQueryPhase(Supplier<NodeComponents> node, RouteCounts counts) {
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
    NodeComponents at = node.get();
    ShardQuery query = at.queries().of(context);
    RequestOptions options = query == null ? RequestOptions.NONE : query.options;
    Route route =
        at.engine().isEnabled() && at.engine().isBroken()
            ? Route.BROKEN
            : Route.of(
                context,
                at.engine().isEnabled(),
                at.options().isExcluded(context.indexShard().indexSettings().getIndexMetadata()),
                options.mostThreads() == 1
                    || at.engine().isLeftToOpenSearch(context.shouldUseConcurrentSearch()));
    Reservation place =
        route.isOnEngine() ? at.engine().tryReserve(options, at.plain().running()) : null;
    if (route.isOnEngine() && place == null) {
      route = Route.NO_THREAD_FREE;
    }
    counts.count(route);
    PlainSearches.Search whole =
        () ->
            plain.searchWith(context, searcher, search, collectors, hasFilterCollector, hasTimeout);
    try (place) {
      return switch (route) {
        case WINDOWS, SLICES ->
            byManagers.searchWith(
                context,
                new EngineSearcher(
                    searcher,
                    context,
                    new EngineRun(at, context, query, requireNonNull(place)),
                    route),
                search,
                collectors,
                hasFilterCollector,
                hasTimeout);
        case ONE_THREAD, NO_THREAD_FREE ->
            at.plain()
                .run(
                    at.engine().running().autopilot(),
                    options,
                    () -> TaskAccounts.cpuOfOthersNanos(context.getTask()),
                    timeline -> {
                      if (query != null) {
                        query.times.served(timeline);
                      }
                    },
                    whole);
        case SWITCHED_OFF,
            BROKEN,
            ASIDE,
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
      if (query != null) {
        query.times.searched(System.nanoTime() - fromNanos);
      }
    }
  }

  /** Leaves the choice to OpenSearch, which has made the aggregators before the search. */
  @Override
  public AggregationProcessor aggregationProcessor(SearchContext context) {
    return plain.aggregationProcessor(context);
  }
}
