package org.curtail.opensearch.stats;

import java.util.List;
import org.opensearch.common.Table;
import org.opensearch.rest.RestRequest;
import org.opensearch.rest.RestResponse;
import org.opensearch.rest.action.RestResponseListener;
import org.opensearch.rest.action.cat.AbstractCatAction;
import org.opensearch.rest.action.cat.RestTable;
import org.opensearch.transport.client.node.NodeClient;

/** {@code GET /_cat/curtail}: the figures of each node in one line. */
public final class RestCat extends AbstractCatAction {
  @Override
  public String getName() {
    return "cat_curtail";
  }

  @Override
  public List<Route> routes() {
    return List.of(new Route(RestRequest.Method.GET, "/_cat/curtail"));
  }

  @Override
  protected void documentation(StringBuilder help) {
    help.append("/_cat/curtail\n");
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
        .addCell("mode", "alias:m;desc:way from searches to the engine")
        .addCell("enabled", "alias:e;desc:true if searches run on the engine")
        .addCell("policy", "alias:p;desc:policy that gives threads to searches")
        .addCell("running", "alias:r;text-align:right;desc:searches on the engine now")
        .addCell("waiting", "alias:w;text-align:right;desc:shard queries that wait now")
        .addCell("rejected", "alias:rj;text-align:right;desc:rejected shard queries")
        .addCell("completed", "alias:c;text-align:right;desc:searches that the engine completed")
        .addCell("parallel", "alias:pl;text-align:right;desc:of these with several threads")
        .addCell("p50", "text-align:right;desc:median response time of searches in ms")
        .addCell("p99", "text-align:right;desc:99th percentile of response times in ms")
        .endHeaders();
  }

  private Table table(RestRequest request, StatsResponse response) {
    Table table = getTableWithHeader(request);
    for (NodeStatsResponse node : response.getNodes()) {
      NodeFigures figures = node.figures();
      NodeFigures.Admission admission = figures.admission();
      table
          .startRow()
          .addCell(node.getNode().getName())
          .addCell(figures.mode())
          .addCell(figures.enabled())
          .addCell(figures.policy())
          .addCell(figures.searches().running())
          .addCell(admission.waiting())
          .addCell(admission.rejected() + admission.timedOut() + figures.searches().refused())
          .addCell(figures.searches().completed())
          .addCell(figures.searches().severalThreads())
          .addCell(Math.round(figures.times().p50Millis()))
          .addCell(Math.round(figures.times().p99Millis()))
          .endRow();
    }
    return table;
  }
}
