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
import org.curtail.benchkit.terminal.Misuse;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.cli.opensearch.ClusterClient;

/** The searches of a workload on an index of a cluster. Immutable. */
final class Searches {
  private final ClusterClient client;
  private final String index;
  private final boolean isPinned;
  private final List<String> bodies;

  /**
   * Of an index.
   *
   * @param isPinned whether the same search goes to the same copies of shards each time, since
   *     copies differ in what was deleted and so in scores; then none is hedged
   */
  Searches(ClusterClient client, String index, boolean isPinned, List<String> bodies) {
    this.client = client;
    this.index = index;
    this.isPinned = isPinned;
    this.bodies = bodies;
  }

  /** How many there are. */
  int count() {
    return bodies.size();
  }

  /** Sends one without waiting for its answer. */
  CompletableFuture<byte[]> send(int search) {
    // A cached answer would be that of the contender before.
    String path = index + "/_search?request_cache=false";
    return client.search(
        isPinned ? path + "&preference=curtail" + search : path, bodies.get(search));
  }

  /**
   * Sends all, so many at a time, and waits for their answers.
   *
   * @throws Misuse if one fails
   */
  List<String> answers(int atOnce) throws InterruptedException {
    var answers = new String[bodies.size()];
    askAll(
        atOnce, i -> i < answers.length, (search, sent) -> answers[search] = answer(search, sent));
    return List.of(answers);
  }

  /**
   * Asks for them one after the other, so many at once, whatever comes of it, and begins again
   * after the last.
   *
   * @param most searches to ask
   * @param mostNanos after which no further one is asked
   * @return how many were answered in a second
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
                // Blocks that are measured count what fails.
              }
            });
    return asked / ((System.nanoTime() - begin) / 1e9);
  }

  /** What becomes of one that was sent. */
  private interface Taker {
    void take(int search, CompletableFuture<byte[]> sent) throws InterruptedException;
  }

  /**
   * Asks for one after the other.
   *
   * @param goesOn whether there is one after so many
   * @return how many there were
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
      throw new Misuse(
          "the cluster does not answer the search %s: %s"
              .formatted(bodies.get(search), Failure.reason(cause)),
          e);
    }
  }

  /** Those of these numbers only. */
  Searches only(List<Integer> kept) {
    return new Searches(client, index, isPinned, kept.stream().map(bodies::get).toList());
  }
}
