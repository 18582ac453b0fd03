package org.curtail.cli.serve.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/**
 * Answers to requests. On the event loop only. An answer to a client that has gone is dropped, and
 * so is a second answer.
 */
public final class Answers {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Answers() {}

  /** Answers with JSON. */
  public static void json(HttpServerRequest request, int status, JsonNode body) {
    try {
      send(request, status, "application/json", Buffer.buffer(JSON.writeValueAsBytes(body)));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Answers with plain text. */
  public static void text(HttpServerRequest request, int status, String body) {
    send(request, status, "text/plain; charset=utf-8", Buffer.buffer(body));
  }

  /** Answers with {@code {"error": "a sentence"}}. */
  public static void error(HttpServerRequest request, int status, String sentence) {
    json(request, status, JsonNodeFactory.instance.objectNode().put("error", sentence));
  }

  /** Answers with any content. */
  public static void send(HttpServerRequest request, int status, String type, Buffer body) {
    HttpServerResponse response = request.response();
    if (response.ended() || response.closed() || response.headWritten()) {
      return;
    }
    response
        .setStatusCode(status)
        .putHeader("Content-Type", type)
        .putHeader("Cache-Control", "no-store")
        .putHeader("X-Content-Type-Options", "nosniff")
        .end(body);
  }
}
