package org.curtail.cli.bench.opensearch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.curtail.benchkit.openloop.Block;
import org.curtail.benchkit.replicas.AnsweredBlock;
import org.curtail.benchkit.replicas.MeasuredBlock;
import org.curtail.cli.opensearch.ClusterClient;
import org.curtail.sim.SimulationResult;

/**
 * Searches that are sent to a cluster at their due times.
 *
 * @param expected the answers of OpenSearch without the plugin, by search
 * @param trace a draw of the traffic
 */
record ClusterBlock(
    ClusterClient client,
    Searches searches,
    List<String> expected,
    Traffic traffic,
    Traffic.Trace trace) {

  /** Interval after which a node reports a new CPU time. */
  private static final long READ_AGAIN_NANOS = 1_100_000_000L;

  /** Sends the searches and compares the answers; empty if the user stopped it midway. */
  Optional<ClusterOutcome> run() throws InterruptedException {
    double cpuBefore = ClusterFacts.cpuMillis(client);
    long readNanos = System.nanoTime();
    int[] asked = trace.arrivals().queries();
    var block =
        new AnsweredBlock<byte[]>(
            asked.length,
            request -> trace.arrivals().dueNanos(request, trace.perSecond()),
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
    int[] asked = trace.arrivals().queries();
    int[] failed = new int[traffic.kinds().size()];
    int checked = 0;
    int mismatches = 0;
    Optional<String> failure = measured.failure();
    for (int i = 0; i < asked.length; i++) {
      byte[] answer = block.answer(i);
      if (answer == null) {
        failed[traffic.kindOf(asked[i])]++;
        continue;
      }
      try {
        boolean same = SearchAnswer.compared(answer).equals(expected.get(asked[i]));
        checked++;
        mismatches += same ? 0 : 1;
      } catch (IllegalStateException e) {
        failed[traffic.kindOf(asked[i])]++;
        failure = failure.or(() -> Optional.ofNullable(e.getMessage()));
      }
    }
    return new ClusterOutcome(kinds(measured, failed, failure, cpuMillis), checked, mismatches);
  }

  /** Simulates the searches, with the numbers of the profile's requests as those of searches. */
  ClusterOutcome simulated(Function<org.curtail.sim.Trace, SimulationResult> service) {
    int[] asked = trace.arrivals().queries();
    double[] arrivalsMs =
        IntStream.range(0, asked.length)
            .mapToDouble(i -> trace.arrivals().dueNanos(i, trace.perSecond()) / 1e6)
            .toArray();
    SimulationResult served = service.apply(org.curtail.sim.Trace.of(arrivalsMs, asked));
    int ramp = Block.ramp(asked.length);
    double[] latencyMs =
        IntStream.range(ramp, asked.length - ramp)
            .mapToDouble(i -> served.latencyNanos(i) / 1e6)
            .toArray();
    var all =
        new MeasuredBlock(
            latencyMs,
            new double[latencyMs.length],
            asked.length,
            0,
            Optional.empty(),
            served.endNanos() / 1e6,
            0,
            0);
    return new ClusterOutcome(
        kinds(all, new int[traffic.kinds().size()], Optional.empty(), 0), 0, 0);
  }

  /** Divides a block into kinds of searches. */
  private List<MeasuredBlock> kinds(
      MeasuredBlock measured, int[] failed, Optional<String> failure, double cpuMillis) {
    int[] asked = trace.arrivals().queries();
    int firstCounted = Block.ramp(asked.length);
    var kinds = new ArrayList<MeasuredBlock>();
    for (int kind = 0; kind < failed.length; kind++) {
      int own = kind;
      int[] counted =
          IntStream.range(0, measured.latencyMs().length)
              .filter(i -> traffic.kindOf(asked[firstCounted + i]) == own)
              .toArray();
      kinds.add(
          new MeasuredBlock(
              Arrays.stream(counted).mapToDouble(i -> measured.latencyMs()[i]).toArray(),
              Arrays.stream(counted).mapToDouble(i -> measured.latenessMs()[i]).toArray(),
              measured.requests(),
              failed[kind],
              failure,
              measured.wallMs(),
              cpuMillis,
              measured.gcMs()));
    }
    return kinds;
  }
}
