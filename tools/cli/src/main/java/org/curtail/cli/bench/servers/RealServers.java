package org.curtail.cli.bench.servers;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.curtail.benchkit.files.FolderTree;
import org.curtail.benchkit.replicas.AttemptClient;
import org.curtail.benchkit.replicas.Disturbance;
import org.curtail.benchkit.replicas.RecordedTimes;
import org.curtail.benchkit.replicas.ReplicaBench;
import org.curtail.benchkit.replicas.ReplicaSetting;
import org.curtail.benchkit.replicas.ReplicaSetting.Planning;
import org.curtail.benchkit.replicas.ServedReplicas;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.terminal.ChildProcess;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.bench.replicas.ReplicaOptions;
import org.curtail.cli.commandline.AskedBlocks;
import org.curtail.cli.commandline.CommandWords;

/**
 * Servers in processes of their own, with the same data. Each serves a query at a time.
 * Thread-safe.
 *
 * @param <L> connections to one of them
 */
final class RealServers<L extends ServerLink> implements ServedReplicas {
  private static final long LONGEST_START_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long LONGEST_SECONDS = 300;
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** Queries are measured until their sum is at least this share of the sum before. */
  private static final double STEADY = 0.95;

  /** Greatest number of measurements of all queries. */
  private static final int MOST_PASSES = 10;

  private static final List<Double> LOADS = List.of(0.2, 0.4, 0.6);

  /** Begins a server on a free port; its output is in the folder. */
  interface Starting {
    ServerProcess start(int port, Path folder) throws IOException;
  }

  /** Connects to a server. */
  interface Linking<L> {
    /**
     * Opens connections.
     *
     * @throws IOException if the server does not answer
     */
    L open(ServerProcess server) throws IOException, InterruptedException;
  }

  private final String name;
  private final int queries;
  private final Linking<L> linking;
  private final Closeable shared;
  private final Path folder;
  private final List<ServerProcess> servers = new ArrayList<>();

  /** Number of attempts on the servers, of all clients. */
  private final AtomicLong underWay = new AtomicLong();

  private volatile List<Object> answers = List.of();

  /**
   * Starts servers.
   *
   * @param name for people
   * @param queries number of different queries
   * @param shared what all connections use; closed at the end
   */
  RealServers(
      String name, int count, int queries, Starting starting, Linking<L> linking, Closeable shared)
      throws IOException {
    this.name = name;
    this.queries = queries;
    this.linking = linking;
    this.shared = shared;
    folder = Files.createTempDirectory("curtail-servers");
    try {
      for (int port : ChildProcess.freePorts(count)) {
        servers.add(starting.start(port, folder));
      }
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Opens connections to all servers, as soon as they serve. */
  List<L> links() throws IOException, InterruptedException {
    var links = new ArrayList<L>();
    try {
      for (ServerProcess server : servers) {
        links.add(link(server));
      }
      return links;
    } catch (IOException | InterruptedException | RuntimeException e) {
      links.forEach(ServerLink::close);
      throw e;
    }
  }

  private L link(ServerProcess server) throws IOException, InterruptedException {
    long endNanos = System.nanoTime() + LONGEST_START_NANOS;
    while (true) {
      try {
        return linking.open(server);
      } catch (IOException e) {
        checkStop();
        if (!server.isAlive() || System.nanoTime() > endNanos) {
          throw new IOException("%s did not start: %s".formatted(name, server.output()), e);
        }
        TimeUnit.NANOSECONDS.sleep(10 * POLL_NANOS);
      }
    }
  }

  /**
   * Ends the preparation if the user stops the work.
   *
   * @throws org.curtail.benchkit.terminal.Interrupted then
   */
  void checkStop() {
    StopSignal.check("stopped while %s was prepared; no results were written".formatted(name));
  }

  /**
   * Measured times of all queries.
   *
   * @param millis time of each query on an idle server, as a client sees it
   * @param answers answer of each query
   * @param perSecond queries per second of all servers at once, each busy all the time
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Measured(double[] millis, List<Object> answers, double perSecond) {
    /** Returns the setting of a bench with these queries. */
    ReplicaSetting setting(AskedBlocks asked, ReplicaOptions.Compared compared, int count) {
      double[] ones = new double[millis.length];
      Arrays.fill(ones, 1);
      try {
        return new ReplicaSetting(
            // A copy takes as long as its original: it can gain in the queue and by noise only.
            RecordedTimes.of(millis, millis, ones),
            Planning.UNDER_LOAD,
            perSecond,
            count,
            1,
            List.of(),
            compared.choice(),
            compared.contenders(),
            asked.loadsOr(LOADS, perSecond),
            compared.percentile(),
            Math.ceilDiv(asked.requests(), asked.blocks()),
            asked.blocks(),
            asked.seed());
      } catch (IllegalArgumentException e) {
        throw new UsageError(String.valueOf(e.getMessage()), e);
      }
    }

    /** Returns what the results say about the queries. */
    Map<String, Object> described() {
      double mean = Arrays.stream(millis).average().orElseThrow();
      double variance =
          Arrays.stream(millis).map(time -> (time - mean) * (time - mean)).average().orElseThrow();
      var described = new LinkedHashMap<String, Object>();
      described.put("mean time of a request alone, ms", mean);
      described.put("standard deviation of that, ms", Math.sqrt(variance));
      return described;
    }
  }

  /**
   * Measures all queries: alone on an idle server, until servers get no faster, and then at once on
   * all servers.
   *
   * @throws IOException if servers have different answers
   */
  Measured measure(long seed, Console console) throws IOException, InterruptedException {
    List<Integer> order = new ArrayList<>(IntStream.range(0, queries).boxed().toList());
    Collections.shuffle(order, new Random(seed));
    Object[] found = new Object[queries];
    double[] millis = new double[queries];
    List<L> links = links();
    try {
      console.progress("bench: measuring %d queries alone".formatted(queries));
      double before = Double.POSITIVE_INFINITY;
      double sum = Double.MAX_VALUE;
      for (int pass = 0; pass < MOST_PASSES && sum < STEADY * before; pass++) {
        before = sum;
        sum = 0;
        for (int i = 0; i < queries; i++) {
          checkStop();
          int query = order.get(i);
          long beganNanos = System.nanoTime();
          found[query] = await(links.get((i + pass) % links.size()).ask(query).answer());
          millis[query] = (System.nanoTime() - beganNanos) / 1e6;
          sum += millis[query];
        }
      }
      answers = List.of(found);
      console.progress("bench: measuring what all servers carry at once");
      return new Measured(millis, answers, perSecond(links, order));
    } finally {
      links.forEach(ServerLink::close);
    }
  }

  /**
   * Measures the queries, plans for all policies, and compares them.
   *
   * @param described first settings of the results
   * @param own options of these servers
   * @param commandLine makes the line that repeats the measurement
   */
  Results compare(
      AskedBlocks asked,
      ReplicaOptions shared,
      ReplicaOptions.Compared compared,
      Map<String, Object> described,
      CommandWords.Options own,
      Function<CommandWords.Options, String> commandLine,
      Console console)
      throws IOException, InterruptedException {
    Measured measured = measure(asked.seed(), console);
    ReplicaSetting setting = measured.setting(asked, compared, servers.size());
    var all = new LinkedHashMap<>(described);
    all.putAll(measured.described());
    all.put("choice of replica", setting.choice().toString());
    String command =
        commandLine.apply(line -> {
          line.all(own);
          shared.writeCompared(setting, asked, line);
        });
    return new ReplicaBench(setting, this, console).run(command, all);
  }

  private double perSecond(List<L> links, List<Integer> order)
      throws IOException, InterruptedException {
    long beganNanos = System.nanoTime();
    var sent = new ArrayList<List<CompletableFuture<?>>>();
    for (L link : links) {
      var ofServer = new ArrayList<CompletableFuture<?>>();
      order.forEach(query -> ofServer.add(link.ask(query).answer()));
      sent.add(ofServer);
    }
    for (List<CompletableFuture<?>> ofServer : sent) {
      for (int i = 0; i < order.size(); i++) {
        int query = order.get(i);
        Object answer = await(ofServer.get(i));
        if (!answer.equals(answers.get(query))) {
          throw new IOException(
              "expected the same answers on all servers, found %s and %s for query %d"
                  .formatted(answers.get(query), answer, query));
        }
      }
    }
    return (double) links.size() * order.size() / ((System.nanoTime() - beganNanos) / 1e9);
  }

  /**
   * Waits for an answer.
   *
   * @throws IOException if there is none
   */
  static <T> T await(CompletableFuture<T> answer) throws IOException, InterruptedException {
    try {
      return answer.get(LONGEST_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new IOException(Failure.reason(e), e);
    } catch (TimeoutException e) {
      throw new IOException("no answer after %d seconds".formatted(LONGEST_SECONDS), e);
    }
  }

  @Override
  public AttemptClient client() throws IOException, InterruptedException {
    return new ServerAttempts(links(), answers, underWay);
  }

  @Override
  public double processMillis() {
    return servers.stream().mapToDouble(ServerProcess::cpuMillis).sum();
  }

  @Override
  public void startDisturbances(List<Disturbance> disturbances, long beginNanos) {
    if (!disturbances.isEmpty()) {
      throw new IllegalArgumentException("these servers have only their own noise");
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
    servers.forEach(ServerProcess::close);
    shared.close();
    if (Files.exists(folder)) {
      FolderTree.delete(folder);
    }
  }
}
