package org.curtail.opensearch.stats;

import java.util.List;
import java.util.Locale;
import org.opensearch.common.Table;
import org.opensearch.rest.RestRequest;
import org.opensearch.rest.RestResponse;
import org.opensearch.rest.action.RestResponseListener;
import org.opensearch.rest.action.cat.AbstractCatAction;
import org.opensearch.rest.action.cat.RestTable;
import org.opensearch.transport.client.node.NodeClient;

/** {@code GET /_cat/curtail_kinds}: each kind of searches of each node in one line. */
public final class RestCatKinds extends AbstractCatAction {
  @Override
  public String getName() {
    return "cat_curtail_kinds";
  }

  @Override
  public List<Route> routes() {
    return List.of(new Route(RestRequest.Method.GET, "/_cat/curtail_kinds"));
  }

  @Override
  protected void documentation(StringBuilder help) {
    help.append("/_cat/curtail_kinds\n");
  }

  @Override
  protected RestChannelConsumer doCatRequest(RestRequest request, NodeClient client) {
    return channel ->
        client.execute(
            StatsAction.INSTANCE,
            new StatsRequest(),
            new RestResponseListener<>(channel) {
              @Override
              public RestResponse buildResponse(StatsResponse response) throws Exception {
                return RestTable.buildResponse(table(request, response), channel);
              }
            });
  }

  @Override
  protected Table getTableWithHeader(RestRequest request) {
    return new Table()
        .startHeaders()
        .addCell("node", "alias:n;desc:name of the node")
        .addCell("searches", "alias:s;text-align:right;desc:number of searches")
        .addCell("cpu", "alias:c;text-align:right;desc:mean CPU time of a search lately in ms")
        .addCell("spread", "alias:sp;text-align:right;desc:standard deviation of its logarithm")
        .addCell("kind", "alias:k;desc:index and structure of the searches")
        .endHeaders();
  }

  private Table table(RestRequest request, StatsResponse response) {
    Table table = getTableWithHeader(request);
    for (NodeStatsResponse node : response.getNodes()) {
      node.figures()
          .kinds()
          .forEach((name, kind) ->
              table
                  .startRow()
                  .addCell(node.getNode().getName())
                  .addCell(kind.searches())
                  .addCell(String.format(Locale.ROOT, "%.2f", kind.cpuMillis()))
                  .addCell(String.format(Locale.ROOT, "%.2f", kind.spread()))
                  .addCell(name)
                  .endRow());
    }
    return table;
  }
}
