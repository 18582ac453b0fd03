package org.curtail.cli.serve.live;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.curtail.cli.SmallText;
import org.curtail.cli.Terminal;
import org.curtail.cli.lucene.OpenIndex;
import org.curtail.cli.querylog.QuerySyntax;
import org.curtail.cli.ranking.Ranking;
import org.curtail.cli.serve.http.Limits;
import org.curtail.cli.serve.http.Routes;
import org.curtail.cli.serve.http.WebServer;
import org.curtail.cli.serve.search.EngineSetting;
import org.curtail.cli.serve.search.SearchService;
import org.curtail.cli.workload.QueryOptions;
import org.curtail.policies.Policies;

/** A server of the live page in this process, with searches of a small index. */
final class PageServer implements AutoCloseable {
  private final HttpClient client = HttpClient.newHttpClient();
  private final SearchService service;
  private final LivePage page;
  private final WebServer server;

  private PageServer(SearchService service, LivePage page, WebServer server) {
    this.service = service;
    this.page = page;
    this.server = server;
  }

  /** Starts a server on 16 emulated cores. */
  static PageServer start(Path folder, int documents, Ranking ranking, List<String> queries)
      throws IOException, InterruptedException {
    Path text = SmallText.write(folder.resolve("text.jsonl"), documents);
    Path index = folder.resolve("index");
    Terminal.assertDone(Terminal.curtail("index", text, "--out", index));
    OpenIndex opened = OpenIndex.open(index);
    SearchService service =
        SearchService.start(
            opened,
            new SearchService.Setting(
                new QueryOptions().parsing(opened),
                QuerySyntax.FREE,
                ranking,
                Policies.Ingredients.NONE),
            new EngineSetting("sequential", 16, true, 1000),
            Optional.empty());
    var page = new LivePage(service, queries);
    var routes = new Routes();
    page.addTo(routes);
    WebServer server =
        WebServer.start(new WebServer.Setting("127.0.0.1", 0, Set.of(), Limits.USUAL), routes);
    return new PageServer(service, page, server);
  }

  SearchService service() {
    return service;
  }

  LivePage page() {
    return page;
  }

  String url() {
    return server.url();
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(url() + path));
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return client.send(request(path).build(), HttpResponse.BodyHandlers.ofString());
  }

  /** Opens a stream of events. */
  HttpResponse<java.io.InputStream> events(String path) throws IOException, InterruptedException {
    return client.send(request(path).build(), HttpResponse.BodyHandlers.ofInputStream());
  }

  /** Sends a change as the page does. */
  HttpResponse<String> change(String body) throws IOException, InterruptedException {
    return client.send(
        request("/live/control")
            .header("Content-Type", "application/json")
            .header("Origin", url())
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  static JsonNode json(String text) throws IOException {
    return new ObjectMapper().readTree(text);
  }

  @Override
  public void close() throws IOException {
    page.close();
    server.close();
    service.close();
  }
}
