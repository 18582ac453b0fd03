package org.curtail.opensearch;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.opensearch.index.shard.SearchOperationListener;
import org.opensearch.search.internal.SearchContext;

/** Tells shard queries what OpenSearch tells of their phases. */
final class QueryPhases implements SearchOperationListener {
  private final Supplier<NodeParts> node;

  QueryPhases(Supplier<NodeParts> node) {
    this.node = node;
  }

  private @Nullable ShardQuery of(SearchContext context) {
    return node.get().queries().of(context);
  }

  @Override
  public void onPreQueryPhase(SearchContext context) {
    ShardQuery query = of(context);
    if (query != null) {
      query.times.beginsPhase();
    }
  }

  @Override
  public void onQueryPhase(SearchContext context, long tookInNanos) {
    ShardQuery query = of(context);
    if (query != null) {
      query.times.endsPhase(tookInNanos);
    }
  }

  /**
   * Of a search of one shard the same task fetches; of others a task of its own. What never came to
   * the gate has no line: searches that are left aside, and what follows of a scroll.
   */
  @Override
  public void onFetchPhase(SearchContext context, long tookInNanos) {
    ShardQuery query = of(context);
    if (query != null) {
      query.times.fetched(tookInNanos);
    } else if (context.scrollContext() == null
        && !node.get().terms().isAside(context.indexShard().indexSettings().getIndexMetadata())) {
      node.get().causes().fetched(context.indexShard().shardId(), context.getTask(), tookInNanos);
    }
  }
}
