package org.curtail.cli.bench.servers;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a Redis server, which serves it in order, as usual for clients of Redis. It
 * cannot cancel a query, so a losing copy is served to its end. Thread-safe.
 */
final class RedisLink implements ServerLink {
  /** Greatest number of queries on the way; a queue of more of them has no end. */
  private static final int MOST_WAITING = 1_000_000;

  /** Adds multiples of a number modulo a prime number to a set. */
  private static final String FILL =
      """
      local part = {}
      local count = tonumber(ARGV[1])
      for i = 1, count do
        part[#part + 1] = ARGV[2] * i % ARGV[3]
        if #part == 1000 or i == count then
          redis.call('SADD', KEYS[1], unpack(part))
          part = {}
        end
      end
      return redis.call('SCARD', KEYS[1])
      """;

  private final Redis client;
  private final RedisConnection connection;

  private final List<SetIntersections.Query> queries;

  private RedisLink(
      Redis client, RedisConnection connection, List<SetIntersections.Query> queries) {
    this.client = client;
    this.connection = connection;
    this.queries = queries;
  }

  /**
   * Opens a connection.
   *
   * @param queries all queries, by number
   * @throws IOException if the server does not answer
   */
  static RedisLink open(Vertx vertx, String address, List<SetIntersections.Query> queries)
      throws IOException, InterruptedException {
    Redis client =
        Redis.createClient(
            vertx,
            new RedisOptions().setConnectionString(address).setMaxWaitingHandlers(MOST_WAITING));
    try {
      return new RedisLink(client, await(client.connect()), queries);
    } catch (IOException e) {
      var _ = client.close();
      throw e;
    }
  }

  /** Asks for the number of common members of a query's sets. */
  @Override
  public Asked ask(int query) {
    SetIntersections.Query sets = queries.get(query);
    CompletableFuture<Long> sent =
        number(
            Request.cmd(Command.SINTERCARD)
                .arg(2)
                .arg(key(sets.smaller()))
                .arg(key(sets.larger())));
    return new Asked(sent.copy(), sent);
  }

  /** Begins to fill a set; the answer is the size. */
  CompletableFuture<Long> fill(int set, int size) {
    return number(
        Request.cmd(Command.EVAL)
            .arg(FILL)
            .arg(1)
            .arg(key(set))
            .arg(size)
            .arg(SetIntersections.firstMember(set))
            .arg(SetIntersections.PRIME));
  }

  private CompletableFuture<Long> number(Request request) {
    return connection
        .send(request)
        .map(RedisLink::number)
        .toCompletionStage()
        .toCompletableFuture();
  }

  private static Long number(@Nullable Response response) {
    Long number = response == null ? null : response.toLong();
    if (number == null) {
      throw new IllegalStateException("expected a number from Redis, found " + response);
    }
    return number;
  }

  private static String key(int set) {
    return "set:" + set;
  }

  /** Returns the server's description of itself. */
  String info() throws IOException, InterruptedException {
    return await(connection.send(Request.cmd(Command.INFO).arg("server")).map(String::valueOf));
  }

  private static <T> T await(Future<T> future) throws IOException, InterruptedException {
    return RealServers.await(future.toCompletionStage().toCompletableFuture());
  }

  @Override
  public void close() {
    var _ = connection.close();
    var _ = client.close();
  }
}
