package org.curtail.cli.bench.redis;

import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.curtail.benchkit.files.FolderTree;
import org.curtail.benchkit.replicas.AttemptClient;
import org.curtail.benchkit.replicas.Disturbance;
import org.curtail.benchkit.replicas.ServedReplicas;
import org.curtail.benchkit.terminal.ChildProcess;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.benchkit.terminal.UsageError;

/** Redis servers in processes of their own, with the same sets. Thread-safe. */
final class RedisReplicas implements ServedReplicas {
  private static final String STOPPED = "stopped while Redis was prepared; no results were written";

  private static final long LONGEST_START_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** First Redis with SINTERCARD. */
  private static final int LEAST_VERSION = 7;

  private static final Pattern VERSION = Pattern.compile("redis_version:((\\d+)\\S*)");

  /** Number of queries before the measured ones, for connections and compiled code. */
  private static final int WARM_UP = 300;

  private final SetIntersections workload;
  private final List<SetIntersections.Query> queries;
  private final Path folder;
  private final List<RedisServer> servers;
  private final Vertx vertx;
  private final String version;

  /** Number of attempts without an answer, of all clients. */
  private final AtomicLong underWay = new AtomicLong();

  private volatile long[] counts = {};

  private RedisReplicas(
      SetIntersections workload,
      Path folder,
      List<RedisServer> servers,
      Vertx vertx,
      String version) {
    this.workload = workload;
    queries = workload.queries();
    this.folder = folder;
    this.servers = servers;
    this.vertx = vertx;
    this.version = version;
  }

  /**
   * Measured times of all queries.
   *
   * @param queryMillis time of each query on an idle server, as a client sees it
   * @param counts answer of each query
   * @param perSecond queries per second of all servers at once, each busy all the time
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Measured(double[] queryMillis, long[] counts, double perSecond) {}

  /**
   * Starts and fills servers.
   *
   * @param program the program of Redis
   * @param workload sets and queries
   * @throws UsageError if Redis is not installed or too old
   */
  static RedisReplicas start(String program, SetIntersections workload, int count, Console console)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("curtail-redis");
    var servers = new ArrayList<RedisServer>();
    Vertx vertx = Vertx.vertx();
    var replicas = new RedisReplicas(workload, folder, servers, vertx, "");
    try {
      for (int port : ChildProcess.freePorts(count)) {
        servers.add(RedisServer.start(program, port, folder));
      }
      List<RedisLink> links = replicas.links();
      try {
        String version = version(program, links.getFirst().info());
        console.progress("bench: filling %d servers".formatted(count));
        replicas.fill(links);
        return new RedisReplicas(workload, folder, List.copyOf(servers), vertx, version);
      } finally {
        links.forEach(RedisLink::close);
      }
    } catch (IOException | InterruptedException | RuntimeException e) {
      replicas.close();
      throw e;
    }
  }

  private static String version(String program, String info) {
    Matcher found = VERSION.matcher(info);
    if (!found.find()) {
      throw new UsageError("%s: expected a Redis server, found none".formatted(program));
    }
    if (Integer.parseInt(found.group(2)) < LEAST_VERSION) {
      throw new UsageError(
          "%s: expected Redis %d or later, for SINTERCARD, found %s"
              .formatted(program, LEAST_VERSION, found.group(1)));
    }
    return found.group(1);
  }

  /** Returns the version of Redis. */
  String version() {
    return version;
  }

  private List<RedisLink> links() throws IOException, InterruptedException {
    var links = new ArrayList<RedisLink>();
    try {
      for (RedisServer server : servers) {
        links.add(link(server));
      }
      return links;
    } catch (IOException | InterruptedException | RuntimeException e) {
      links.forEach(RedisLink::close);
      throw e;
    }
  }

  /** Connects to a server, as soon as it serves. */
  private RedisLink link(RedisServer server) throws IOException, InterruptedException {
    long endNanos = System.nanoTime() + LONGEST_START_NANOS;
    while (true) {
      try {
        return RedisLink.open(vertx, server.address());
      } catch (IOException e) {
        StopSignal.check(STOPPED);
        if (!server.isAlive() || System.nanoTime() > endNanos) {
          throw new IOException("Redis did not start: " + server.output(), e);
        }
        TimeUnit.NANOSECONDS.sleep(10 * POLL_NANOS);
      }
    }
  }

  private void fill(List<RedisLink> links) throws IOException, InterruptedException {
    int[] sizes = workload.sizes();
    for (int set = 0; set < sizes.length; set++) {
      StopSignal.check(STOPPED);
      var filled = new ArrayList<CompletableFuture<Long>>();
      for (RedisLink link : links) {
        filled.add(link.fill(set, sizes[set]));
      }
      for (CompletableFuture<Long> one : filled) {
        RedisLink.await(one);
      }
    }
  }

  /**
   * Measures all queries: alone on an idle server, and then at once on all servers.
   *
   * @throws IOException if servers have different answers
   */
  Measured measure(long seed, Console console) throws IOException, InterruptedException {
    List<Integer> order = new ArrayList<>(IntStream.range(0, queries.size()).boxed().toList());
    Collections.shuffle(order, new Random(seed));
    long[] found = new long[order.size()];
    double[] millis = new double[order.size()];
    List<RedisLink> links = links();
    try {
      for (int i = 0; i < WARM_UP; i++) {
        RedisLink.await(links.get(i % links.size()).send(queries.get(order.get(i % order.size()))));
      }
      console.progress("bench: measuring %d queries alone".formatted(order.size()));
      for (int i = 0; i < order.size(); i++) {
        StopSignal.check(STOPPED);
        int query = order.get(i);
        long beganNanos = System.nanoTime();
        found[query] = RedisLink.await(links.get(i % links.size()).send(queries.get(query)));
        millis[query] = (System.nanoTime() - beganNanos) / 1e6;
      }
      counts = found;
      console.progress("bench: measuring what all servers carry at once");
      return new Measured(millis, found, perSecond(links, order));
    } finally {
      links.forEach(RedisLink::close);
    }
  }

  private double perSecond(List<RedisLink> links, List<Integer> order)
      throws IOException, InterruptedException {
    long beganNanos = System.nanoTime();
    var answers = new ArrayList<List<CompletableFuture<Long>>>();
    for (RedisLink link : links) {
      answers.add(order.stream().map(queries::get).map(link::send).toList());
    }
    for (List<CompletableFuture<Long>> ofServer : answers) {
      for (int i = 0; i < order.size(); i++) {
        long count = RedisLink.await(ofServer.get(i));
        if (count != counts[order.get(i)]) {
          throw new IOException(
              "expected the same sets on all servers, found %d and %d common members of query %d"
                  .formatted(counts[order.get(i)], count, order.get(i)));
        }
      }
    }
    return (double) links.size() * order.size() / ((System.nanoTime() - beganNanos) / 1e9);
  }

  @Override
  public AttemptClient client() throws IOException, InterruptedException {
    return new RedisAttempts(links(), queries, counts, underWay);
  }

  @Override
  public double processMillis() {
    return servers.stream().mapToDouble(RedisServer::cpuMillis).sum();
  }

  @Override
  public void startDisturbances(List<Disturbance> disturbances, long beginNanos) {
    if (!disturbances.isEmpty()) {
      throw new IllegalArgumentException("Redis servers have only their own noise");
    }
  }

  @Override
  public boolean endDisturbances(long nanos) {
    long endNanos = System.nanoTime() + nanos;
    while (underWay.get() > 0) {
      if (System.nanoTime() > endNanos) {
        return false;
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
    return true;
  }

  /** Ends the servers. Another call has no effect. */
  @Override
  public void close() throws IOException {
    servers.forEach(RedisServer::close);
    vertx.close().toCompletionStage().toCompletableFuture().join();
    if (Files.exists(folder)) {
      FolderTree.delete(folder);
    }
  }
}
