package org.curtail.cli.serve.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.http.HttpServerRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The handlers of a server by path. A path is exact, without a query. A handler runs on the event
 * loop: it must not wait. What takes longer answers later, on the loop again: {@code
 * Vertx.currentContext().runOnContext}.
 *
 * <p>Not thread-safe; complete before the server starts.
 */
public final class Routes {
  /** Answers a request that changes nothing. */
  @FunctionalInterface
  public interface Reading {
    /** Answers now or later; an exception becomes status 500. */
    void handle(HttpServerRequest request) throws Exception;
  }

  /**
   * Answers a request that changes something. The server has checked that the page of this server
   * sent it, not that of a stranger.
   */
  @FunctionalInterface
  public interface Changing {
    /**
     * Answers now or later; an exception becomes status 500.
     *
     * @param body of the request
     */
    void handle(HttpServerRequest request, JsonNode body) throws Exception;
  }

  private final Map<String, Reading> readings = new LinkedHashMap<>();
  private final Map<String, Changing> changes = new LinkedHashMap<>();

  /**
   * Adds the answer to {@code GET}.
   *
   * @throws IllegalArgumentException if the path has one
   */
  public Routes get(String path, Reading handler) {
    if (readings.putIfAbsent(path, handler) != null) {
      throw new IllegalArgumentException("two answers to GET " + path);
    }
    return this;
  }

  /**
   * Adds the answer to {@code POST}.
   *
   * @throws IllegalArgumentException if the path has one
   */
  public Routes post(String path, Changing handler) {
    if (changes.putIfAbsent(path, handler) != null) {
      throw new IllegalArgumentException("two answers to POST " + path);
    }
    return this;
  }

  @Nullable Reading reading(String path) {
    return readings.get(path);
  }

  @Nullable Changing change(String path) {
    return changes.get(path);
  }
}
