package org.curtail.cli.diagnose;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.diagnose.UnexplainedQueueing.Verdict;
import org.curtail.diagnose.RequestEvidence;
import org.curtail.signals.Stint;

/** Compares the waits of requests with the load, block by block, in words. */
final class Queueing {
  private Queueing() {}

  /**
   * The findings, the most frequent first, each with the mean figures of its blocks.
   *
   * @param otherwise servers of a block whose requests do not report their threads
   */
  static String sentence(List<List<RequestEvidence>> blocks, int otherwise) {
    List<UnexplainedQueueing> all =
        blocks.stream()
            .filter(block -> !block.isEmpty())
            .map(block -> UnexplainedQueueing.of(block, servers(block, otherwise)))
            .filter(block -> block.verdict() != Verdict.UNKNOWN)
            .toList();
    if (all.isEmpty()) {
      return "Too few requests to say whether the load explains their waits.";
    }
    if (all.stream().allMatch(block -> block.meanWaitNanos() == 0)) {
      return "No request waited for its turn, as far as it is known when the server received it.";
    }
    var sentences = new ArrayList<String>();
    Stream.of(Verdict.values())
        .map(verdict -> all.stream().filter(block -> block.verdict() == verdict).toList())
        .filter(same -> !same.isEmpty())
        .sorted(Comparator.comparingInt((List<UnexplainedQueueing> same) -> same.size()).reversed())
        .forEach(same -> sentences.add(found(same, all.size())));
    return String.join(" ", sentences);
  }

  /**
   * Number of servers: requests wait for threads. There may be more threads than cores, either
   * because they wait for something else most of the time, or because they take turns on the cores.
   */
  private static int servers(List<RequestEvidence> block, int otherwise) {
    long threads =
        block.stream()
            .flatMap(request -> request.stints().stream())
            .mapToLong(Stint::threadId)
            .distinct()
            .count();
    return threads == 0 ? otherwise : Math.toIntExact(threads);
  }

  private static String found(List<UnexplainedQueueing> same, int blocks) {
    String where =
        same.size() == blocks ? "" : "In %,d of %,d blocks: ".formatted(same.size(), blocks);
    String waits =
        "requests waited %s on average, in an ideal queue they would have waited %s, and %s if they arrived one by one at random"
            .formatted(
                time(same, UnexplainedQueueing::meanWaitNanos),
                time(same, UnexplainedQueueing::idealWaitNanos),
                time(same, UnexplainedQueueing::expectedWaitNanos));
    return where
        + switch (same.getFirst().verdict()) {
          case EXPLAINED -> "The load explains the queueing: %s.".formatted(waits);
          case BURSTS -> "Bursts of arrivals explain the queueing: %s.".formatted(waits);
          case UNEXPLAINED -> "There is more queueing than the load explains: %s.".formatted(waits);
          case OVERLOADED, UNKNOWN ->
              "The %s cannot carry the load: busy %s of the time, the queue grows as long as the load lasts."
                  .formatted(
                      threads(same.getFirst().servers()),
                      Numbers.percent(mean(same, UnexplainedQueueing::utilization)));
        };
  }

  private static String threads(int servers) {
    return servers == 1 ? "thread that serves" : "%,d threads that serve".formatted(servers);
  }

  private static String time(
      List<UnexplainedQueueing> all, ToDoubleFunction<UnexplainedQueueing> nanos) {
    double mean = mean(all, nanos);
    return Double.isFinite(mean) ? Numbers.time(mean / 1e6) : "ever longer";
  }

  private static double mean(
      List<UnexplainedQueueing> all, ToDoubleFunction<UnexplainedQueueing> figure) {
    return all.stream().mapToDouble(figure).average().orElseThrow();
  }
}
