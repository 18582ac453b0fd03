package org.curtail.opensearch;

import org.opensearch.index.shard.SearchOperationListener;
import org.opensearch.search.internal.SearchContext;

/** Tells shard queries what OpenSearch tells of their phases. */
final class QueryPhases implements SearchOperationListener {
  private final ShardQueries queries;
  private final QueryCauses causes;

  QueryPhases(ShardQueries queries, QueryCauses causes) {
    this.queries = queries;
    this.causes = causes;
  }

  @Override
  public void onPreQueryPhase(SearchContext context) {
    ShardQuery query = queries.of(context);
    if (query != null) {
      query.times.beginsPhase();
    }
  }

  @Override
  public void onQueryPhase(SearchContext context, long tookInNanos) {
    ShardQuery query = queries.of(context);
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
    ShardQuery query = queries.of(context);
    if (query != null) {
      query.times.fetched(tookInNanos);
    } else if (context.scrollContext() == null
        && !QueryTerms.isAside(context.indexShard().indexSettings().getIndexMetadata())) {
      causes.fetched(context.indexShard().shardId(), context.getTask(), tookInNanos);
    }
  }
}
