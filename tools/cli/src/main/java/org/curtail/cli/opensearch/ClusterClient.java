package org.curtail.cli.opensearch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.UsageError;

/** An HTTP client for a cluster of OpenSearch. Thread-safe. */
public final class ClusterClient implements AutoCloseable {
  /** Reader and writer of a cluster's requests and answers. */
  public static final ObjectMapper JSON = new ObjectMapper();

  /** The option for a cluster; complaints begin with it. */
  public static final String OPTION = "--opensearch";

  private static final Duration CONNECT = Duration.ofSeconds(5);

  /** Time limit of requests about the cluster. */
  private static final Duration ANSWER = Duration.ofSeconds(15);

  /** Time limit of a search, much longer than a user waits. */
  private static final Duration SEARCH = Duration.ofMinutes(2);

  private static final int MOST_EXCERPT = 300;

  private final URI address;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT).build();

  /**
   * Creates a client for one cluster.
   *
   * @param address such as {@code http://localhost:9200}
   * @throws UsageError if it is no such address
   */
  public ClusterClient(String address) {
    this.address = checked(address);
  }

  private static URI checked(String address) {
    URI uri;
    try {
      uri = URI.create(address.endsWith("/") ? address : address + "/");
    } catch (IllegalArgumentException e) {
      throw wrong(address);
    }
    boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
    if (!web || uri.getHost() == null || uri.getUserInfo() != null || uri.getQuery() != null) {
      throw wrong(address);
    }
    return uri;
  }

  private static UsageError wrong(String address) {
    return new UsageError(
        "%s: expected an address such as http://localhost:9200, found '%s'"
            .formatted(OPTION, address));
  }

  /** The host of the cluster's address. */
  public String host() {
    return address.getHost();
  }

  /** An answer and its status. */
  public record Answer(int status, JsonNode body) {
    /**
     * The body.
     *
     * @param asked name of the request, for messages
     * @throws UsageError if the cluster refused
     */
    public JsonNode ok(String asked) {
      if (status == 200 || status == 201) {
        return body;
      }
      if (status == 401 || status == 403) {
        throw new UsageError(
            "%s: the cluster answers %s with status %d: clusters that ask for a password cannot be used"
                .formatted(OPTION, asked, status));
      }
      JsonNode error = body.path("error");
      String reason = error.path("reason").asText(error.asText("no reason given"));
      throw new UsageError(
          "%s: expected status 200 for %s, found %d: %s".formatted(OPTION, asked, status, reason));
    }
  }

  /**
   * Sends GET.
   *
   * @throws UsageError if no server answers at the address, or not with JSON
   */
  public Answer get(String path) throws InterruptedException {
    return ask(request(path).timeout(ANSWER).GET().build());
  }

  /** Sends PUT, with the errors of {@link #get}. */
  public Answer put(String path, JsonNode body) throws InterruptedException {
    return ask(request(path).timeout(ANSWER).PUT(BodyPublishers.ofString(body.toString())).build());
  }

  /**
   * Sends POST, with the errors of {@link #get}.
   *
   * @param body JSON, or lines of it
   */
  public Answer post(String path, String body) throws InterruptedException {
    return ask(request(path).timeout(SEARCH).POST(BodyPublishers.ofString(body)).build());
  }

  private Answer ask(HttpRequest request) throws InterruptedException {
    try {
      HttpResponse<byte[]> response = http.send(request, BodyHandlers.ofByteArray());
      return new Answer(response.statusCode(), json(response));
    } catch (IOException e) {
      throw new UsageError(
          "%s: no answer from %s: %s"
              .formatted(
                  OPTION,
                  address,
                  e instanceof ConnectException
                      ? "no server is listening there"
                      : Failure.reason(e)),
          e);
    }
  }

  private JsonNode json(HttpResponse<byte[]> response) throws IOException {
    try {
      return JSON.readTree(response.body());
    } catch (JsonProcessingException e) {
      throw new UsageError(
          "%s: expected JSON from OpenSearch at %s, found status %d with '%s'"
              .formatted(OPTION, address, response.statusCode(), excerpt(response.body())),
          e);
    }
  }

  /**
   * Sends a search without waiting for its answer. The result fails unless the status is 200.
   *
   * @param path with parameters
   */
  public CompletableFuture<byte[]> search(String path, String body) {
    HttpRequest request = request(path).timeout(SEARCH).POST(BodyPublishers.ofString(body)).build();
    return http.sendAsync(request, BodyHandlers.ofByteArray())
        .thenApply(response -> {
          if (response.statusCode() != 200) {
            throw new IllegalStateException(
                "status %d: %s".formatted(response.statusCode(), excerpt(response.body())));
          }
          return response.body();
        });
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(address.resolve(path)).header("Content-Type", "application/json");
  }

  private static String excerpt(byte[] body) {
    String text = new String(body, StandardCharsets.UTF_8).strip();
    return text.length() <= MOST_EXCERPT ? text : text.substring(0, MOST_EXCERPT) + "...";
  }

  @Override
  public String toString() {
    return address.toString();
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
