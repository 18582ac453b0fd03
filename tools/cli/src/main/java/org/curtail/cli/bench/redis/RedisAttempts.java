package org.curtail.cli.bench.redis;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.curtail.benchkit.replicas.AttemptClient;
import org.curtail.benchkit.replicas.LiveTrace;
import org.curtail.benchkit.replicas.ReplicaClient;

/**
 * Sends queries over one connection to each server, as clients of Redis do. A server serves a
 * connection in order. It cannot cancel a query, so a losing copy is served to its end.
 */
final class RedisAttempts implements AttemptClient {
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<RedisLink> links;
  private final List<SetIntersections.Query> queries;
  private final long[] counts;
  private final AtomicLong underWay;

  /**
   * Creates a client.
   *
   * @param links a connection to each server, which this client closes
   * @param queries all queries, by the index of their time
   * @param counts right answer of each query
   * @param underWay number of attempts without an answer, which this client keeps up to date
   */
  RedisAttempts(
      List<RedisLink> links,
      List<SetIntersections.Query> queries,
      long[] counts,
      AtomicLong underWay) {
    this.links = List.copyOf(links);
    this.queries = queries;
    this.counts = counts.clone();
    this.underWay = underWay;
  }

  @Override
  public ReplicaClient.Copy send(LiveTrace trace, int request, int copy, int replica) {
    int query = trace.entry(request);
    underWay.incrementAndGet();
    CompletableFuture<Long> sent = links.get(replica).send(queries.get(query));
    var _ = sent.whenComplete((count, failure) -> underWay.decrementAndGet());
    // A copy of the future: a hedge cancels what it gets, and the count needs the true end.
    CompletableFuture<Long> answer = sent.copy();
    return new ReplicaClient.Copy(answer.thenCompose(count -> checked(count, query, copy)), answer);
  }

  private CompletableFuture<Integer> checked(long count, int query, int copy) {
    return count == counts[query]
        ? CompletableFuture.completedFuture(copy)
        : CompletableFuture.failedFuture(
            new IOException(
                "expected %d common members of query %d, found %d"
                    .formatted(counts[query], query, count)));
  }

  @Override
  public Executor threads() {
    return threads;
  }

  @Override
  public void close() {
    links.forEach(RedisLink::close);
    threads.shutdownNow();
  }
}
