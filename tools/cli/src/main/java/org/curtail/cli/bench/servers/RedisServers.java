package org.curtail.cli.bench.servers;

import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.UsageError;

/** Starts Redis servers, which save nothing, and fills them with the same sets. */
final class RedisServers {
  static final String PROGRAM = "redis-server";

  /** First Redis with SINTERCARD. */
  private static final int LEAST_VERSION = 7;

  private static final Pattern VERSION = Pattern.compile("redis_version:((\\d+)\\S*)");

  private RedisServers() {}

  /** Filled servers, and the version of Redis. */
  record Started(RealServers<RedisLink> servers, String version) {}

  /**
   * Starts and fills servers.
   *
   * @param program the program of Redis
   * @param workload sets and queries
   * @throws UsageError if Redis is not installed or too old
   */
  static Started start(String program, SetIntersections workload, int count, Console console)
      throws IOException, InterruptedException {
    Vertx vertx = Vertx.vertx();
    List<SetIntersections.Query> queries = workload.queries();
    var servers =
        new RealServers<RedisLink>(
            "Redis",
            count,
            queries.size(),
            (port, folder) -> process(program, port, folder),
            server -> RedisLink.open(vertx, "redis://127.0.0.1:" + server.port(), queries),
            () -> vertx.close().toCompletionStage().toCompletableFuture().join());
    try {
      List<RedisLink> links = servers.links();
      try {
        String version = version(program, links.getFirst().info());
        console.progress("bench: filling %d servers".formatted(count));
        fill(servers, links, workload.sizes());
        return new Started(servers, version);
      } finally {
        links.forEach(RedisLink::close);
      }
    } catch (IOException | InterruptedException | RuntimeException e) {
      servers.close();
      throw e;
    }
  }

  private static ServerProcess process(String program, int port, Path folder) {
    List<String> words =
        List.of(
            program,
            "--bind",
            "127.0.0.1",
            "--port",
            Integer.toString(port),
            "--save",
            "",
            "--appendonly",
            "no",
            "--dir",
            folder.toString());
    try {
      return new ServerProcess(words, port, folder);
    } catch (IOException e) {
      throw new UsageError(
          "%s: expected an installed Redis 7 or later, found none (Debian, Ubuntu: apt-get install redis-server): %s"
              .formatted(program, e.getMessage()),
          e);
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

  private static void fill(RealServers<RedisLink> servers, List<RedisLink> links, int[] sizes)
      throws IOException, InterruptedException {
    for (int set = 0; set < sizes.length; set++) {
      servers.checkStop();
      var filled = new ArrayList<CompletableFuture<Long>>();
      for (RedisLink link : links) {
        filled.add(link.fill(set, sizes[set]));
      }
      for (CompletableFuture<Long> one : filled) {
        var _ = RealServers.await(one);
      }
    }
  }
}
