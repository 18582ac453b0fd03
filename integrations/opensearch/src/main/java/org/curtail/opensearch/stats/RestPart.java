package org.curtail.opensearch.stats;

import java.util.List;
import java.util.Set;
import org.opensearch.rest.BaseRestHandler;
import org.opensearch.rest.RestRequest;
import org.opensearch.transport.client.node.NodeClient;

/**
 * {@code GET /_plugins/_curtail/explain}: the policy of each node and its reasons; {@code GET
 * /_plugins/_curtail/kinds}: the kinds of its searches and their costs.
 */
public final class RestPart extends BaseRestHandler {
  private final String path;
  private final String part;

  private RestPart(String path, String part) {
    this.path = path;
    this.part = part;
  }

  /** Returns the handlers of all parts. */
  public static List<RestPart> all() {
    return List.of(
        new RestPart("explain", StatsResponse.EXPLANATION),
        new RestPart("kinds", StatsResponse.KINDS));
  }

  @Override
  public String getName() {
    return "curtail_" + path;
  }

  @Override
  public List<Route> routes() {
    return List.of(
        new Route(RestRequest.Method.GET, "/_plugins/_curtail/" + path),
        new Route(RestRequest.Method.GET, "/_plugins/_curtail/{nodeId}/" + path));
  }

  @Override
  protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
    request.params().put(StatsResponse.PART, part);
    return RestStats.ask(request, client);
  }

  @Override
  protected Set<String> responseParams() {
    return Set.of(StatsResponse.PART);
  }
}
