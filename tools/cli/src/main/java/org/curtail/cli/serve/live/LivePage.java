package org.curtail.cli.serve.live;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.terminal.Abbreviated;
import org.curtail.cli.serve.http.Answers;
import org.curtail.cli.serve.http.Routes;
import org.curtail.cli.serve.live.Figures.Point;
import org.curtail.cli.serve.live.Viewers.View;
import org.curtail.cli.serve.search.SearchService;
import org.curtail.runtime.Autopilot;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.Metrics;
import org.jspecify.annotations.Nullable;

/**
 * The live page of a search server: the page, its events and its controls. One thread samples while
 * somebody watches, once for all viewers. It sleeps while nobody does.
 */
public final class LivePage implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(LivePage.class.getName());

  private static final String FOLDER = "/org/curtail/cli/serve/live/";
  private static final String UPLOT = "/META-INF/resources/webjars/uplot/1.6.30/dist/";

  private static final String SECURITY_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private static final String SCRIPT = "text/javascript; charset=utf-8";
  private static final String STYLE = "text/css; charset=utf-8";

  private static final long SAMPLE_NANOS = 100_000_000;
  private static final int SAMPLES_PER_SECOND = 10;
  private static final int SAMPLES_PER_LOOK = 2;

  /** Time for which the load goes on while nobody watches. */
  private static final long UNWATCHED_NANOS = 600_000_000_000L;

  /** Most bars of a sample: requests that have not ended, and short ones that have. */
  private static final int MOST_PRESENT = 64;

  private static final int MOST_SHORT = 8;
  private static final int MOST_MARKS = 40;
  private static final int MOST_DECISIONS = 6;
  private static final int MOST_COLOURS = 6;

  private record Mark(long atMs, String label) {}

  private final SearchService service;
  private final Stage stage;
  private final Viewers viewers = new Viewers();
  private final long beginNanos = System.nanoTime();
  private final AtomicLong numbers = new AtomicLong();
  private final Thread sampler;
  private volatile @Nullable Context loop;
  private volatile boolean closed;
  private volatile long restartNanos;

  /** Null until somebody looks at them. */
  private volatile @Nullable Replicas replicas;

  // Guarded by itself.
  private final ArrayDeque<Mark> marks = new ArrayDeque<>();

  // Used by the thread that samples.
  private final Figures figures = new Figures(beginNanos);
  private final Slowest slowest = new Slowest();
  private @Nullable Watch watch;
  private boolean areReplicasWatched;
  private String sentReplicas = "";
  private final Map<String, String> sent = new HashMap<>();
  private long restartedNanos;
  private long sentMarks;

  /**
   * Creates a page.
   *
   * @param queries queries of the built-in client; without any it cannot run
   */
  public LivePage(SearchService service, List<String> queries) {
    this.service = service;
    stage = new Stage(service, queries, this::changed);
    sampler = Thread.ofPlatform().daemon().name("serve-live").start(this::sample);
  }

  /**
   * Measures the requests of the built-in client, which takes seconds.
   *
   * @param withLoad true to start the load after that
   */
  public void begin(boolean withLoad) {
    stage.begin(withLoad);
  }

  private void changed(String label, boolean others) {
    synchronized (marks) {
      marks.addLast(new Mark(ms(System.nanoTime()), label));
      if (marks.size() > MOST_MARKS) {
        marks.removeFirst();
      }
    }
    if (others) {
      restartNanos = System.nanoTime();
    }
  }

  private long ms(long nanos) {
    return (nanos - beginNanos) / 1_000_000;
  }

  // ---- Routes.

  /** Adds the page to the routes of a server. */
  public void addTo(Routes routes) {
    file(routes, "/", FOLDER + "index.html", "text/html; charset=utf-8");
    for (String script : List.of("live.js", "bars.js", "plots.js", "replicas.js")) {
      file(routes, "/live/" + script, FOLDER + script, SCRIPT);
    }
    file(routes, "/live/live.css", FOLDER + "live.css", STYLE);
    file(routes, "/live/uPlot.iife.min.js", UPLOT + "uPlot.iife.min.js", SCRIPT);
    file(routes, "/live/uPlot.min.css", UPLOT + "uPlot.min.css", STYLE);
    routes.get("/live/events", this::events).post("/live/control", this::control);
  }

  private static void file(Routes routes, String path, String resource, String type) {
    byte[] content;
    try (InputStream in = LivePage.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("the build lacks " + resource);
      }
      content = in.readAllBytes();
    } catch (IOException e) {
      throw new IllegalStateException("cannot read " + resource, e);
    }
    Buffer body = Buffer.buffer(content);
    routes.get(
        path,
        request -> {
          request.response().putHeader("Content-Security-Policy", SECURITY_POLICY);
          Answers.send(request, 200, type, body);
        });
  }

  private void events(HttpServerRequest request) {
    loop = Vertx.currentContext();
    View view = View.of(String.valueOf(request.getParam("view")));
    if (!viewers.add(request.response(), view, () -> LockSupport.unpark(sampler))) {
      request.response().putHeader("Retry-After", "10");
      Answers.error(request, 503, "%d viewers watch already".formatted(Viewers.MOST));
    }
  }

  private void control(HttpServerRequest request, JsonNode body) {
    try {
      if (!body.isObject() || body.isEmpty()) {
        throw new IllegalArgumentException(
            "expected an object with policy, load, running, cores, versus or replicas");
      }
      for (Map.Entry<String, JsonNode> field : body.properties()) {
        set(field.getKey(), field.getValue());
      }
      Answers.json(request, 200, JsonNodeFactory.instance.objectNode().put("done", true));
    } catch (IllegalArgumentException e) {
      Answers.error(request, 400, String.valueOf(e.getMessage()));
    }
  }

  private void set(String name, JsonNode value) {
    switch (name) {
      case "policy" -> stage.policy(text(name, value));
      case "load" -> stage.load(whole(name, value));
      case "running" -> {
        if (!value.isBoolean()) {
          throw new IllegalArgumentException(
              "running: expected true or false, found " + Abbreviated.of(value.toString()));
        }
        stage.running(value.booleanValue());
      }
      case "cores" -> stage.cores(whole(name, value));
      case "versus" -> {
        if (value.isNull()) {
          stage.stopComparing();
        } else {
          stage.compare(text("versus.a", value.path("a")), text("versus.b", value.path("b")));
        }
      }
      case "replicas" -> setReplicas(value);
      default ->
          throw new IllegalArgumentException(
              "expected policy, load, running, cores, versus or replicas, found '"
                  + Abbreviated.of(name)
                  + "'");
    }
  }

  private void setReplicas(JsonNode value) {
    Replicas present = replicas;
    if (present == null) {
      throw new IllegalArgumentException("replicas: expected while somebody watches them");
    }
    if (value.path("hedge").isBoolean()) {
      present.hedge(value.path("hedge").booleanValue());
    } else if (value.path("pause").isBoolean()) {
      present.pause(
          whole("replicas.replica", value.path("replica")), value.path("pause").booleanValue());
    } else {
      throw new IllegalArgumentException(
          "replicas: expected {\"hedge\": true} or {\"replica\": 0, \"pause\": true}, found "
              + Abbreviated.of(value.toString()));
    }
  }

  private static String text(String name, JsonNode value) {
    if (!value.isTextual()) {
      throw new IllegalArgumentException(
          name + ": expected a text, found " + Abbreviated.of(value.toString()));
    }
    return value.textValue();
  }

  private static int whole(String name, JsonNode value) {
    if (!value.isInt()) {
      throw new IllegalArgumentException(
          name + ": expected a whole number, found " + Abbreviated.of(value.toString()));
    }
    return value.intValue();
  }

  // ---- Sampling.

  private void sample() {
    long nextNanos = System.nanoTime();
    int tick = 0;
    double busy = 0;
    while (!closed) {
      boolean isServer = viewers.count(View.SERVER) > 0;
      boolean isReplicas = viewers.count(View.REPLICAS) > 0;
      watchServer(isServer);
      watchReplicas(isReplicas);
      if (!isServer && !isReplicas) {
        rest();
        nextNanos = System.nanoTime();
        tick = 0;
        busy = 0;
        continue;
      }
      Context context = loop;
      if (context != null) {
        busy += isServer ? service.engine().curtail().threadsBusy() : 0;
        tick++;
        boolean isSecond = tick % SAMPLES_PER_SECOND == 0;
        if (isServer) {
          look(context, isSecond, busy / SAMPLES_PER_SECOND);
        }
        if (isReplicas && tick % SAMPLES_PER_LOOK == 0) {
          lookAtReplicas(context, isSecond);
        }
        busy = isSecond ? 0 : busy;
      }
      nextNanos = Math.max(nextNanos + SAMPLE_NANOS, System.nanoTime());
      while (!closed && System.nanoTime() < nextNanos) {
        LockSupport.parkNanos(this, nextNanos - System.nanoTime());
      }
    }
  }

  private void watchServer(boolean isWatched) {
    Watch present = watch;
    if (isWatched && present == null) {
      Watch next = new Watch(numbers);
      service.addListener(next);
      watch = next;
      figures.restart(System.nanoTime());
    } else if (!isWatched && present != null) {
      service.removeListener(present);
      watch = null;
      slowest.clear();
    }
  }

  private void watchReplicas(boolean isWatched) {
    Replicas present = replicas;
    try {
      if (isWatched && present == null) {
        present = Replicas.start();
        replicas = present;
      }
    } catch (IOException e) {
      LOG.log(System.Logger.Level.WARNING, "the emulated servers do not start", e);
    }
    if (present != null && isWatched != areReplicasWatched) {
      areReplicasWatched = isWatched;
      present.watched(isWatched);
    }
  }

  private void lookAtReplicas(Context context, boolean isSecond) {
    Replicas present = replicas;
    if (present == null) {
      return;
    }
    long nowNanos = System.nanoTime();
    String state = present.look(nowNanos, ms(nowNanos), isSecond, false);
    if (isSecond || !state.equals(sentReplicas)) {
      viewers.send(context, View.REPLICAS, Viewers.event("replicas", state));
      sentReplicas = state;
    }
    if (viewers.anyBehind()) {
      String all = present.look(nowNanos, ms(nowNanos), false, true);
      viewers.begin(context, View.REPLICAS, Viewers.event("replicas", all));
    }
  }

  /** Waits until somebody watches. */
  private void rest() {
    long untilNanos = System.nanoTime() + UNWATCHED_NANOS;
    while (!closed && viewers.count(View.SERVER) + viewers.count(View.REPLICAS) == 0) {
      long leftNanos = untilNanos - System.nanoTime();
      if (leftNanos > 0) {
        LockSupport.parkNanos(this, leftNanos);
      } else {
        stage.watched(false);
        LockSupport.park(this);
      }
    }
    stage.watched(true);
  }

  /** Takes a sample, and sends the changes. */
  private void look(Context context, boolean isSecond, double busy) {
    Watch present = watch;
    if (present == null) {
      return;
    }
    long nowNanos = System.nanoTime();
    if (restartNanos != restartedNanos) {
      restartedNanos = restartNanos;
      figures.restart(restartedNanos);
    }
    List<Bar> ended = present.takeEnded();
    for (Bar bar : ended) {
      var timeline = bar.timeline();
      if (timeline != null) {
        figures.add(timeline.endNanos(), bar.latencyNanos());
        slowest.add(bar);
      }
    }
    List<Bar> running = present.present(MOST_PRESENT);
    var events = new StringBuilder();
    String bars = bars(running, ended, nowNanos, false);
    if (!bars.isEmpty()) {
      events.append(Viewers.event("bars", bars));
    }
    if (isSecond) {
      second(events, nowNanos, busy);
    }
    viewers.send(context, View.SERVER, events.toString());
    if (viewers.anyBehind()) {
      String beginning =
          Viewers.event("hello", hello())
              + Viewers.event("state", state())
              + Viewers.event("bars", bars(running, List.of(), nowNanos, true))
              + Viewers.event("slow", slow())
              + Viewers.event("versus", versus());
      viewers.begin(context, View.SERVER, beginning);
    }
  }

  private void second(StringBuilder events, long nowNanos, double busy) {
    Metrics.Gauges gauges = service.engine().curtail().metrics().gauges();
    Point point = figures.point(nowNanos, ms(nowNanos), busy, gauges.waiting());
    slowest.tick();
    events.append(Viewers.event("point", point(point).toString()));
    for (Mark mark : newMarks()) {
      events.append(Viewers.event("mark", mark(mark).toString()));
    }
    addIfChanged(events, "state", state());
    addIfChanged(events, "slow", slow());
    addIfChanged(events, "versus", versus());
  }

  private void addIfChanged(StringBuilder events, String name, String json) {
    if (!json.equals(sent.put(name, json))) {
      events.append(Viewers.event(name, json));
    }
  }

  private List<Mark> newMarks() {
    synchronized (marks) {
      List<Mark> fresh = marks.stream().filter(mark -> mark.atMs > sentMarks).toList();
      if (!fresh.isEmpty()) {
        sentMarks = fresh.getLast().atMs;
      }
      return fresh;
    }
  }

  /**
   * Renders bars: changed ones, or all.
   *
   * @return nothing if there is no change
   */
  private String bars(List<Bar> running, List<Bar> ended, long nowNanos, boolean all) {
    var json = new StringBuilder();
    for (Bar bar : running) {
      if (bar.takeChange() || all) {
        bar.shown = true;
        append(json, bar);
      }
    }
    var brief = new ArrayList<Bar>();
    for (Bar bar : ended) {
      if (bar.shown) {
        append(json, bar);
      } else {
        brief.add(bar);
      }
    }
    brief.sort(Comparator.comparingLong(Bar::latencyNanos).reversed());
    for (Bar bar : brief.subList(0, Math.min(MOST_SHORT, brief.size()))) {
      append(json, bar);
    }
    if (json.isEmpty() && !all) {
      return "";
    }
    return "{\"now\":%d.%d,%s\"b\":[%s]}"
        .formatted(
            (nowNanos - beginNanos) / 1_000_000,
            (nowNanos - beginNanos) / 100_000 % 10,
            all ? "\"all\":true," : "",
            json);
  }

  private void append(StringBuilder json, Bar bar) {
    if (!json.isEmpty()) {
      json.append(',');
    }
    bar.appendTo(json, beginNanos);
  }

  // ---- Values as JSON.

  private String hello() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    ArrayNode points = json.putArray("points");
    figures.points().forEach(point -> points.add(point(point)));
    ArrayNode all = json.putArray("marks");
    synchronized (marks) {
      marks.forEach(mark -> all.add(mark(mark)));
    }
    return json.toString();
  }

  static ArrayNode point(Point point) {
    ArrayNode json = JsonNodeFactory.instance.arrayNode().add(point.atMs());
    for (double number : new double[] {point.p50(), point.p95(), point.p99(), point.perSecond()}) {
      if (Double.isNaN(number)) {
        json.addNull();
      } else {
        json.add(Math.round(number * 100) / 100.0);
      }
    }
    return json.add(Math.round(point.busy() * 10) / 10.0).add(point.waiting());
  }

  private static ArrayNode mark(Mark mark) {
    return JsonNodeFactory.instance.arrayNode().add(mark.atMs).add(mark.label);
  }

  private String state() {
    Stage.State state = stage.state();
    Curtail engine = service.engine().curtail();
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("cores", state.engine().cores())
        .put("emulated", state.engine().isEmulated())
        .put("factor", state.factor())
        .put("mostDegree", Math.min(MOST_COLOURS, state.engine().cores()))
        .put("policy", state.engine().policy())
        .put("load", state.load())
        .put("running", state.running())
        .put("canLoad", state.perSecond() > 0)
        .put("loadNote", state.perSecond() > 0 ? Stage.rate(state.perSecond()) : "")
        .put("busy", state.busy())
        .put("explain", engine.explain().strip());
    ArrayNode policies = json.putArray("policies");
    for (Stage.Offer offer : state.offers()) {
      policies
          .addObject()
          .put("name", offer.name())
          .put("title", offer.title())
          .put("words", offer.words())
          .put("ready", offer.ready());
      if (offer.name().equals(state.engine().policy())) {
        json.put("policyWords", offer.words());
      }
    }
    ArrayNode decisions = json.putArray("decisions");
    List<Autopilot.Decision> history = engine.autopilot().map(Autopilot::history).orElse(List.of());
    history
        .subList(Math.max(0, history.size() - MOST_DECISIONS), history.size())
        .forEach(decision ->
            decisions
                .addObject()
                .put("atMs", ms(decision.atNanos()))
                .put("what", decision.what())
                .put("reason", decision.reason()));
    return json.toString();
  }

  private String slow() {
    ArrayNode json = JsonNodeFactory.instance.arrayNode();
    for (Slowest.Row row : slowest.rows()) {
      ObjectNode each = json.addObject().put("title", row.title()).put("ms", row.ms());
      ArrayNode parts = each.putArray("parts");
      row.parts()
          .forEach(part -> parts.addArray().add(part.degree()).add(part.name()).add(part.ms()));
    }
    return json.toString();
  }

  private String versus() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    Versus.Standing standing = stage.versus().orElse(null);
    ArrayNode ratios = json.putArray("ratios");
    if (standing == null) {
      return json.put("running", false)
          .put("turn", "")
          .put("verdict", "")
          .put("note", "")
          .toString();
    }
    json.put("running", standing.running())
        .put("a", standing.setting().first())
        .put("b", standing.setting().second())
        .put("turn", standing.turn())
        .put("verdict", standing.verdict())
        .put(
            "note",
            standing.running()
                ? "The verdict comes after %d pairs. Intervals are 95 %%.".formatted(Versus.PAIRS)
                : "");
    for (Versus.Figure figure : standing.figures()) {
      Ratio ratio = figure.ratio();
      ObjectNode each = ratios.addObject().put("name", figure.name()).put("words", figure.words());
      if (ratio != null) {
        each.put("value", ratio.value())
            .put("low", ratio.low())
            .put("high", ratio.high())
            .put("differs", ratio.differs());
      }
    }
    return json.toString();
  }

  /** Ends the load and the streams of events. On the event loop if there is a server. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(sampler);
    stage.close();
    Replicas present = replicas;
    if (present != null) {
      present.close();
    }
    viewers.end();
  }
}
