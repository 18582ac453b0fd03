package org.curtail.cli.bench.redis;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.curtail.benchkit.terminal.Failure;
import org.jspecify.annotations.Nullable;

/** A connection to a Redis server. Thread-safe. */
final class RedisLink implements AutoCloseable {
  /** Greatest number of queries on the way; a queue of more of them has no end. */
  private static final int MOST_WAITING = 1_000_000;

  private static final long LONGEST_SECONDS = 300;

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

  private RedisLink(Redis client, RedisConnection connection) {
    this.client = client;
    this.connection = connection;
  }

  /**
   * Opens a connection.
   *
   * @throws IOException if the server does not answer
   */
  static RedisLink open(Vertx vertx, String address) throws IOException, InterruptedException {
    Redis client =
        Redis.createClient(
            vertx,
            new RedisOptions().setConnectionString(address).setMaxWaitingHandlers(MOST_WAITING));
    try {
      return new RedisLink(client, await(client.connect()));
    } catch (IOException e) {
      var _ = client.close();
      throw e;
    }
  }

  /** Asks for the number of common members of a query's sets. */
  CompletableFuture<Long> send(SetIntersections.Query query) {
    return number(
        Request.cmd(Command.SINTERCARD).arg(2).arg(key(query.smaller())).arg(key(query.larger())));
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
    return await(future.toCompletionStage().toCompletableFuture());
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
  public void close() {
    var _ = connection.close();
    var _ = client.close();
  }
}
