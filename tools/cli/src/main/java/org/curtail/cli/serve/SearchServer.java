package org.curtail.cli.serve;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.serve.http.AccessLog;
import org.curtail.cli.serve.http.Routes;
import org.curtail.cli.serve.http.WebServer;
import org.curtail.cli.serve.search.SearchService;

/** A service of searches behind a web server. */
final class SearchServer implements AutoCloseable {
  private static final long POLL_MS = 10;

  private final WebServer web;
  private final SearchRoutes searches;

  private SearchServer(WebServer web, SearchRoutes searches) {
    this.web = web;
    this.searches = searches;
  }

  /**
   * Starts a server.
   *
   * @param service which the caller closes
   * @param log which the caller closes
   * @param more adds further routes
   * @throws UsageError if it cannot listen
   */
  static SearchServer start(
      WebServer.Setting setting,
      SearchService service,
      SearchLimits limits,
      Optional<AccessLog> log,
      Consumer<Routes> more)
      throws InterruptedException {
    var routes = new Routes();
    var searches = new SearchRoutes(service, limits, ServerMetrics.of(service), log);
    searches.addTo(routes);
    more.accept(routes);
    return new SearchServer(WebServer.start(setting, routes), searches);
  }

  /** Its address for a browser on this machine. */
  String url() {
    return web.url();
  }

  /** The port on which it listens. */
  int port() {
    return web.port();
  }

  /**
   * Refuses new searches, waits for those that run, and cancels what is left after a time.
   *
   * @return number of cancelled searches
   */
  int stop(Duration grace) throws InterruptedException {
    onLoop(searches::stop);
    long deadlineNanos = System.nanoTime() + grace.toNanos();
    int left = valueOnLoop(searches::running);
    while (left > 0 && System.nanoTime() < deadlineNanos) {
      TimeUnit.MILLISECONDS.sleep(POLL_MS);
      left = valueOnLoop(searches::running);
    }
    onLoop(searches::cancel);
    return left;
  }

  /** Runs an action on the event loop, and waits for its end. */
  void onLoop(Runnable action) {
    valueOnLoop(Executors.callable(action));
  }

  private <T> T valueOnLoop(Callable<T> action) {
    var result = new CompletableFuture<T>();
    web.onLoop(() -> {
      try {
        result.complete(action.call());
      } catch (Exception e) {
        result.completeExceptionally(e);
      }
    });
    return result.join();
  }

  /** Closes all connections. */
  @Override
  public void close() {
    web.close();
  }
}
