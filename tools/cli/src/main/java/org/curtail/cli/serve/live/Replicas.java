package org.curtail.cli.serve.live;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.curtail.benchkit.replicas.HoldRequest;
import org.curtail.benchkit.replicas.LiveReplicas;
import org.curtail.benchkit.replicas.ReplicaClient;
import org.curtail.cli.serve.live.Figures.Point;
import org.curtail.hedge.Attempt;
import org.curtail.hedge.Hedge;
import org.curtail.hedge.HedgeBudget;
import org.curtail.reissue.ReissuePolicy;

/**
 * Three emulated servers that hold each call for a drawn time, and a client that may hedge. It
 * sends calls only while somebody watches. A paused server goes on by itself after some seconds.
 *
 * <p>The budget of copies is greater than usual: a third of all calls is late while a server is
 * paused.
 */
final class Replicas implements AutoCloseable {
  static final int SERVERS = 3;

  private static final int SLOTS = 8;
  private static final double CALLS_PER_SECOND = 40;
  private static final double MEDIAN_MS = 30;
  private static final double SPREAD = 0.6;
  private static final double DELAY_MS = 120;
  private static final double BUDGET = 0.4;
  private static final int KINDS = 4096;
  private static final long LONGEST_PAUSE_NANOS = 10_000_000_000L;
  private static final long SEED = 1;

  private final LiveReplicas servers;
  private final ReplicaClient client;
  private final LoadClient load;
  private final long[] holdNanos;
  private final int[][] order;
  private final AtomicInteger numbers = new AtomicInteger();
  private final Map<Integer, Long> intended = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<Ended> ended = new ConcurrentLinkedQueue<>();
  private final AtomicIntegerArray firsts = new AtomicIntegerArray(SERVERS);
  private final AtomicIntegerArray copies = new AtomicIntegerArray(SERVERS);
  private final AtomicIntegerArray sent = new AtomicIntegerArray(2);
  private final Figures figures;
  private final Hedge hedge;

  // Guarded by this.
  private final long[] pausedUntilNanos = new long[SERVERS];
  private boolean isHedging;

  private record Ended(long atNanos, long latencyNanos) {}

  private Replicas(LiveReplicas servers) {
    this.servers = servers;
    client = new ReplicaClient(servers.addresses());
    hedge =
        Hedge.of(ReissuePolicy.singleD(DELAY_MS))
            .named("serve")
            .idempotent()
            .leastSamples(1)
            .budget(HedgeBudget.of(BUDGET))
            .start();
    var random = new Random(SEED);
    holdNanos =
        random
            .doubles(KINDS)
            .mapToLong(_ -> Math.round(MEDIAN_MS * Math.exp(SPREAD * random.nextGaussian()) * 1e6))
            .toArray();
    order =
        IntStream.range(0, KINDS)
            .mapToObj(_ -> {
              int first = random.nextInt(SERVERS);
              int other = (first + 1 + random.nextInt(SERVERS - 1)) % SERVERS;
              return new int[] {first, other};
            })
            .toArray(int[][]::new);
    figures = new Figures(System.nanoTime());
    load = new LoadClient(this::call, KINDS, SEED);
  }

  static Replicas start() throws IOException {
    return new Replicas(LiveReplicas.start(SERVERS, SLOTS));
  }

  // ---- Calls.

  private void call(int kind, long intendedNanos) {
    int number = numbers.incrementAndGet() & 0xFFFFFFF;
    intended.put(number, intendedNanos);
    boolean hedges;
    synchronized (this) {
      hedges = isHedging;
    }
    CompletableFuture<Integer> answer =
        hedges
            ? hedge.call(attempt -> attempt(number, kind, attempt))
            : send(number, kind, 0, order[kind][0]).answer();
    answer.whenComplete((copy, failure) -> {
      long nowNanos = System.nanoTime();
      intended.remove(number);
      if (failure == null) {
        ended.add(new Ended(nowNanos, nowNanos - intendedNanos));
      }
    });
  }

  private CompletionStage<Integer> attempt(int number, int kind, Attempt attempt) {
    int copy = Math.min(attempt.number(), 1);
    int server = order[kind][copy];
    attempt.replica(server);
    ReplicaClient.Copy under = send(number, kind, copy, server);
    attempt.onCancel(under::cancel);
    return under.answer();
  }

  private ReplicaClient.Copy send(int number, int kind, int copy, int server) {
    AtomicIntegerArray inside = copy == 0 ? firsts : copies;
    inside.incrementAndGet(server);
    sent.incrementAndGet(copy);
    ReplicaClient.Copy under =
        client.send(
            new HoldRequest(number, copy, holdNanos[(kind + copy * (KINDS / 2)) % KINDS]), server);
    under.answer().whenComplete((answer, failure) -> inside.decrementAndGet(server));
    return under;
  }

  // ---- Controls.

  /** Starts or stops the calls. */
  void watched(boolean isWatched) {
    load.rate(isWatched ? CALLS_PER_SECOND : 0);
    if (isWatched) {
      figures.restart(System.nanoTime());
    } else {
      for (int server = 0; server < SERVERS; server++) {
        pause(server, false);
      }
    }
  }

  /** Pauses a server for some seconds, or lets it go on. */
  synchronized void pause(int server, boolean isPaused) {
    if (server < 0 || server >= SERVERS) {
      throw new IllegalArgumentException(
          "replicas.replica: expected a number from 0 to %d, found %d"
              .formatted(SERVERS - 1, server));
    }
    if (isPaused != (pausedUntilNanos[server] != 0)) {
      pausedUntilNanos[server] = isPaused ? System.nanoTime() + LONGEST_PAUSE_NANOS : 0;
      servers.pause(server, isPaused);
    }
  }

  /** Switches hedging on or off. */
  synchronized void hedge(boolean isOn) {
    isHedging = isOn;
    sent.set(0, 0);
    sent.set(1, 0);
  }

  // ---- Looks.

  /**
   * Returns the state as JSON.
   *
   * @param atMs moment of the page
   * @param isSecond true if a point is due
   * @param withPoints true for all points so far
   */
  String look(long nowNanos, long atMs, boolean isSecond, boolean withPoints) {
    for (Ended one = ended.poll(); one != null; one = ended.poll()) {
      figures.add(one.atNanos, one.latencyNanos);
    }
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    if (isSecond) {
      // A call that is late already counts with its time so far.
      double[] late =
          intended.values().stream()
              .mapToDouble(from -> (nowNanos - from) / 1e6)
              .filter(ms -> ms > DELAY_MS)
              .toArray();
      json.set("point", LivePage.point(figures.pointWith(late, nowNanos, atMs)));
    }
    if (withPoints) {
      ArrayNode points = json.putArray("points");
      for (Point point : figures.points()) {
        points.add(LivePage.point(point));
      }
    }
    ArrayNode all = json.putArray("servers");
    synchronized (this) {
      for (int server = 0; server < SERVERS; server++) {
        if (pausedUntilNanos[server] != 0 && nowNanos > pausedUntilNanos[server]) {
          pause(server, false);
        }
        all.addObject()
            .put("firsts", firsts.get(server))
            .put("copies", copies.get(server))
            .put("paused", pausedUntilNanos[server] != 0);
      }
      json.put("hedge", isHedging)
          .put(
              "words",
              isHedging
                  ? "A call without an answer after %.0f ms is sent again, to another server."
                      .formatted(DELAY_MS)
                  : "Each call waits for its first server, however long that takes. Pause one.")
          .put("explain", isHedging ? hedge.explain().strip() : "");
    }
    int calls = Math.max(1, sent.get(0));
    return json.put("budget", "%.0f %%".formatted(100 * BUDGET))
        .put("copies", "%.1f %%".formatted(100.0 * sent.get(1) / calls))
        .toString();
  }

  @Override
  public void close() {
    load.close();
    hedge.close();
    client.close();
    try {
      servers.close();
    } catch (IOException e) {
      // The sockets end with the process.
    }
  }
}
