package org.curtail.cli.bench.opensearch;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntPredicate;
import org.curtail.benchkit.replicas.AnsweredBlock;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.opensearch.ClusterClient;

/** The searches of a workload on an index of a cluster. Immutable. */
final class Searches {
  private final ClusterClient client;
  private final String index;
  private final boolean isPinned;
  private final List<String> bodies;

  /**
   * Searches on an index.
   *
   * @param isPinned true if the same search always uses the same copies of shards, since copies
   *     differ in deleted documents and so in scores; pinned searches are not hedged
   */
  Searches(ClusterClient client, String index, boolean isPinned, List<String> bodies) {
    this.client = client;
    this.index = index;
    this.isPinned = isPinned;
    this.bodies = bodies;
  }

  /** Number of searches. */
  int count() {
    return bodies.size();
  }

  /** Sends one search without waiting for its answer. */
  CompletableFuture<byte[]> send(int search) {
    // A cached answer could come from the contender before.
    String path = index + "/_search?request_cache=false";
    return client.search(
        isPinned ? path + "&preference=curtail" + search : path, bodies.get(search));
  }

  /**
   * Sends all searches, {@code atOnce} at a time, and waits for their answers.
   *
   * @throws UsageError if a search fails
   */
  List<String> answers(int atOnce) throws InterruptedException {
    var answers = new String[bodies.size()];
    askAll(
        atOnce, i -> i < answers.length, (search, sent) -> answers[search] = answer(search, sent));
    return List.of(answers);
  }

  /**
   * Sends searches one after the other, {@code atOnce} at a time, and restarts after the last.
   * Failures are ignored.
   *
   * @param most number of searches
   * @param mostNanos time after which no further search is sent
   * @return searches answered per second
   */
  double warmUp(int atOnce, int most, long mostNanos) throws InterruptedException {
    long begin = System.nanoTime();
    int asked =
        askAll(
            atOnce,
            i -> i < most && System.nanoTime() - begin < mostNanos,
            (search, sent) -> {
              try {
                sent.get(AnsweredBlock.LONGEST_NANOS, TimeUnit.NANOSECONDS);
              } catch (ExecutionException | TimeoutException e) {
                // Measured blocks count failures.
              }
            });
    return asked / ((System.nanoTime() - begin) / 1e9);
  }

  /** Receives the result of a search. */
  private interface Taker {
    void take(int search, CompletableFuture<byte[]> sent) throws InterruptedException;
  }

  /**
   * Sends searches one after the other.
   *
   * @param goesOn true if another search follows after this number
   * @return number of searches sent
   */
  private int askAll(int atOnce, IntPredicate goesOn, Taker taker) throws InterruptedException {
    record Sent(int search, CompletableFuture<byte[]> answer) {}

    var window = new ArrayDeque<Sent>();
    int asked = 0;
    boolean isMore = goesOn.test(asked);
    while (isMore || !window.isEmpty()) {
      if (isMore) {
        int search = asked % bodies.size();
        window.add(new Sent(search, send(search)));
        asked++;
      }
      isMore = isMore && goesOn.test(asked);
      if (window.size() >= atOnce || !isMore) {
        Sent first = window.remove();
        taker.take(first.search, first.answer);
      }
      StopSignal.check("stopped before the first block; no results were written");
    }
    return asked;
  }

  private String answer(int search, CompletableFuture<byte[]> sent) throws InterruptedException {
    try {
      return SearchAnswer.compared(sent.get(AnsweredBlock.LONGEST_NANOS, TimeUnit.NANOSECONDS));
    } catch (ExecutionException | TimeoutException | IllegalStateException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new UsageError(
          "the cluster did not answer the search %s: %s"
              .formatted(bodies.get(search), Failure.reason(cause)),
          e);
    }
  }

  /** The searches with these numbers. */
  Searches only(List<Integer> kept) {
    return new Searches(client, index, isPinned, kept.stream().map(bodies::get).toList());
  }
}
