package org.curtail.cli.serve.http;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.net.BindException;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.json.ReadLimits;
import org.jspecify.annotations.Nullable;

/** A server of {@link Routes} over HTTP/1.1, on one event loop. */
public final class WebServer implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger(WebServer.class.getName());
  private static final int GRACE_SECONDS = 2;
  private static final ObjectMapper JSON =
      new ObjectMapper(JsonFactory.builder().streamReadConstraints(ReadLimits.CONSTRAINTS).build());

  private final Vertx vertx;
  private final Routes routes;
  private final Limits limits;
  private final Strangers strangers;
  private final String host;
  private @Nullable HttpServer server;
  private int port;

  private WebServer(Setting setting, Routes routes) {
    this.routes = routes;
    limits = setting.limits();
    strangers = new Strangers(setting.allowedNames());
    host = setting.host();
    vertx =
        Vertx.vertx(
            new VertxOptions()
                .setEventLoopPoolSize(1)
                .setWorkerPoolSize(1)
                .setInternalBlockingPoolSize(1)
                .setFileSystemOptions(
                    new FileSystemOptions()
                        .setFileCachingEnabled(false)
                        .setClassPathResolvingEnabled(false)));
  }

  /**
   * The setting of a server.
   *
   * @param host name or address to listen on
   * @param port to listen on, 0 for any free one
   * @param allowedNames names of this server in Host headers, besides addresses and localhost
   */
  public record Setting(String host, int port, Set<String> allowedNames, Limits limits) {
    public Setting {
      allowedNames = Set.copyOf(allowedNames);
    }
  }

  /**
   * Starts a server.
   *
   * @throws UsageError if it cannot listen there
   */
  public static WebServer start(Setting setting, Routes routes) throws InterruptedException {
    var server = new WebServer(setting, routes);
    boolean isStarted = false;
    try {
      server.listen(setting);
      isStarted = true;
      return server;
    } finally {
      if (!isStarted) {
        server.close();
      }
    }
  }

  private void listen(Setting setting) throws InterruptedException {
    var options =
        new HttpServerOptions()
            .setHost(setting.host())
            .setPort(setting.port())
            .setMaxInitialLineLength(limits.lineBytes())
            .setMaxHeaderSize(limits.headerBytes())
            .setIdleTimeout((int) limits.idle().toSeconds())
            .setIdleTimeoutUnit(TimeUnit.SECONDS)
            .setHttp2ClearTextEnabled(false)
            .setCompressionSupported(false)
            .setTcpNoDelay(true);
    try {
      HttpServer bound =
          vertx
              .createHttpServer(options)
              .requestHandler(this::handle)
              .listen()
              .toCompletionStage()
              .toCompletableFuture()
              .join();
      server = bound;
      port = bound.actualPort();
    } catch (CompletionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new UsageError(
          "--port: cannot listen on %s:%d: %s"
              .formatted(
                  setting.host(),
                  setting.port(),
                  cause instanceof BindException
                      ? Failure.reason(cause) + "; choose another port, or 0 for any free one"
                      : Failure.reason(cause)),
          cause);
    }
  }

  /** The port on which it listens. */
  public int port() {
    return port;
  }

  /** Its address for a browser on this machine. */
  public String url() {
    boolean isAny = host.equals("0.0.0.0") || host.equals("::");
    String name = isAny ? "localhost" : host.indexOf(':') >= 0 ? "[" + host + "]" : host;
    return "http://%s:%d".formatted(name, port);
  }

  /** Runs an action on the event loop, soon. Safe for all threads. */
  public void onLoop(Runnable action) {
    vertx.runOnContext(now -> action.run());
  }

  private void handle(HttpServerRequest request) {
    try {
      Optional<String> refusal = strangers.refusal(request);
      if (refusal.isPresent()) {
        Answers.error(request, 403, refusal.get());
        return;
      }
      String path = Objects.requireNonNullElse(request.path(), "");
      Routes.Reading reading = routes.reading(path);
      Routes.Changing change = routes.change(path);
      if (reading != null && request.method().equals(HttpMethod.GET)) {
        reading.handle(request);
      } else if (change != null && request.method().equals(HttpMethod.POST)) {
        readBody(request, change);
      } else if (reading != null || change != null) {
        request
            .response()
            .putHeader("Allow", reading == null ? "POST" : change == null ? "GET" : "GET, POST");
        Answers.error(request, 405, "expected " + (reading == null ? "POST" : "GET"));
      } else {
        Answers.error(request, 404, "there is nothing at this path");
      }
    } catch (Exception e) {
      failed(request, e);
    }
  }

  private void readBody(HttpServerRequest request, Routes.Changing change) {
    Optional<String> refusal = strangers.refusalOfChange(request);
    if (refusal.isPresent()) {
      Answers.error(request, 403, refusal.get());
      return;
    }
    Buffer body = Buffer.buffer();
    request.handler(part -> {
      if (body.length() + part.length() > limits.bodyBytes()) {
        request.pause();
        request.response().putHeader("Connection", "close");
        Answers.error(
            request, 413, "expected at most %,d bytes of JSON".formatted(limits.bodyBytes()));
      } else {
        body.appendBuffer(part);
      }
    });
    request.endHandler(end -> {
      try {
        JsonNode parsed = JSON.readTree(body.getBytes());
        if (parsed.isMissingNode()) {
          Answers.error(request, 400, "expected JSON, found an empty body");
        } else {
          change.handle(request, parsed);
        }
      } catch (JacksonException e) {
        Answers.error(request, 400, "expected JSON: " + e.getOriginalMessage());
      } catch (Exception e) {
        failed(request, e);
      }
    });
  }

  /** Answers a request whose handler failed. */
  public static void failed(HttpServerRequest request, Throwable failure) {
    LOG.log(Level.SEVERE, "a request failed: " + request.path(), failure);
    Answers.error(request, 500, "the server failed: " + Failure.reason(failure));
  }

  /** Lets answers reach their clients, for a moment, and closes all connections. */
  @Override
  public void close() {
    HttpServer bound = server;
    if (bound != null) {
      bound
          .shutdown(GRACE_SECONDS, TimeUnit.SECONDS)
          .toCompletionStage()
          .toCompletableFuture()
          .join();
    }
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
