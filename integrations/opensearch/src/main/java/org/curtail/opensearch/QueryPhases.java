package org.curtail.opensearch;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.opensearch.index.shard.SearchOperationListener;
import org.opensearch.search.internal.SearchContext;

/** Passes the phases that OpenSearch reports to the shard queries. */
final class QueryPhases implements SearchOperationListener {
  private final Supplier<NodeComponents> node;

  QueryPhases(Supplier<NodeComponents> node) {
    this.node = node;
  }

  private @Nullable ShardQuery of(SearchContext context) {
    return node.get().queries().of(context);
  }

  @Override
  public void onPreQueryPhase(SearchContext context) {
    ShardQuery query = of(context);
    if (query != null) {
      query.times.phaseBegan();
    }
  }

  @Override
  public void onQueryPhase(SearchContext context, long tookInNanos) {
    ShardQuery query = of(context);
    if (query != null) {
      query.times.phaseEnded(tookInNanos);
    }
  }

  /**
   * A search of one shard fetches in the same task, others in a separate task. Excluded searches
   * and later pages of a scroll, which never reach the interceptor, are not logged.
   */
  @Override
  public void onFetchPhase(SearchContext context, long tookInNanos) {
    ShardQuery query = of(context);
    if (query != null) {
      query.times.fetched(tookInNanos);
    } else if (context.scrollContext() == null
        && !node.get()
            .options()
            .isExcluded(context.indexShard().indexSettings().getIndexMetadata())) {
      node.get().causes().fetched(context.indexShard().shardId(), context.getTask(), tookInNanos);
    }
  }
}
