package org.curtail.cli.bench.servers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import org.curtail.benchkit.replicas.HttpExchange;

/**
 * Connections to a {@code curtail serve}, by the HTTP client of the JDK. A cancelled search ends
 * its connection, and so the server ends the search. Thread-safe.
 */
final class SearchLink implements ServerLink {
  private static final int OK = 200;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).executor(threads).build();
  private final LongAdder lost = new LongAdder();
  private final URI server;
  private final List<String> searches;

  private SearchLink(URI server, List<String> searches) {
    this.server = server;
    this.searches = searches;
  }

  /**
   * Opens connections.
   *
   * @param searches all searches as a server's addresses have them, by number
   * @throws IOException if the server is not ready
   */
  static SearchLink open(URI server, List<String> searches)
      throws IOException, InterruptedException {
    var link = new SearchLink(server, searches);
    try {
      HttpRequest request = HttpRequest.newBuilder(server.resolve("/ready")).build();
      int status = link.http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
      if (status != OK) {
        throw new IOException("expected a server that is ready, found status " + status);
      }
      return link;
    } catch (IOException | InterruptedException | RuntimeException e) {
      link.close();
      throw e;
    }
  }

  @Override
  public Asked ask(int query) {
    HttpRequest request = HttpRequest.newBuilder(server.resolve(searches.get(query))).build();
    var exchange = HttpExchange.send(http, request, SearchLink::hits, lost);
    return new Asked(exchange, exchange);
  }

  /** Returns the hits of an answer, without its times. */
  private static JsonNode hits(HttpResponse<String> response) {
    try {
      JsonNode hits = JSON.readTree(response.body()).path("hits");
      if (response.statusCode() != OK || !hits.isArray()) {
        throw new IOException(
            "expected hits, found status %d with '%s'"
                .formatted(response.statusCode(), response.body()));
      }
      return hits;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
    threads.shutdownNow();
  }
}
