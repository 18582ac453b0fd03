package org.curtail.cli.bench;

import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.curtail.benchkit.openloop.Arrivals;
import org.curtail.benchkit.openloop.Block;
import org.curtail.benchkit.openloop.OpenLoop;
import org.curtail.benchkit.search.SearchAnswer;
import org.curtail.benchkit.trust.MachineTimes;
import org.jspecify.annotations.Nullable;

/**
 * Requests at predefined times, the same for all contenders.
 *
 * @param queries indices into the log, in order of arrival
 * @param dueNanos due time of each, from the beginning
 * @param serialMs time of each on one thread
 * @param requestsPerSecond the offered rate
 * @param ramp number of requests at the beginning that do not count, and as many at the end
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record LiveSeries(
    int[] queries, long[] dueNanos, double[] serialMs, double requestsPerSecond, int ramp) {
  private static final double MS_PER_SECOND = 1000;

  /** Poisson arrivals at a rate. Requests do not count while the system fills and drains. */
  static LiveSeries of(Arrivals arrivals, double requestsPerSecond, double[] serialMs) {
    long[] dueNanos =
        IntStream.range(0, arrivals.count())
            .mapToLong(request -> arrivals.dueNanos(request, requestsPerSecond))
            .toArray();
    return new LiveSeries(
        arrivals.queries(), dueNanos, serialMs, requestsPerSecond, Block.ramp(arrivals.count()));
  }

  /**
   * Any arrivals, all of which count.
   *
   * @param serialMsOfLog time of each query of the log on one thread
   */
  static LiveSeries of(int[] queries, double[] arrivalsMs, double[] serialMsOfLog) {
    return new LiveSeries(
        queries,
        Arrays.stream(arrivalsMs).mapToLong(ms -> Math.round(ms * 1e6)).toArray(),
        Arrays.stream(queries).mapToDouble(query -> serialMsOfLog[query]).toArray(),
        MS_PER_SECOND * queries.length / arrivalsMs[queries.length - 1],
        0);
  }

  /**
   * Sends all requests to a contender; empty if the user stopped it midway.
   *
   * @param check compares the answers
   * @param failed called for each failed request
   */
  Optional<Block> servedBy(
      Contender contender, AnswerCheck check, BiConsumer<Contender, Throwable> failed) {
    var loop =
        new OpenLoop<>(
            (request, poll) -> contender.submit(queries[request], poll),
            queries.length,
            request -> dueNanos[request]);
    contender.resume();
    MachineTimes before = MachineTimes.now();
    loop.run();
    int count = loop.handedOver();
    var found = new @Nullable SearchAnswer[count];
    int failures = 0;
    long lastNanos = loop.beginNanos();
    double threadMs = 0;
    for (int i = 0; i < count; i++) {
      Contender.Answer answer = loop.answer(i);
      try {
        found[i] = answer.await();
      } catch (Exception e) {
        failures++;
        failed.accept(
            contender, e instanceof ExecutionException && e.getCause() != null ? e.getCause() : e);
      }
      lastNanos = Math.max(lastNanos, answer.times().endNanos());
      threadMs += answer.times().threadNanos() / 1e6;
    }
    MachineTimes times = MachineTimes.now().since(before);
    contender.rest();
    if (count < queries.length) {
      return Optional.empty();
    }
    AnswerCheck.Checked checked = check.check(queries, found);
    double wallMs = (lastNanos - loop.beginNanos()) / 1e6;
    return Optional.of(block(loop, times, wallMs, threadMs, failures, checked));
  }

  private Block block(
      OpenLoop<Contender.Answer> loop,
      MachineTimes times,
      double wallMs,
      double threadMs,
      int failures,
      AnswerCheck.Checked checked) {
    int counted = queries.length - 2 * ramp;
    double[] latencyMs = new double[counted];
    double[] latenessMs = new double[counted];
    double[] aloneMs = new double[counted];
    double[] degree = new double[counted];
    int[] peakDegree = new int[counted];
    for (int i = 0; i < counted; i++) {
      int request = ramp + i;
      Contender.Times own = loop.answer(request).times();
      latencyMs[i] = (own.endNanos() - loop.dueNanos(request)) / 1e6;
      latenessMs[i] = loop.latenessNanos(request) / 1e6;
      aloneMs[i] = serialMs[request];
      degree[i] = (double) own.threadNanos() / Math.max(own.endNanos() - own.startNanos(), 1);
      peakDegree[i] = Math.max(own.peakDegree(), 1);
    }
    return new Block(
        latencyMs,
        latenessMs,
        aloneMs,
        degree,
        peakDegree,
        requestsPerSecond,
        wallMs,
        times.cpuMs(),
        threadMs,
        times.gcMs(),
        queries.length,
        failures,
        checked.mismatches(),
        checked.ranked());
  }
}
