package org.curtail.cli.bench.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Answers on loopback like a cluster of OpenSearch, as far as the bench needs. */
final class FakeCluster implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  volatile String distribution = "opensearch";
  volatile String version = "3.8.0";
  volatile String plugins = "[{\"name\": \"curtail\"}]";
  volatile String indexSettings = "{}";
  volatile String mode = "searcher";

  /** True if answers differ while the plugin is on. */
  volatile boolean plugInDiffers;

  /** True if searches fail while the plugin is on. */
  volatile boolean plugInFails;

  final ConcurrentLinkedQueue<String> switched = new ConcurrentLinkedQueue<>();

  /** The parameters of searches. */
  final ConcurrentLinkedQueue<String> searched = new ConcurrentLinkedQueue<>();

  /** Their bodies. */
  final Set<String> bodies = ConcurrentHashMap.newKeySet();

  private final TreeMap<String, String> transients = new TreeMap<>();
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  FakeCluster() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  String address() {
    return "http://localhost:" + server.getAddress().getPort();
  }

  synchronized SortedMap<String, String> transients() {
    return new TreeMap<>(transients);
  }

  synchronized void put(String key, String value) {
    transients.put(key, value);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    byte[] asked = exchange.getRequestBody().readAllBytes();
    int status = 200;
    String answer;
    if (path.equals("/")) {
      answer =
          "{\"version\": {\"distribution\": \"%s\", \"number\": \"%s\"}}"
              .formatted(distribution, version);
    } else if (path.equals("/_nodes/os,plugins")) {
      answer =
          "{\"nodes\": {\"a\": {\"name\": \"node-a\", \"ip\": \"127.0.0.1\", \"os\": {\"allocated_processors\": 2}, \"plugins\": %s}}}"
              .formatted(plugins);
    } else if (path.equals("/_nodes/thread_pool")) {
      answer = "{\"nodes\": {\"a\": {\"thread_pool\": {\"search\": {\"size\": 4}}}}}";
    } else if (path.equals("/_nodes/stats/process")) {
      answer = "{\"nodes\": {\"a\": {\"process\": {\"cpu\": {\"total_in_millis\": 5}}}}}";
    } else if (path.equals("/_plugins/_curtail/stats")) {
      answer = "{\"nodes\": {\"a\": {\"name\": \"node-a\", \"mode\": \"%s\"}}}".formatted(mode);
    } else if (path.equals("/_cluster/settings")) {
      answer = settings(asked);
    } else if (path.equals("/words/_settings")) {
      answer = "{\"words\": {\"settings\": %s}}".formatted(indexSettings);
    } else if (path.equals("/words/_search")) {
      searched.add(exchange.getRequestURI().getQuery());
      bodies.add(new String(asked, StandardCharsets.UTF_8));
      boolean plugin = "true".equals(transients().get("curtail.enabled"));
      status = plugin && plugInFails ? 429 : 200;
      answer =
          "{\"took\": %d, \"timed_out\": false, \"_shards\": {\"failed\": 0}, \"hits\": {\"hits\": [{\"_id\": \"%s\"}]}}"
              .formatted(System.nanoTime() % 7, plugin && plugInDiffers ? "b" : "a");
    } else {
      status = 404;
      answer = "{\"error\": {\"reason\": \"no such index\"}}";
    }
    byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private synchronized String settings(byte[] asked) throws IOException {
    if (asked.length > 0) {
      switched.add(new String(asked, StandardCharsets.UTF_8));
      for (var one : JSON.readTree(asked).path("transient").properties()) {
        if (one.getValue().isNull()) {
          transients.remove(one.getKey());
        } else {
          transients.put(one.getKey(), one.getValue().asText());
        }
      }
    }
    ObjectNode is = JSON.createObjectNode().put("acknowledged", true);
    is.set("transient", JSON.<JsonNode>valueToTree(transients));
    return is.toString();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.close();
  }
}
