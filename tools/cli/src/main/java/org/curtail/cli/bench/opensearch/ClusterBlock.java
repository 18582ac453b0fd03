package org.curtail.cli.bench.opensearch;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.curtail.benchkit.openloop.Arrivals;
import org.curtail.benchkit.replicas.AnsweredBlock;
import org.curtail.benchkit.replicas.MeasuredBlock;
import org.curtail.cli.opensearch.ClusterClient;

/**
 * Searches that are sent to a cluster at their due times.
 *
 * @param expected the answers of OpenSearch without the plugin, by search
 */
record ClusterBlock(
    ClusterClient client,
    Searches searches,
    List<String> expected,
    Arrivals arrivals,
    double perSecond) {

  /** Interval after which a node reports a new CPU time. */
  private static final long READ_AGAIN_NANOS = 1_100_000_000L;

  /** Sends the searches and compares the answers; empty if the user stopped it midway. */
  Optional<ClusterOutcome> run() throws InterruptedException {
    double cpuBefore = ClusterFacts.cpuMillis(client);
    long readNanos = System.nanoTime();
    int[] asked = arrivals.queries();
    var block =
        new AnsweredBlock<byte[]>(
            asked.length,
            request -> arrivals.dueNanos(request, perSecond),
            request -> searches.send(asked[request]));
    Optional<MeasuredBlock> measured = block.run();
    if (measured.isEmpty()) {
      return Optional.empty();
    }
    // Nodes read their clocks once a second at most.
    TimeUnit.NANOSECONDS.sleep(READ_AGAIN_NANOS - (System.nanoTime() - readNanos));
    double cpuMillis = ClusterFacts.cpuMillis(client) - cpuBefore;
    return Optional.of(outcome(block, measured.get(), cpuMillis));
  }

  private ClusterOutcome outcome(
      AnsweredBlock<byte[]> block, MeasuredBlock measured, double cpuMillis) {
    int[] asked = arrivals.queries();
    int checked = 0;
    int mismatches = 0;
    int failed = measured.failed();
    Optional<String> failure = measured.failure();
    for (int i = 0; i < asked.length; i++) {
      byte[] answer = block.answer(i);
      if (answer == null) {
        continue;
      }
      try {
        boolean same = SearchAnswer.compared(answer).equals(expected.get(asked[i]));
        checked++;
        mismatches += same ? 0 : 1;
      } catch (IllegalStateException e) {
        failed++;
        failure = failure.or(() -> Optional.ofNullable(e.getMessage()));
      }
    }
    return new ClusterOutcome(
        new MeasuredBlock(
            measured.latencyMs(),
            measured.latenessMs(),
            measured.requests(),
            failed,
            failure,
            measured.wallMs(),
            cpuMillis,
            measured.gcMs()),
        checked,
        mismatches);
  }
}
