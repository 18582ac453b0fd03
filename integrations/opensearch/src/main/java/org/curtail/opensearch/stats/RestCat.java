package org.curtail.opensearch.stats;

import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.opensearch.common.Table;
import org.opensearch.rest.RestRequest;
import org.opensearch.rest.RestResponse;
import org.opensearch.rest.action.RestResponseListener;
import org.opensearch.rest.action.cat.AbstractCatAction;
import org.opensearch.rest.action.cat.RestTable;
import org.opensearch.transport.client.node.NodeClient;

/**
 * {@code GET /_cat/curtail}: the figures of each node in one line; {@code GET /_cat/curtail_kinds}:
 * each kind of searches of each node in one line.
 */
public final class RestCat extends AbstractCatAction {
  private final String path;
  private final UnaryOperator<Table> columns;
  private final BiConsumer<Table, NodeStatsResponse> rows;

  private RestCat(
      String path, UnaryOperator<Table> columns, BiConsumer<Table, NodeStatsResponse> rows) {
    this.path = path;
    this.columns = columns;
    this.rows = rows;
  }

  /** Returns the handlers of all tables. */
  public static List<RestCat> all() {
    return List.of(
        new RestCat("curtail", RestCat::nodeColumns, RestCat::nodeRow),
        new RestCat("curtail_kinds", RestCat::kindColumns, RestCat::kindRows));
  }

  @Override
  public String getName() {
    return "cat_" + path;
  }

  @Override
  public List<Route> routes() {
    return List.of(new Route(RestRequest.Method.GET, "/_cat/" + path));
  }

  @Override
  protected void documentation(StringBuilder help) {
    help.append("/_cat/").append(path).append('\n');
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
    return columns.apply(new Table().startHeaders()).endHeaders();
  }

  private Table table(RestRequest request, StatsResponse response) {
    Table table = getTableWithHeader(request);
    response.getNodes().forEach(node -> rows.accept(table, node));
    return table;
  }

  private static Table nodeColumns(Table table) {
    return table
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
        .addCell("p99", "text-align:right;desc:99th percentile of response times in ms");
  }

  private static void nodeRow(Table table, NodeStatsResponse node) {
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

  private static Table kindColumns(Table table) {
    return table
        .addCell("node", "alias:n;desc:name of the node")
        .addCell("searches", "alias:s;text-align:right;desc:number of searches")
        .addCell("cpu", "alias:c;text-align:right;desc:mean CPU time of a search lately in ms")
        .addCell("spread", "alias:sp;text-align:right;desc:standard deviation of its logarithm")
        .addCell("kind", "alias:k;desc:index and structure of the searches");
  }

  private static void kindRows(Table table, NodeStatsResponse node) {
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
}
