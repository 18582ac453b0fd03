package org.curtail.cli.serve;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Collectors;
import org.curtail.benchkit.terminal.Abbreviated;
import org.curtail.cli.querylog.QueryParsing;
import org.curtail.cli.querylog.QuerySyntax;
import org.curtail.cli.serve.http.Answers;
import org.curtail.cli.serve.http.Routes;
import org.curtail.cli.serve.http.WebServer;
import org.curtail.cli.serve.search.Found;
import org.curtail.cli.serve.search.Hit;
import org.curtail.cli.serve.search.SearchRequest;
import org.curtail.cli.serve.search.SearchService;
import org.curtail.cli.serve.search.SearchService.Searching;
import org.curtail.runtime.DeadlineExceededException;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.OverloadedException;
import org.curtail.runtime.Timeline;
import org.jspecify.annotations.Nullable;

/** The answers to {@code /search}, {@code /health} and {@code /ready}. On the event loop only. */
final class SearchRoutes {
  /** Header with the time that a client waits for an answer, in milliseconds. */
  static final String TIMEOUT = "Curtail-Timeout-Ms";

  private static final String RETRY_AFTER = "Retry-After";

  private final SearchService service;
  private final SearchLimits limits;
  private boolean isStopping;
  private int running;

  SearchRoutes(SearchService service, SearchLimits limits) {
    this.service = service;
    this.limits = limits;
  }

  void addTo(Routes routes) {
    routes
        .get("/search", this::search)
        .get("/health", request -> Answers.text(request, 200, "healthy\n"))
        .get(
            "/ready",
            request ->
                Answers.text(
                    request, isStopping ? 503 : 200, isStopping ? "stopping\n" : "ready\n"));
  }

  /** A request that cannot be answered; the message is for its client. */
  private static final class BadRequest extends Exception {
    private static final long serialVersionUID = 1;

    BadRequest(String message) {
      super(message);
    }
  }

  private void search(HttpServerRequest request) throws IOException {
    if (isStopping) {
      request.response().putHeader(RETRY_AFTER, "1").putHeader("Connection", "close");
      Answers.error(request, 503, "the server is stopping");
      return;
    }
    Searching searching;
    try {
      searching = service.submit(asked(request));
    } catch (BadRequest | QueryParsing.Unparsable e) {
      Answers.error(request, 400, String.valueOf(e.getMessage()));
      return;
    } catch (OverloadedException e) {
      request.response().putHeader(RETRY_AFTER, "1");
      Answers.error(request, 503, "the server is busy: %,d requests wait".formatted(e.waiting()));
      return;
    } catch (RejectedExecutionException e) {
      request.response().putHeader(RETRY_AFTER, "1");
      Answers.error(request, 503, "the server does not serve searches");
      return;
    }
    running++;
    request.response().closeHandler(gone -> searching.ticket().cancel());
    Context loop = Vertx.currentContext();
    searching
        .ticket()
        .completion()
        .whenComplete((found, failure) ->
            loop.runOnContext(now -> {
              running--;
              answer(request, searching, found, failure);
            }));
  }

  private SearchRequest asked(HttpServerRequest request) throws BadRequest {
    String text = request.getParam("q");
    if (text == null || text.isBlank()) {
      throw new BadRequest("q: expected a query, as in /search?q=words");
    }
    if (text.length() > limits.queryLength()) {
      throw new BadRequest(
          "q: expected at most %,d characters, found %,d"
              .formatted(limits.queryLength(), text.length()));
    }
    return new SearchRequest(
        text,
        syntax(request.getParam("syntax")),
        (int) whole("k", request.getParam("k"), 10, limits.topHits()),
        Duration.ofMillis(
            whole(
                TIMEOUT,
                request.getHeader(TIMEOUT),
                limits.timeout().toMillis(),
                limits.timeout().toMillis())));
  }

  private static long whole(String name, @Nullable String text, long usual, long most)
      throws BadRequest {
    if (text == null) {
      return usual;
    }
    try {
      long number = Long.parseLong(text.strip());
      if (number >= 1 && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    throw new BadRequest(
        "%s: expected a whole number from 1 to %,d, found '%s'"
            .formatted(name, most, Abbreviated.of(text)));
  }

  private static Optional<QuerySyntax> syntax(@Nullable String name) throws BadRequest {
    if (name == null) {
      return Optional.empty();
    }
    for (QuerySyntax syntax : QuerySyntax.values()) {
      if (label(syntax).equals(name)) {
        return Optional.of(syntax);
      }
    }
    throw new BadRequest(
        "syntax: expected %s, found '%s'"
            .formatted(
                Arrays.stream(QuerySyntax.values())
                    .map(SearchRoutes::label)
                    .collect(Collectors.joining(", ")),
                Abbreviated.of(name)));
  }

  private static String label(QuerySyntax syntax) {
    return syntax.name().toLowerCase(Locale.ROOT);
  }

  private static void answer(
      HttpServerRequest request,
      Searching searching,
      @Nullable Found found,
      @Nullable Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    if (found != null) {
      Answers.json(request, 200, json(searching, found));
    } else if (cause instanceof DeadlineExceededException) {
      Answers.error(request, 504, "the deadline passed before there were hits");
    } else if (cause instanceof CancellationException) {
      Answers.error(request, 503, "the search was cancelled");
    } else if (cause != null) {
      WebServer.failed(request, cause);
    }
  }

  private static ObjectNode json(Searching searching, Found found) {
    Timeline timeline = searching.ticket().timeline();
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("tookMs", ms(timeline.endNanos() - timeline.arrivalNanos()));
    body.put("partial", timeline.outcome() == Outcome.PARTIAL);
    body.putObject("total")
        .put("hits", found.totalHits())
        .put("isLowerBound", found.isLowerBound());
    body.put("policy", searching.engine().setting().policy());
    body.put("degree", timeline.peakDegree());
    body.putObject("causes")
        .put("queueMs", ms(timeline.admittedNanos() - timeline.arrivalNanos()))
        .put("handOffMs", ms(timeline.startNanos() - timeline.admittedNanos()))
        .put("preemptedMs", ms(timeline.preemptedNanos()))
        .put("workMs", ms(timeline.endNanos() - timeline.startNanos() - timeline.preemptedNanos()));
    ArrayNode hits = body.putArray("hits");
    for (Hit hit : found.hits()) {
      ObjectNode each = hits.addObject().put("doc", hit.doc()).put("score", hit.score());
      ObjectNode fields = each.putObject("fields");
      hit.fields().forEach(fields::put);
    }
    return body;
  }

  private static double ms(long nanos) {
    return Math.round(nanos / 1e3) / 1e3;
  }

  /** Refuses new searches from now on. */
  void stop() {
    isStopping = true;
  }

  /** Number of searches without an answer. */
  int running() {
    return running;
  }
}
