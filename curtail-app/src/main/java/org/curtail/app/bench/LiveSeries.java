package org.curtail.app.bench;

import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.BiConsumer;
import org.apache.lucene.search.TopDocs;
import org.curtail.app.search.ExpectedHits;

/**
 * Requests at moments fixed in advance, the same for all contenders. All of them count.
 *
 * @param queries indices into the log, in order of arrival
 * @param arrivalsMs when each is due, from the begin
 * @param serialMs how long each query of the log takes on one thread
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record LiveSeries(int[] queries, double[] arrivalsMs, double[] serialMs) {
  private static final double MS_PER_SECOND = 1000;

  /**
   * Has a contender answer all; empty if the user stopped the work in the middle.
   *
   * @param expected what the answers must be
   * @param failed told of each request that fails
   */
  Optional<Block> servedBy(
      Contender contender, ExpectedHits expected, BiConsumer<Contender, Throwable> failed) {
    var loop =
        new OpenLoop<>(
            (request, poll) -> contender.submit(queries[request], poll),
            queries.length,
            request -> Math.round(arrivalsMs[request] * 1e6));
    MachineTimes before = MachineTimes.now();
    loop.run();
    int count = loop.handedOver();
    int failures = 0;
    int mismatches = 0;
    for (int i = 0; i < count; i++) {
      try {
        TopDocs hits = loop.answer(i).await().top();
        mismatches += expected.matches(queries[i], hits) ? 0 : 1;
      } catch (Exception e) {
        failures++;
        failed.accept(
            contender, e instanceof ExecutionException && e.getCause() != null ? e.getCause() : e);
      }
    }
    MachineTimes times = MachineTimes.now().since(before);
    return count < queries.length
        ? Optional.empty()
        : Optional.of(block(loop, times, failures, mismatches));
  }

  private Block block(
      OpenLoop<Contender.Answer> loop, MachineTimes times, int failures, int mismatches) {
    int count = queries.length;
    double[] latencyMs = new double[count];
    double[] latenessMs = new double[count];
    double[] alone = new double[count];
    double[] degree = new double[count];
    int[] peakDegree = new int[count];
    long lastNanos = loop.beginNanos();
    double threadMs = 0;
    for (int i = 0; i < count; i++) {
      Contender.Answer answer = loop.answer(i);
      latencyMs[i] = (answer.endNanos() - loop.dueNanos(i)) / 1e6;
      latenessMs[i] = loop.latenessNanos(i) / 1e6;
      alone[i] = serialMs[queries[i]];
      degree[i] =
          (double) answer.threadNanos() / Math.max(answer.endNanos() - answer.startNanos(), 1);
      peakDegree[i] = Math.max(answer.peakDegree(), 1);
      lastNanos = Math.max(lastNanos, answer.endNanos());
      threadMs += answer.threadNanos() / 1e6;
    }
    return new Block(
        latencyMs,
        latenessMs,
        alone,
        degree,
        peakDegree,
        MS_PER_SECOND * count / arrivalsMs[count - 1],
        (lastNanos - loop.beginNanos()) / 1e6,
        times.cpuMs(),
        threadMs,
        times.gcMs(),
        count,
        failures,
        mismatches);
  }
}
