package org.curtail.cli.bench.servers;

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

/** Sends attempts to servers, and checks the answers. */
final class ServerAttempts implements AttemptClient {
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<? extends ServerLink> links;
  private final List<Object> answers;
  private final AtomicLong underWay;

  /**
   * Creates a client.
   *
   * @param links connections to each server, which this client closes
   * @param answers right answer of each query, by the index of its time
   * @param underWay number of attempts on the servers, which this client keeps up to date
   */
  ServerAttempts(List<? extends ServerLink> links, List<Object> answers, AtomicLong underWay) {
    this.links = List.copyOf(links);
    this.answers = answers;
    this.underWay = underWay;
  }

  @Override
  public ReplicaClient.Copy send(LiveTrace trace, int request, int copy, int replica) {
    int query = trace.entry(request);
    underWay.incrementAndGet();
    ServerLink.Asked asked = links.get(replica).ask(query);
    var _ = asked.ended().whenComplete((answer, failure) -> underWay.decrementAndGet());
    return new ReplicaClient.Copy(
        asked.answer().thenCompose(answer -> checked(answer, query, copy)), asked.answer());
  }

  private CompletableFuture<Integer> checked(Object answer, int query, int copy) {
    return answer.equals(answers.get(query))
        ? CompletableFuture.completedFuture(copy)
        : CompletableFuture.failedFuture(
            new IOException(
                "expected the answer %s of query %d, found %s"
                    .formatted(answers.get(query), query, answer)));
  }

  @Override
  public Executor threads() {
    return threads;
  }

  @Override
  public void close() {
    links.forEach(ServerLink::close);
    threads.shutdownNow();
  }
}
