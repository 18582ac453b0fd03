package org.curtail.app.diagnose;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.curtail.diagnose.RequestEvidence;
import org.curtail.diagnose.UnexplainedQueueing;
import org.curtail.diagnose.UnexplainedQueueing.Verdict;
import org.curtail.measurement.text.Numbers;

/** Whether requests waited longer than the load explains, block by block, in one sentence. */
final class Queueing {
  private Queueing() {}

  /** In words; of several blocks the means. */
  static String sentence(List<List<RequestEvidence>> blocks, int servers) {
    List<UnexplainedQueueing> all =
        blocks.stream()
            .filter(block -> !block.isEmpty())
            .map(block -> UnexplainedQueueing.of(block, servers))
            .filter(block -> block.verdict() != Verdict.UNKNOWN)
            .toList();
    if (all.isEmpty()) {
      return "Too few requests to say whether the load explains their waits.";
    }
    Verdict verdict =
        Stream.of(Verdict.values())
            .max((one, other) -> Long.compare(count(all, one), count(all, other)))
            .orElseThrow();
    if (all.stream().allMatch(block -> block.meanWaitNanos() == 0)) {
      return "No request waited for its turn, as far as it is known when the server received it.";
    }
    String waits =
        "requests waited %s on average, in an ideal queue they would have waited %s, and %s if they arrived one by one at random"
            .formatted(
                time(all, UnexplainedQueueing::meanWaitNanos),
                time(all, UnexplainedQueueing::idealWaitNanos),
                time(all, UnexplainedQueueing::expectedWaitNanos));
    return switch (verdict) {
      case EXPLAINED -> "The load explains the queueing: %s.".formatted(waits);
      case BURSTS -> "Bursts of arrivals explain the queueing: %s.".formatted(waits);
      case UNEXPLAINED -> "There is more queueing than the load explains: %s.".formatted(waits);
      case OVERLOADED, UNKNOWN ->
          "%d servers cannot carry the load: they would be busy %s of the time."
              .formatted(servers, Numbers.percent(mean(all, UnexplainedQueueing::utilization)));
    };
  }

  private static long count(List<UnexplainedQueueing> all, Verdict verdict) {
    return all.stream().filter(one -> one.verdict() == verdict).count();
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
