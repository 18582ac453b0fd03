package org.curtail.opensearch.stats;

import java.util.List;
import org.opensearch.core.common.Strings;
import org.opensearch.rest.BaseRestHandler;
import org.opensearch.rest.RestRequest;
import org.opensearch.rest.action.RestActions.NodesResponseRestListener;
import org.opensearch.transport.client.node.NodeClient;

/** {@code GET /_plugins/_curtail/stats}: the figures of each node. */
public final class RestStats extends BaseRestHandler {
  @Override
  public String getName() {
    return "curtail_stats";
  }

  @Override
  public List<Route> routes() {
    return List.of(
        new Route(RestRequest.Method.GET, "/_plugins/_curtail/stats"),
        new Route(RestRequest.Method.GET, "/_plugins/_curtail/{nodeId}/stats"));
  }

  @Override
  protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
    return ask(request, client);
  }

  static RestChannelConsumer ask(RestRequest request, NodeClient client) {
    var nodes = new StatsRequest(Strings.splitStringByCommaToArray(request.param("nodeId", "")));
    return channel ->
        client.execute(StatsAction.INSTANCE, nodes, new NodesResponseRestListener<>(channel));
  }
}
