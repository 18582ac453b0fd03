package org.curtail.opensearch.stats;

import java.util.List;
import java.util.Set;
import org.opensearch.rest.BaseRestHandler;
import org.opensearch.rest.RestRequest;
import org.opensearch.transport.client.node.NodeClient;

/** {@code GET /_plugins/_curtail/explain}: the policy of each node and its reasons. */
public final class RestExplain extends BaseRestHandler {
  @Override
  public String getName() {
    return "curtail_explain";
  }

  @Override
  public List<Route> routes() {
    return List.of(
        new Route(RestRequest.Method.GET, "/_plugins/_curtail/explain"),
        new Route(RestRequest.Method.GET, "/_plugins/_curtail/{nodeId}/explain"));
  }

  @Override
  protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
    request.params().put(StatsResponse.EXPLAIN, "true");
    return RestStats.ask(request, client);
  }

  @Override
  protected Set<String> responseParams() {
    return Set.of(StatsResponse.EXPLAIN);
  }
}
