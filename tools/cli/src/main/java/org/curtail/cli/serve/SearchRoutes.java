package org.curtail.cli.serve;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.curtail.benchkit.terminal.Abbreviated;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.cli.querylog.QueryParsing;
import org.curtail.cli.querylog.QuerySyntax;
import org.curtail.cli.serve.http.AccessLog;
import org.curtail.cli.serve.http.Answers;
import org.curtail.cli.serve.http.Routes;
import org.curtail.cli.serve.search.Found;
import org.curtail.cli.serve.search.Hit;
import org.curtail.cli.serve.search.SearchRequest;
import org.curtail.cli.serve.search.SearchService;
import org.curtail.cli.serve.search.SearchService.Searching;
import org.curtail.diagnose.Cause;
import org.curtail.diagnose.CauseNanos;
import org.curtail.diagnose.CauseSplit;
import org.curtail.diagnose.RequestEvidence;
import org.curtail.runtime.DeadlineExceededException;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.OverloadedException;
import org.curtail.runtime.Timeline;
import org.jspecify.annotations.Nullable;

/**
 * The answers to {@code /search}, {@code /health}, {@code /ready} and {@code /metrics}. On the
 * event loop only.
 */
final class SearchRoutes {
  /** Header with the time that a client waits for an answer, in milliseconds. */
  static final String TIMEOUT = "Curtail-Timeout-Ms";

  /** Header with the moment at which a client wanted to send, in milliseconds since 1970. */
  static final String INTENDED = "Curtail-Intended-Ms";

  /** Time after the deadline at which the server answers for a search that does not. */
  private static final long GRACE_MS = 50;

  /** Status of a search whose client has gone, in logs and metrics; never sent. */
  private static final int CLIENT_GONE = 499;

  private static final int USUAL_HITS = 10;
  private static final double NANOS_PER_MS = 1e6;

  private final SearchService service;
  private final SearchLimits limits;
  private final ServerMetrics metrics;
  private final Optional<AccessLog> log;
  private final Set<Exchange> running = new HashSet<>();
  private boolean isStopping;

  SearchRoutes(
      SearchService service, SearchLimits limits, ServerMetrics metrics, Optional<AccessLog> log) {
    this.service = service;
    this.limits = limits;
    this.metrics = metrics;
    this.log = log;
  }

  void addTo(Routes routes) {
    routes
        .get("/search", request -> new Exchange(request).begin())
        .get("/health", this::health)
        .get("/ready", this::ready)
        .get("/metrics", this::metrics);
  }

  private void health(HttpServerRequest request) {
    Optional<Throwable> broken = service.engine().curtail().brokenBy();
    Answers.text(
        request,
        broken.isPresent() ? 500 : 200,
        broken.map(by -> "the engine broke: " + Failure.reason(by)).orElse("healthy") + "\n");
  }

  /** The text takes milliseconds, for which searches must not wait. */
  private void metrics(HttpServerRequest request) {
    Context loop = requireNonNull(Vertx.currentContext());
    Thread.startVirtualThread(() -> {
      Buffer text = Buffer.buffer(metrics.text());
      loop.runOnContext(
          now -> Answers.send(request, 200, "text/plain; version=0.0.4; charset=utf-8", text));
    });
  }

  private void ready(HttpServerRequest request) {
    Answers.text(request, isStopping ? 503 : 200, isStopping ? "stopping\n" : "ready\n");
  }

  /** Refuses new searches from now on. */
  void stop() {
    isStopping = true;
  }

  /** Number of searches without an answer. */
  int running() {
    return running.size();
  }

  /** Cancels all searches without an answer. */
  void cancel() {
    List.copyOf(running).forEach(Exchange::cancel);
  }

  /** A request that cannot be answered; the message is for its client. */
  private static final class BadRequest extends Exception {
    private static final long serialVersionUID = 1;

    BadRequest(String message) {
      super(message);
    }
  }

  /** A search from the receipt of its request to its one answer. */
  private final class Exchange {
    private final HttpServerRequest request;
    private final long receivedNanos = System.nanoTime();
    private final double receivedMs = nowMs();
    private String query = "";
    private long timeoutMs;
    private Optional<Double> intendedMs = Optional.empty();
    private @Nullable Searching searching;
    private long timer;
    private boolean isAnswered;

    Exchange(HttpServerRequest request) {
      this.request = request;
    }

    void begin() {
      if (isStopping) {
        request.response().putHeader("Connection", "close");
        refuse("the server is stopping");
        return;
      }
      try {
        wait(service.submit(asked()));
      } catch (BadRequest | QueryParsing.Unparsable e) {
        error(400, String.valueOf(e.getMessage()));
      } catch (OverloadedException e) {
        refuse("the server is busy: %,d searches wait".formatted(e.waiting()));
      } catch (RejectedExecutionException e) {
        refuse("the server does not serve searches");
      } catch (IOException | RuntimeException e) {
        failed(e);
      }
    }

    private void wait(Searching begun) {
      searching = begun;
      running.add(this);
      Context loop = requireNonNull(Vertx.currentContext());
      Vertx vertx = loop.owner();
      timer = vertx.setTimer(timeoutMs + GRACE_MS, now -> late());
      request.response().closeHandler(gone -> gone());
      begun
          .ticket()
          .completion()
          .whenComplete((found, failure) ->
              loop.runOnContext(now -> {
                running.remove(this);
                vertx.cancelTimer(timer);
                ended(begun, found, failure);
              }));
    }

    private SearchRequest asked() throws BadRequest {
      timeoutMs =
          whole(
              TIMEOUT,
              request.getHeader(TIMEOUT),
              limits.timeout().toMillis(),
              limits.timeout().toMillis());
      intendedMs = intended();
      String text = parameter("q");
      if (text == null || text.isBlank()) {
        throw new BadRequest("q: expected a query, as in /search?q=words");
      }
      if (text.length() > limits.queryLength()) {
        throw new BadRequest(
            "q: expected at most %,d characters, found %,d"
                .formatted(limits.queryLength(), text.length()));
      }
      query = text;
      return new SearchRequest(
          text,
          syntax(parameter("syntax")),
          (int)
              whole("k", parameter("k"), Math.min(USUAL_HITS, limits.topHits()), limits.topHits()),
          Duration.ofMillis(timeoutMs));
    }

    private @Nullable String parameter(String name) throws BadRequest {
      try {
        return request.getParam(name);
      } catch (IllegalArgumentException e) {
        throw new BadRequest("expected parameters in the encoding of addresses: " + e.getMessage());
      }
    }

    private Optional<Double> intended() throws BadRequest {
      String text = request.getHeader(INTENDED);
      if (text == null) {
        return Optional.empty();
      }
      try {
        double ms = Double.parseDouble(text.strip());
        if (Double.isFinite(ms) && ms >= 0) {
          return Optional.of(ms);
        }
      } catch (NumberFormatException e) {
        // Reported below.
      }
      throw new BadRequest(
          "%s: expected milliseconds since 1970, found '%s'"
              .formatted(INTENDED, Abbreviated.of(text)));
    }

    private void ended(Searching done, @Nullable Found found, @Nullable Throwable failure) {
      Throwable cause =
          failure instanceof CompletionException && failure.getCause() != null
              ? failure.getCause()
              : failure;
      if (found != null && isUseful(done, found)) {
        answered(200, found.hits().size());
        Answers.json(request, 200, json(done, found));
      } else if (found != null || cause instanceof DeadlineExceededException) {
        late();
      } else if (cause instanceof CancellationException) {
        refuse("the search was cancelled");
      } else if (cause != null) {
        failed(cause);
      }
    }

    /** False if the deadline passed before there were hits. */
    private static boolean isUseful(Searching done, Found found) {
      return !found.hits().isEmpty() || done.ticket().timeline().outcome() != Outcome.PARTIAL;
    }

    /** The deadline has passed without hits. */
    private void late() {
      cancel();
      error(504, "the deadline of %,d ms passed before there were hits".formatted(timeoutMs));
    }

    private void gone() {
      cancel();
      answered(CLIENT_GONE, 0);
    }

    void cancel() {
      Searching begun = searching;
      if (begun != null) {
        begun.ticket().cancel();
      }
    }

    private void refuse(String sentence) {
      if (!isAnswered) {
        request.response().putHeader("Retry-After", "1");
      }
      error(503, sentence);
    }

    private void failed(Throwable cause) {
      error(500, "the search failed: " + Failure.reason(cause));
    }

    private void error(int status, String sentence) {
      answered(status, 0);
      Answers.error(request, status, sentence);
    }

    /** Counts and logs the one answer. */
    private void answered(int status, int hits) {
      if (isAnswered) {
        return;
      }
      isAnswered = true;
      metrics.answered(status, System.nanoTime() - receivedNanos);
      Searching begun = searching;
      log.ifPresent(to ->
          to.add(
              new AccessLog.Line(
                  receivedMs,
                  intendedMs,
                  nowMs(),
                  status,
                  begun == null || !begun.ticket().isDone()
                      ? 0
                      : begun.ticket().timeline().peakDegree(),
                  hits,
                  timeoutMs,
                  query)));
    }
  }

  private static double nowMs() {
    Instant now = Instant.now();
    return now.getEpochSecond() * 1e3 + now.getNano() / NANOS_PER_MS;
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

  private static ObjectNode json(Searching searching, Found found) {
    Timeline timeline = searching.ticket().timeline();
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("tookMs", ms(timeline.endNanos() - timeline.arrivalNanos()));
    body.put("isPartial", timeline.outcome() == Outcome.PARTIAL);
    body.put("matches", found.totalHits()).put("isLowerBound", found.isLowerBound());
    body.put("policy", searching.engine().setting().policy());
    body.put("degree", timeline.peakDegree());
    body.set("causesMs", causes(timeline, searching.engine().setting().isEmulated()));
    ArrayNode hits = body.putArray("hits");
    for (Hit hit : found.hits()) {
      ObjectNode each = hits.addObject().put("doc", hit.doc()).put("score", hit.score());
      ObjectNode fields = each.putObject("fields");
      hit.fields().forEach(fields::put);
    }
    return body;
  }

  /** The time of a search by cause, in milliseconds; causes without time are left out. */
  private static ObjectNode causes(Timeline timeline, boolean isEmulated) {
    CauseNanos nanos = CauseSplit.of(RequestEvidence.ofEngine(0, "", timeline)).nanos();
    ObjectNode causes = JsonNodeFactory.instance.objectNode();
    for (Cause cause : Cause.values()) {
      if (nanos.of(cause) > 0) {
        // Emulated cores have no signals: what they do not explain is work.
        Cause known = isEmulated && cause == Cause.REST ? Cause.WORK : cause;
        causes.put(known.title(), ms(nanos.of(cause)));
      }
    }
    return causes;
  }

  private static double ms(long nanos) {
    return TimeUnit.NANOSECONDS.toMicros(nanos) / 1e3;
  }
}
