package org.curtail.opensearch.hedge;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.search.RescoreDocIds;
import org.opensearch.search.SearchPhaseResult;
import org.opensearch.search.SearchShardTarget;
import org.opensearch.search.fetch.FetchSearchResult;
import org.opensearch.search.internal.ShardSearchContextId;
import org.opensearch.search.internal.ShardSearchRequest;
import org.opensearch.search.query.QuerySearchResult;

/**
 * A result from another copy than the one asked first. OpenSearch sets in each result the node that
 * it asked; this result keeps the node that answered. So documents are fetched, and the context is
 * freed, on the node with the context, even if the first node has failed meanwhile.
 */
final class RedirectedResult extends SearchPhaseResult {
  private final SearchPhaseResult result;
  private final String nodeId;

  RedirectedResult(SearchPhaseResult result, String nodeId) {
    this.result = result;
    this.nodeId = nodeId;
    remoteAddress(result.remoteAddress());
  }

  @Override
  public void setSearchShardTarget(SearchShardTarget asked) {
    result.setSearchShardTarget(
        new SearchShardTarget(
            nodeId, asked.getShardId(), asked.getClusterAlias(), asked.getOriginalIndices()));
  }

  @Override
  public SearchShardTarget getSearchShardTarget() {
    return result.getSearchShardTarget();
  }

  @Override
  public @Nullable ShardSearchContextId getContextId() {
    return result.getContextId();
  }

  @Override
  public int getShardIndex() {
    return result.getShardIndex();
  }

  @Override
  public void setShardIndex(int shardIndex) {
    result.setShardIndex(shardIndex);
  }

  @Override
  public @Nullable QuerySearchResult queryResult() {
    return result.queryResult();
  }

  @Override
  public @Nullable FetchSearchResult fetchResult() {
    return result.fetchResult();
  }

  @Override
  public @Nullable ShardSearchRequest getShardSearchRequest() {
    return result.getShardSearchRequest();
  }

  @Override
  public void setShardSearchRequest(ShardSearchRequest request) {
    result.setShardSearchRequest(request);
  }

  @Override
  public RescoreDocIds getRescoreDocIds() {
    return result.getRescoreDocIds();
  }

  @Override
  public void setRescoreDocIds(RescoreDocIds ids) {
    result.setRescoreDocIds(ids);
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    result.writeTo(out);
  }
}
